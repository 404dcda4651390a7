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
import type { ExpiredBatch } from '../items/write/delete-expired.js'
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
  readonly onExpired?: ((table: Table, deleted: number) => void) | undefined
}

/** What was done in a table since the last time that nothing in it had expired. */
interface Sums {
  readonly deleted: number
  readonly entriesRead: number
  readonly damaged: number
  /** One of them. */
  readonly damagedKey: string | undefined
  /** Where the next batch continues, if damaged items stay before it. */
  readonly after: Buffer | undefined
}

const noSums: Sums = {
  ...{ deleted: 0, entriesRead: 0, damaged: 0 },
  ...{ damagedKey: undefined, after: undefined },
}

export class ExpirySweep implements TableJob {
  readonly name = 'expiry sweep'
  readonly #dependencies: ExpirySweepDependencies
  readonly #rounds: TableRounds
  readonly #sums = new Map<string, Sums>()
  /** How many items of a table are known to be damaged, so that it is said once. */
  readonly #damaged = new Map<string, number>()

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
      this.#damaged.delete(tableId(ref))
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
    const before = this.#sums.get(tableId(table)) ?? noSums
    const batch = await items.deleteExpired(table, await time.now(), fence, before.after)
    this.#dependencies.onExpired?.(table, batch.deleted)
    const sums = sumsWith(before, batch)
    if (batch.more) {
      this.#sums.set(tableId(table), sums)
      return clock.now()
    }
    this.#sums.delete(tableId(table))
    const { deleted, entriesRead } = sums
    if (deleted > 0) log.info('expired items deleted', { table: table.name, deleted, entriesRead })
    this.#tellDamaged(table, sums)
    return clock.now() + intervalMs
  }

  #tellDamaged(table: Table, { damaged, damagedKey }: Sums): void {
    if (damaged === (this.#damaged.get(tableId(table)) ?? 0)) return
    this.#damaged.set(tableId(table), damaged)
    const facts = { table: table.name, damaged, key: damagedKey }
    if (damaged > 0) this.#dependencies.log.error('expired items are damaged and stay', facts)
  }
}

function sumsWith(before: Sums, batch: ExpiredBatch): Sums {
  return {
    deleted: before.deleted + batch.deleted,
    entriesRead: before.entriesRead + batch.entriesRead,
    damaged: before.damaged + batch.damaged.length,
    damagedKey: before.damagedKey ?? batch.damaged[0]?.key,
    after: batch.after,
  }
}

/** Also true for a table whose list does not exist yet. */
function isSwept({ timeToLive, expiry }: Table): boolean {
  return timeToLive?.enabled === true && expiry?.build === undefined
}
