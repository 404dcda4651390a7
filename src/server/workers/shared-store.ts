/**
 * What workers share of their store. Each opens a database for itself, with a part of the connections; a folder has one
 * owner, this process, which they ask.
 */
import type { Log } from '../../stdx/log.js'
import { requireDriver } from '../../storage/drivers.js'
import type { WorkerSeat } from '../../storage/lmdb/workers/worker-seat.js'
import { cannotOpen } from '../cannot-start.js'
import type { GrammeOptions } from '../gramme-options.js'
import type { Settings } from '../options.js'
import { WritesWatch } from '../writes-watch.js'
import type { WorkerChild } from './worker-child.js'

export interface SharedStore {
  /** Resolves if the data cannot be used again by this process. */
  readonly lost: Promise<void>
  /** The options of one of so many workers. */
  optionsFor(options: GrammeOptions, count: number): GrammeOptions
  /** Before the worker opens its store. */
  attach(worker: WorkerChild): void
  /** The worker is gone. */
  detach(worker: WorkerChild): void
  close(): Promise<void>
}

export async function openSharedStore(settings: Settings, log: Log): Promise<SharedStore> {
  return requireDriver(settings.engine).keepsFolder
    ? ownedFolder(settings, log)
    : dividedPools(settings)
}

async function dividedPools(settings: Settings): Promise<SharedStore> {
  const { poolShares } = await import('../../storage/postgres/pool-shares.js')
  return {
    lost: new Promise<void>(() => undefined),
    optionsFor: (options, count) => ({ ...options, ...poolShares(settings, count) }),
    attach: () => undefined,
    detach: () => undefined,
    close: async () => undefined,
  }
}

/** Throws `CannotStart`. */
async function ownedFolder(settings: Settings, log: Log): Promise<SharedStore> {
  const { openLmdbOwner } = await import('../../storage/lmdb/workers/lmdb-owner.js')
  const watch = new WritesWatch(log)
  const owner = await openLmdbOwner({ ...settings, watch }).catch((error: unknown) => {
    throw cannotOpen(error)
  })
  const seats = new Map<WorkerChild, WorkerSeat>()
  let seated = 0
  return {
    lost: watch.lost,
    optionsFor: (options) => options,
    attach(worker) {
      const end = (): Promise<void> => {
        worker.kill()
        return worker.exited
      }
      // Never the number of a worker: whoever replaces it is another one to the owner.
      seats.set(worker, owner.desk.attach(worker.channel, ++seated, end))
    },
    detach(worker) {
      seats.get(worker)?.close()
      seats.delete(worker)
    },
    close: () => owner.close(),
  }
}
