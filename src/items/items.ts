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
import { batchGet, type GotItems, type TableKey } from './read/batch-get.js'
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

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#stamps = new SteadyClock(clock)
  }

  /**
   * A moment that is now: later than the stamps of everything that was written through here, and not
   * later than those of what will be (`past/past-point.ts`).
   */
  moment(): number {
    return this.#stamps.between()
  }

  get(table: Table, key: Item, consistent = false): Promise<GotItem> {
    return readOneItem(this.#engine, table, key, consistent)
  }

  query(table: Table, request: QueryRequest): Promise<Page> {
    return queryItems(this.#engine, table, request)
  }

  scan(table: Table, request: ScanRequest): Promise<Page> {
    return scanItems(this.#engine, table, request)
  }

  /** Reads a page of the stretches that a statement was planned into. */
  readStretches(request: StretchesRequest): Promise<StretchesPage> {
    return readStretches(this.#engine, request)
  }

  write(table: Table, write: Write): Promise<WriteOutcome> {
    return writeItem(this.#engine, table, write, this.#stamps)
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
    return writeEach(this.#engine, writes, { tables, beside }, this.#stamps)
  }

  /** For `tables`, only checks that their definitions are still current. */
  batchGet(keys: readonly TableKey[], tables: readonly Table[] = []): Promise<GotItems> {
    return batchGet(this.#engine, keys, tables)
  }

  batchWrite(writes: readonly BatchedWrite[]): Promise<readonly WriteOutcome[]> {
    return batchWrite(this.#engine, writes, this.#stamps)
  }

  transactGet(gets: readonly TransactGet[]): Promise<GotItems> {
    return transactGet(this.#engine, gets)
  }

  transactWrite(
    writes: readonly TableWrite[],
    options: TransactOptions = {},
  ): Promise<TransactOutcome> {
    return transactWrite(this.#engine, writes, options, this.#stamps)
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
    const times = { expiredAtMs, stamps: this.#stamps, after }
    return deleteExpired(this.#engine, table, times, fence)
  }
}
