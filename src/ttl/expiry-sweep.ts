/**
 * The expiry sweep: visits the tables whose items expire and deletes the expired ones, a bounded
 * step at a time. A table whose list of items by expiry is still being built is not visited until
 * that is done.
 *
 * It remembers only which tables to visit and when; what has to be done is read from the tables, so
 * nothing is lost if it forgets one. Nothing here knows how expired items are found.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { TableJob, TableRef } from '../jobs/job.js'
import { tableId, TableRounds } from '../jobs/table-rounds.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { expirySweepIntervalMs } from './limits.js'

export interface ExpirySweepDependencies {
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  /** By which items expire; the clock if there is no other. */
  readonly time?: TimeSource
  readonly log: Log
  /** How long to leave a table alone after nothing in it had expired. */
  readonly intervalMs?: number
}

/** What was done in a table since the last time that nothing in it had expired. */
interface Sums {
  readonly deleted: number
  readonly entriesRead: number
}

export class ExpirySweep implements TableJob {
  readonly name = 'expiry sweep'
  readonly #dependencies: ExpirySweepDependencies
  readonly #rounds: TableRounds
  readonly #sums = new Map<string, Sums>()

  constructor(dependencies: ExpirySweepDependencies) {
    this.#dependencies = dependencies
    this.#rounds = new TableRounds({ ...dependencies, name: 'expiry sweep' })
  }

  wants({ timeToLive }: Table): boolean {
    return timeToLive?.enabled === true
  }

  watch(table: TableRef): void {
    this.#rounds.add(table, 'as known')
  }

  step(fence: Fence, signal: AbortSignal): Promise<number> {
    return this.#rounds.step((table) => this.#visit(table, fence), signal)
  }

  async #visit(ref: TableRef, fence: Fence): Promise<number | undefined> {
    const { catalog, clock } = this.#dependencies
    const table = await this.#findSwept(ref)
    if (table === undefined) {
      this.#sums.delete(tableId(ref))
      return undefined
    }
    try {
      if (table.expiry !== undefined) return await this.#deleteBatch(table, fence)
      await catalog.addMissingExpiryList(table)
      return clock.now()
    } catch (error) {
      if (error instanceof GuardBroken) catalog.forget(table)
      throw error
    }
  }

  /**
   * A cached definition may be older than the setting or the list, so it cannot rule a table out.
   */
  async #findSwept(ref: TableRef): Promise<Table | undefined> {
    const { catalog } = this.#dependencies
    const cached = await catalog.findTable(ref, ref.name)
    if (cached === undefined || isSwept(cached)) return cached
    catalog.forget(cached)
    const current = await catalog.findTable(ref, ref.name)
    return current && isSwept(current) ? current : undefined
  }

  async #deleteBatch(table: Table, fence: Fence): Promise<number> {
    const { items, clock, log, intervalMs = expirySweepIntervalMs } = this.#dependencies
    const { time = clock } = this.#dependencies
    const batch = await items.deleteExpired(table, await time.now(), fence)
    const before = this.#sums.get(tableId(table))
    const deleted = batch.deleted + (before?.deleted ?? 0)
    const entriesRead = batch.entriesRead + (before?.entriesRead ?? 0)
    if (batch.more) {
      this.#sums.set(tableId(table), { deleted, entriesRead })
      return clock.now()
    }
    this.#sums.delete(tableId(table))
    if (deleted > 0) log.info('expired items deleted', { table: table.name, deleted, entriesRead })
    return clock.now() + intervalMs
  }
}

/** Also true for a table whose list does not exist yet. */
function isSwept({ timeToLive, expiry }: Table): boolean {
  return timeToLive?.enabled === true && expiry?.build === undefined
}
