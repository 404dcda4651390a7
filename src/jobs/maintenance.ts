/**
 * Exclusive use of a store: what a copy or a verification needs, because it reads page by page and
 * nothing may be written in between.
 *
 * An embedded store is claimed by the process that opens it. A shared one has a lease that every server
 * takes, renews or watches; so it is watched for long enough that any running server would have changed
 * it, then taken for maintenance, and renewed until it is released. A server that starts at the same time
 * first rings the lease's bell and then looks at the lease, so either the bell keeps maintenance from
 * beginning or the server sees the lease, and waits (`admit`).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { leaseDurationMs, leaseRenewalMs } from './limits.js'
import { type Clock, monotonicClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { StorageError, StoreUnusable } from '../storage/errors.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { Lease } from './lease.js'
import { LeaseWatch, sameBytes } from './lease-watch.js'

export interface StoreLock {
  /** What every write has to carry. */
  readonly fence: Fence
  /** Throws if another server may have used the store since it was locked. */
  requireHeld(): Promise<void>
  release(): Promise<void>
}

/** Throws `StoreUnusable`, in a sentence that begins with `where`, if a server uses the store. */
export async function beginMaintenance(
  engine: Engine,
  where: string,
  time = realTime,
): Promise<StoreLock> {
  if (!engine.shared) return ownStore
  const { clock } = time
  const lease = new Lease({ engine, clock, random: systemRandom, purpose: 'maintenance' })
  if (!(await lease.take(await untilStill(engine, where, time)))) throw inUse(where)
  return new HeldStore(lease, where)
}

export interface MaintenanceTime {
  /** Monotonic. */
  readonly clock: Clock
  readonly pause: (durationMs: number) => Promise<unknown>
}

const realTime: MaintenanceTime = {
  clock: monotonicClock,
  pause: (durationMs) => pause(durationMs),
}

const ownStore: StoreLock = {
  fence: unfenced,
  requireHeld: async () => undefined,
  release: async () => undefined,
}

/** A running server renews the lease, or takes over one that is not renewed, within this time. */
async function untilStill(engine: Engine, where: string, { clock, pause }: MaintenanceTime) {
  const watch = new LeaseWatch(clock)
  const first = await watch.look(engine)
  const neededMs = 3 * leaseRenewalMs + (first.bytes === undefined ? 0 : leaseDurationMs)
  for (;;) {
    const sighting = await watch.look(engine)
    const quiet = sameBytes(sighting.bell, first.bell) && sameBytes(sighting.bytes, first.bytes)
    if (!quiet) throw inUse(where)
    if (sighting.stillMs >= neededMs) return sighting
    await pause(Math.min(leaseRenewalMs, neededMs - sighting.stillMs + 1))
  }
}

function inUse(where: string): StoreUnusable {
  return new StoreUnusable(`${where} is in use: stop every Gramme server on it first.`)
}

class HeldStore implements StoreLock {
  readonly fence: Fence
  readonly #lease: Lease
  readonly #where: string
  readonly #renewal: NodeJS.Timeout

  constructor(lease: Lease, where: string) {
    this.#lease = lease
    this.#where = where
    this.fence = lease.fence!
    // A renewal that fails is tried again; `requireHeld` has the last word.
    this.#renewal = setInterval(() => void lease.renew().catch(() => undefined), leaseRenewalMs)
  }

  async requireHeld(): Promise<void> {
    if (await this.#lease.renew()) return
    throw new StoreUnusable(
      `${this.#where} was opened by a Gramme server before the work was done.`,
    )
  }

  async release(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#lease.release()
  }
}

/** Throws `StorageError` while maintenance has locked a shared store. The watch remembers earlier looks. */
export async function admit(engine: Engine, watch: LeaseWatch): Promise<void> {
  if (!engine.shared) return
  await new Lease({ engine, clock: monotonicClock, random: systemRandom }).announceWork()
  const { record, stillMs } = await watch.look(engine)
  if (record?.purpose !== 'maintenance' || stillMs >= leaseDurationMs) return
  throw new StorageError('unavailable', 'the database is locked by gramme copy or gramme verify')
}
