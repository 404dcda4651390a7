/**
 * The work that no request waits for: building indexes, deleting items that have expired, freeing what
 * deleted tables held, and keeping change logs in shape.
 *
 * Of several servers that share a store, the one that has the lease does it, and every step carries
 * the fence of that lease; the others watch, and go on with it when that server dies. A store of our
 * own needs no lease.
 *
 * One loop does it all, a bounded step at a time, and lets requests run between any two steps. It
 * remembers nothing that matters: what there is to do is read from the catalog when the server starts
 * and every few seconds after, and being told of a table only saves that wait. A step that fails
 * is logged and tried again. Nothing here knows how an index is filled or what has expired.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.js'
import type { ChangeUpkeep } from '../changes/upkeep.js'
import type { Table } from '../catalog/table.js'
import type { Builder } from '../items/builder.js'
import type { Scope } from '../model/arn.js'
import { backgroundSweepIntervalMs, leaseRenewalMs } from '../jobs/limits.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { GuardBroken } from '../storage/errors.js'
import { unfenced, type Fence } from '../storage/fence.js'
import type { ExpirySweep } from '../ttl/expiry-sweep.js'
import type { Lease } from '../jobs/lease.js'

export interface BackgroundDependencies {
  readonly catalog: Catalog
  readonly builder: Builder
  readonly upkeep: ChangeUpkeep
  readonly expiry: ExpirySweep
  readonly clock: Clock
  readonly log: Log
  /** For a store that other servers work on too. */
  readonly lease?: Lease
}

type TableRef = Scope & Pick<Table, 'name'>

export class Background {
  readonly #dependencies: BackgroundDependencies
  /** Tables that have, or may have, derived data being built. */
  readonly #building = new Map<string, TableRef>()
  #sweepAtMs = 0
  #holder = false
  #upkeepAtMs = 0
  #stopped = false
  /** Whether a table was named since the last round began. */
  #news = false
  #loop: Promise<void> | undefined
  #wake: () => void = () => undefined

  constructor(dependencies: BackgroundDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Finishes the step under way and begins no other. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#loop
    const { lease, log } = this.#dependencies
    // One that cannot be given back runs out.
    await lease?.release().catch((error: unknown) => log.debug('lease not released', { error }))
  }

  /** Tells of a table of which something is to be built. */
  build(table: TableRef): void {
    this.#remember(table)
    this.#news = true
    this.#wake()
    // A ring that nobody hears costs the wait until the holder looks by itself.
    if (!this.#holder) this.#dependencies.lease?.ring().catch(() => undefined)
  }

  #remember({ account, region, name }: TableRef): void {
    this.#building.set(`${account}/${region}/${name}`, { account, region, name })
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const restMs = (await this.round()) - this.#dependencies.clock.now()
      if (restMs > 0) await this.#rest(restMs)
      else await nextTurn()
    }
  }

  /** One step of everything that is due; tells when something will be due again. */
  async round(): Promise<number> {
    this.#news = false
    const tendAtMs = await this.#tendLease()
    if (!this.#holder) return tendAtMs
    if (this.#dependencies.clock.now() >= this.#sweepAtMs) await this.#attempt(() => this.#sweep())
    if (this.#dependencies.clock.now() >= this.#upkeepAtMs) await this.#attempt(() => this.#keep())
    const builtAtMs = await this.#advanceAll()
    return Math.min(tendAtMs, builtAtMs, await this.#expireAll())
  }

  /** Tells when the lease wants to be looked at again. */
  async #tendLease(): Promise<number> {
    const { lease, clock, log } = this.#dependencies
    if (lease === undefined) {
      this.#holder = true
      return Infinity
    }
    const restMs = await lease.tend().catch((error: unknown) => {
      log.error('lease on background work failed', { error })
      return leaseRenewalMs
    })
    const holds = lease.fence !== undefined
    if (holds !== this.#holder)
      log.info(holds ? 'background work taken on' : 'background work lost')
    // Whoever had the lease before may have left anything undone.
    if (holds && (!this.#holder || lease.heard())) this.#sweepAtMs = 0
    this.#holder = holds
    return clock.now() + restMs
  }

  /** What work beside this loop has to carry; undefined while another server does the work. */
  get fence(): Fence | undefined {
    if (!this.#holder) return undefined
    const { lease } = this.#dependencies
    return lease === undefined ? unfenced : lease.fence
  }

  /** What every step has to carry. */
  #fence(): Fence {
    const { lease } = this.#dependencies
    if (lease === undefined) return unfenced
    const { fence } = lease
    if (fence === undefined) throw new GuardBroken('the lease has run out')
    return fence
  }

  async #advanceAll(): Promise<number> {
    let nextAtMs = Math.min(this.#sweepAtMs, this.#upkeepAtMs)
    for (const [id, ref] of [...this.#building]) {
      if (this.#stopped) break
      const forget = () => this.#building.delete(id)
      const dueAtMs = await this.#attempt(() => this.#advance(id, ref), forget)
      nextAtMs = Math.min(nextAtMs, dueAtMs)
    }
    return nextAtMs
  }

  async #expireAll(): Promise<number> {
    const { expiry } = this.#dependencies
    let nextAtMs = Infinity
    for (const id of expiry.ids) {
      if (this.#stopped) break
      const forget = () => expiry.forget(id)
      const dueAtMs = await this.#attempt(() => expiry.step(id, this.#fence()), forget)
      nextAtMs = Math.min(nextAtMs, dueAtMs)
    }
    return nextAtMs
  }

  /** A step. One that fails leaves it to the next sweep to find what is still to be done. */
  async #attempt(
    step: () => Promise<number>,
    forget: () => unknown = () => undefined,
  ): Promise<number> {
    const { clock, lease, log } = this.#dependencies
    try {
      return await step()
    } catch (error) {
      // The table was changed or the lease lost meanwhile: the next round looks at both afresh.
      if (error instanceof GuardBroken) {
        lease?.doubt()
        return clock.now()
      }
      log.error('background work failed', { error })
      forget()
      return this.#sweepAtMs
    }
  }

  async #sweep(): Promise<number> {
    const { catalog, clock, expiry } = this.#dependencies
    this.#sweepAtMs = clock.now() + backgroundSweepIntervalMs
    await catalog.finishDeletions(this.#fence())
    for await (const table of catalog.allTables()) {
      if (table.building.length > 0) this.#remember(table)
      if (table.timeToLive?.enabled) expiry.watch(table)
    }
    return this.#sweepAtMs
  }

  /** A step for the change logs; the next one follows at once when there is more to do. */
  async #keep(): Promise<number> {
    const { upkeep, clock } = this.#dependencies
    this.#upkeepAtMs = clock.now() + upkeep.intervalMs
    if (await upkeep.step(this.#fence())) this.#upkeepAtMs = clock.now()
    return this.#upkeepAtMs
  }

  /** Takes the next step for one table; returns when the one after it is due. */
  async #advance(id: string, ref: TableRef): Promise<number> {
    const { builder, expiry } = this.#dependencies
    const dueAtMs = await builder.step(ref, this.#fence())
    if (dueAtMs < Infinity) return dueAtMs
    this.#building.delete(id)
    // What was built may be the list that the sweep has been waiting for.
    expiry.watch(ref)
    return dueAtMs
  }

  /** Until the time is up or there is news. A server that only rests keeps no process alive. */
  #rest(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#news || this.#stopped) return resolve()
      const timer = setTimeout(resolve, durationMs).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
