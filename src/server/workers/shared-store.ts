/**
 * What workers share of their store. Each opens a database for itself, with a part of the connections; a folder has one
 * owner, this process, which they ask.
 */
import type { Log } from '../../stdx/log.js'
import { requireDriver } from '../../storage/drivers.js'
import { CannotStart } from '../cannot-start.js'
import type { GrammeOptions } from '../gramme-options.js'
import type { Settings } from '../options.js'
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

export async function openSharedStore(settings: Settings, _log: Log): Promise<SharedStore> {
  const { name } = requireDriver(settings.engine)
  if (name === 'postgres') {
    const { poolShares } = await import('../../storage/postgres/pool-shares.js')
    const optionsFor = (options: GrammeOptions, count: number): GrammeOptions => ({
      ...options,
      ...poolShares(settings, count),
    })
    return { ...nothingShared, optionsFor }
  }
  throw new CannotStart('Several workers cannot share a data folder yet.', undefined)
}

const nothingShared = {
  lost: new Promise<void>(() => undefined),
  attach: () => undefined,
  detach: () => undefined,
  close: async () => undefined,
}
