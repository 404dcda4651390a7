/**
 * The items of all tables: the functions that operations call. Every result reports the work it
 * took. Knows no HTTP, no wire shapes and no capacity units.
 */
import type { Derived } from '../catalog/derived.js'
import type { Table } from '../catalog/table.js'
import type { Item } from '../model/item.js'
import { SteadyClock, type Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import type { ReadMemory } from '../storage/read-memory.js'
import { batchGet, type BatchGetOptions, type GotItems, type TableKey } from './read/batch-get.js'
import { applyChanges, type AppliedCounts, type ApplyOptions } from './write/apply-changes.js'
import { batchWrite, type BatchedWrite } from './write/batch-write.js'
import { backfillBatch } from './backfill.js'
import { fillBatch, type FillBatch } from './fill.js'
import { deleteExpired, type ExpiredBatch } from './write/delete-expired.js'
import { readOneItem, type GotItem } from './read/get.js'
import { queryItems, type QueryRequest } from './read/query.js'
import type { Page } from './read/read-page.js'
import { readStretches, type StretchesPage, type StretchesRequest } from './read/read-stretches.js'
import { scanItems, type ScanRequest } from './read/scan.js'
import { transactGet, type TransactGet } from './read/transact-get.js'
import type { IncomingChange } from './write/incoming-change.js'
import {
  transactWrite,
  type TableWrite,
  type TransactOptions,
  type TransactOutcome,
} from './write/transact-write.js'
import { writeEach, type BesideWrites, type EachOutcome } from './write/write-each.js'
import { writeItem, type Write, type WriteOutcome } from './write/write.js'

export class Items {
  readonly #engine: Engine
  readonly #stamps: SteadyClock
  readonly #onMemberWrite: OnMemberWrite | undefined

  constructor(engine: Engine, clock: Clock, onMemberWrite?: OnMemberWrite) {
    this.#engine = engine
    this.#stamps = new SteadyClock(clock)
    this.#onMemberWrite = onMemberWrite
  }

  /**
   * A moment that is now: later than the stamps of everything that was written through here, and not
   * later than those of what will be (`past/past-point.ts`).
   */
  moment(): number {
    return this.#stamps.between()
  }

  get(table: Table, key: Item, consistent = false): GotItem | Promise<GotItem> {
    return readOneItem(this.#engine, table, key, consistent)
  }

  /** With memory, a page lasts only until that is released. */
  query(table: Table, request: QueryRequest, memory?: ReadMemory): Promise<Page> {
    return queryItems(this.#engine, table, request, memory)
  }

  scan(table: Table, request: ScanRequest, memory?: ReadMemory): Promise<Page> {
    return scanItems(this.#engine, table, request, memory)
  }

  /** Reads a page of the stretches that a statement was planned into. */
  readStretches(request: StretchesRequest): Promise<StretchesPage> {
    return readStretches(this.#engine, request)
  }

  write(table: Table, write: Write): Promise<WriteOutcome> {
    const writing = writeItem(this.#engine, table, write, this.#stamps)
    return table.versions === undefined ? writing : this.#told(writing, [table])
  }

  /**
   * Writes that share a commit, though each may fail alone. `tables` are all that the request
   * names.
   */
  writeEach(
    writes: readonly TableWrite[],
    tables: readonly Table[],
    beside?: BesideWrites,
  ): Promise<readonly EachOutcome[]> {
    const writing = writeEach(this.#engine, writes, { tables, beside }, this.#stamps)
    return tables.some(isMember) ? this.#told(writing, tables) : writing
  }

  batchGet(keys: readonly TableKey[], options?: BatchGetOptions): Promise<GotItems> {
    return batchGet(this.#engine, keys, options)
  }

  batchWrite(writes: readonly BatchedWrite[]): Promise<readonly WriteOutcome[]> {
    const writing = batchWrite(this.#engine, writes, this.#stamps)
    return writes.some(isToMember) ? this.#told(writing, tablesOf(writes)) : writing
  }

  transactGet(gets: readonly TransactGet[], memory?: ReadMemory): Promise<GotItems> {
    return transactGet(this.#engine, gets, memory)
  }

  transactWrite(
    writes: readonly TableWrite[],
    options: TransactOptions = {},
  ): Promise<TransactOutcome> {
    const writing = transactWrite(this.#engine, writes, options, this.#stamps)
    return writes.some(isToMember) ? this.#told(writing, tablesOf(writes)) : writing
  }

  /** Adds the next batch to derived data that is being built; returns whether it was the last. */
  backfill(table: Table, derived: Derived, fence?: Fence): Promise<boolean> {
    return backfillBatch(this.#engine, table, derived, fence)
  }

  /** Puts a batch of items into a table that a job fills. */
  fill(table: Table, batch: FillBatch): Promise<void> {
    return fillBatch(this.#engine, table, batch)
  }

  /** Applies writes that were first made in other regions, as far as they are later. */
  applyChanges(
    table: Table,
    changes: readonly IncomingChange[],
    options: ApplyOptions,
  ): Promise<AppliedCounts> {
    return applyChanges(this.#engine, table, { ...options, changes, stamps: this.#stamps })
  }

  /** Deletes the next batch of items that have expired at a moment: that of a clock that is trusted. */
  deleteExpired(
    table: Table,
    expiredAtMs: number,
    fence?: Fence,
    after?: Buffer,
  ): Promise<ExpiredBatch> {
    const times = { expiredAtMs, stamps: this.#stamps, after, fence }
    const deleting = deleteExpired(this.#engine, table, times)
    return table.versions === undefined ? deleting : this.#told(deleting, [table])
  }

  /** Tells of members of global tables once they were written. */
  async #told<T>(writing: Promise<T>, tables: readonly Table[]): Promise<T> {
    const outcome = await writing
    const tell = this.#onMemberWrite
    if (tell !== undefined) for (const table of tables) if (isMember(table)) tell(table)
    return outcome
  }
}

/** Called with a member of a global table that was written. */
export type OnMemberWrite = (table: Table) => void

function isMember({ versions }: Table): boolean {
  return versions !== undefined
}

function isToMember({ table }: { readonly table: Table }): boolean {
  return isMember(table)
}

function tablesOf(writes: readonly { readonly table: Table }[]): readonly Table[] {
  return [...new Set(writes.map(({ table }) => table))]
}
