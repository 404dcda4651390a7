/**
 * The expiry sweep: visits the tables whose items expire and deletes what has expired, a bounded step
 * at a time. A table whose list of items by expiry is still being built is forgotten until it is done.
 *
 * It remembers only which tables to visit and when; what there is to do is read from the tables, so
 * nothing is lost when it forgets one. Nothing here knows how expired items are found.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { Scope } from '../model/arn.js'
import { expirySweepIntervalMs } from './limits.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'

export interface ExpirySweepDependencies {
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  readonly log: Log
  /** How long a table is left alone in which nothing has expired. */
  readonly intervalMs?: number
}

type TableRef = Scope & Pick<Table, 'name'>

interface Visit {
  readonly ref: TableRef
  readonly dueAtMs: number
  /** Since the table last had nothing that has expired. */
  readonly deleted: number
  readonly entriesRead: number
}

const untold = { deleted: 0, entriesRead: 0 }

export class ExpirySweep {
  readonly #dependencies: ExpirySweepDependencies
  readonly #visits = new Map<string, Visit>()

  constructor(dependencies: ExpirySweepDependencies) {
    this.#dependencies = dependencies
  }

  /** Adds a table whose items expire, or may. */
  watch({ account, region, name }: TableRef): void {
    const id = `${account}/${region}/${name}`
    if (this.#visits.has(id)) return
    this.#visits.set(id, { ref: { account, region, name }, dueAtMs: 0, ...untold })
  }

  /** Until it is watched again. */
  forget(id: string): void {
    this.#visits.delete(id)
  }

  /** The tables to be visited. */
  get ids(): readonly string[] {
    return [...this.#visits.keys()]
  }

  /** Takes the next step for one table if it is due; returns when the one after it is. */
  async step(id: string, fence: Fence): Promise<number> {
    const { clock } = this.#dependencies
    const visit = this.#visits.get(id)
    if (visit === undefined) return Infinity
    if (clock.now() < visit.dueAtMs) return visit.dueAtMs
    const table = await this.#findSwept(visit.ref)
    if (table === undefined) {
      this.forget(id)
      return Infinity
    }
    const next = await this.#advance(table, visit, fence)
    this.#visits.set(id, next)
    return next.dueAtMs
  }

  /** A cached definition may be older than the setting or the list: it is not enough to give up on. */
  async #findSwept(ref: TableRef): Promise<Table | undefined> {
    const { catalog } = this.#dependencies
    const cached = await catalog.findTable(ref, ref.name)
    if (cached === undefined || isSwept(cached)) return cached
    catalog.forget(cached)
    const current = await catalog.findTable(ref, ref.name)
    return current && isSwept(current) ? current : undefined
  }

  async #advance(table: Table, visit: Visit, fence: Fence): Promise<Visit> {
    const { catalog, clock } = this.#dependencies
    try {
      if (table.expiry !== undefined) return await this.#deleteBatch(table, visit, fence)
      await catalog.addMissingExpiryList(table)
      return { ...visit, dueAtMs: clock.now() }
    } catch (error) {
      if (error instanceof GuardBroken) catalog.forget(table)
      throw error
    }
  }

  async #deleteBatch(table: Table, visit: Visit, fence: Fence): Promise<Visit> {
    const { items, clock, log, intervalMs = expirySweepIntervalMs } = this.#dependencies
    const batch = await items.deleteExpired(table, fence)
    const deleted = visit.deleted + batch.deleted
    const entriesRead = visit.entriesRead + batch.entriesRead
    if (batch.more) return { ...visit, dueAtMs: clock.now(), deleted, entriesRead }
    if (deleted > 0) {
      log.info('expired items deleted', { table: table.name, deleted, entriesRead })
    }
    return { ...visit, dueAtMs: clock.now() + intervalMs, ...untold }
  }
}

/** Also true of a table that has yet to get its list. */
function isSwept({ timeToLive, expiry }: Table): boolean {
  return timeToLive?.enabled === true && expiry?.build === undefined
}
