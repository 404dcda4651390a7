/**
 * Which tables there are, and how they come, change and go.
 *
 * Definitions are cached, and the cache is never trusted: whoever uses a table passes its guard to
 * the storage, and answers `GuardBroken` by calling `forget` and looking again. Every change is one
 * storage transaction, so two servers never disagree about a table.
 */
import { changeReads, endChanges, foundChanges } from '../changes/settle-changes.js'
import type { WantedDefinition } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import { limitExceeded, resourceInUse, tableNotFound } from '../model/errors.js'
import { tableNameLengthMax, tablesPerRegionMax } from '../model/limits.js'
import type { StreamDraft, TableDefinition } from '../model/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine, Get, Mutation, Tally } from '../storage/engine.js'
import { systemSpace } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { allTableRecords, nextSpaceKey, tableNameOf, tableStampRange } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { requireChangeable, requireDeletable } from './admission.js'
import { alterTable } from './alter-table.js'
import { finishBuild } from './finish-build.js'
import { finishDeletions } from './finish-deletions.js'
import type { Derived } from './derived.js'
import type { DefinitionDraft, IndexDraft } from './settle-derived.js'
import { servesItems, stateOf } from './life-cycle.js'
import { settleLog, settleTable } from './settle-table.js'
import { decodeSpaceCounter, encodeSpaceCounter } from './space-counter.js'
import { tableOf, type Table } from './table.js'
import { TableCache } from './table-cache.js'
import {
  createSpaces,
  decodeTableEntry,
  decodeTableRecord,
  dropSpaces,
  getTableRecord,
  guardOf,
  putTable,
  removeTable,
  countedSpaces,
  stampedGone,
  type RefusedTable,
  type TableRecord,
} from './table-record.js'

/** Table records read at a time when all are visited. */
const tableRecordsPage = 100

export interface CatalogSettings {
  /** How long a table stays CREATING, UPDATING or DELETING. AWS takes seconds; 0 is at once. */
  readonly tableTransitionMs: number
}

export interface CatalogDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly settings: CatalogSettings
  /** Called with a table that has something to build. */
  readonly onBuild?: (table: Table) => void
  /** Called with a table that needs what this server does not know, whenever all are visited. */
  readonly onRefused?: (refused: RefusedTable) => void
}

/** A table to be made: what a client can say about it. The catalog adds the rest. */
export type TableDraft = Omit<
  TableDefinition,
  | 'id'
  | 'space'
  | 'createdAtMs'
  | 'transition'
  | 'indexes'
  | 'departingIndex'
  | 'stream'
  | 'changes'
  | 'timeToLive'
  | 'expiry'
  | 'kinesisDestinations'
> & { readonly indexes: readonly IndexDraft[]; readonly stream?: StreamDraft }

export interface TableTotals {
  readonly table: Tally
  /** By the index's name. */
  readonly indexes: ReadonlyMap<string, Tally>
}

export interface TableNamesPage {
  readonly names: readonly string[]
  readonly more: boolean
}

export class Catalog {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #random: Random
  readonly #settings: CatalogSettings
  readonly #onBuild: (table: Table) => void
  readonly #onRefused: (refused: RefusedTable) => void
  readonly #cache = new TableCache()

  constructor({ engine, clock, random, settings, onBuild, onRefused }: CatalogDependencies) {
    this.#engine = engine
    this.#clock = clock
    this.#random = random
    this.#settings = settings
    this.#onBuild = onBuild ?? (() => undefined)
    this.#onRefused = onRefused ?? (() => undefined)
  }

  /** A table whose items can be read and written. It may be stale: use it with its guard. */
  async findTable(scope: Scope, tableName: string): Promise<Table | undefined> {
    return this.tableAtHand(scope, tableName) ?? this.#inService(await this.#load(scope, tableName))
  }

  /** As `findTable`, as far as nothing has to be read for it. */
  tableAtHand(scope: Scope, tableName: string): Table | undefined {
    return this.#inService(this.#cache.find(scope, tableName))
  }

  #inService(table: Table | undefined): Table | undefined {
    if (table?.transition === undefined) return table
    return servesItems(stateOf(table, this.#clock.now())) ? table : undefined
  }

  /** The current definition of a table in any state, read afresh. */
  async requireTable(scope: Scope, tableName: string): Promise<Table> {
    const table = await this.lookUp(scope, tableName)
    if (table === undefined) throw tableNotFound(tableName)
    return table
  }

  /** As `requireTable`, for those who have their own words for a missing one. */
  lookUp(scope: Scope, tableName: string): Promise<Table | undefined> {
    return this.#load(scope, tableName)
  }

  /** Whether a table is still what the storage says it is. */
  async isCurrent(table: Table): Promise<boolean> {
    try {
      await this.#engine.read([], [table.guard])
      return true
    } catch (error) {
      if (error instanceof GuardBroken) return false
      throw error
    }
  }

  /** Drops a definition that turned out to be stale. */
  forget(table: Table): void {
    this.#cache.drop(table, table.name)
  }

  async totals(table: Table): Promise<TableTotals> {
    const reads = countedSpaces(table).map((space) => ({ kind: 'tally', space }) as const)
    const [first, ...others] = await this.#engine.read(reads, [table.guard])
    const indexes = new Map(table.indexes.map(({ name }, i) => [name, others[i]!]))
    return { table: first!, indexes }
  }

  async listTables(scope: Scope, after: string | undefined, max: number): Promise<TableNamesPage> {
    const range = {
      kind: 'range',
      space: systemSpace,
      ...tableStampRange(scope, after),
      entriesMax: max,
    } as const
    const [page] = await this.#engine.read([range])
    const nowMs = this.#clock.now()
    const present = page.entries.filter((entry) => !stampedGone(entry.value, nowMs))
    return { names: present.map((entry) => tableNameOf(scope, entry.key)), more: page.more }
  }

  async createTable(draft: TableDraft): Promise<Table> {
    const nowMs = this.#clock.now()
    const id = this.#random.uuid()
    const counter: Get = { kind: 'get', space: systemSpace, key: nextSpaceKey() }
    const stamps = {
      kind: 'range',
      space: systemSpace,
      ...tableStampRange(draft),
      entriesMax: tablesPerRegionMax,
    } as const
    const record = await this.#engine.transact({
      reads: [
        getTableRecord(draft, draft.name),
        counter,
        stamps,
        ...changeReads(draft, draft.name, undefined),
      ],
      decide: ([existing, nextSpace, tables, ...changes]) => {
        const replaced = this.#goneTable(existing, draft.name, nowMs)
        if (tables.entries.length >= tablesPerRegionMax) throw tooManyTables()
        const firstSpace = decodeSpaceCounter(nextSpace)
        const wanted = this.#define(draft, id, firstSpace, nowMs)
        const { doneAtMs } = wanted.transition!
        const afterSpaces = firstSpace + countedSpaces(wanted).length
        const settled = settleLog(wanted, foundChanges(changes), afterSpaces, { nowMs, doneAtMs })
        const { definition } = settled
        const created = { definition, revision: 1 }
        const mutations = [
          ...(replaced === undefined ? [] : dropSpaces(replaced)),
          ...putTable(created),
          ...createSpaces(definition),
          ...settled.mutations,
          putCounter(counter, settled.nextSpace),
        ]
        return { mutations, result: created }
      },
    })
    return this.#remember(record)
  }

  /**
   * Changes a table that nothing else is being done to; `change` is pure and may run again. Indexes
   * that it adds are built in the background, and those that it leaves out are dropped at once.
   *
   * While an index comes or goes, `change` itself has to refuse what cannot be done meanwhile.
   */
  async updateTable(
    scope: Scope,
    tableName: string,
    change: (definition: TableDefinition, nowMs: number) => DefinitionDraft,
  ): Promise<Table> {
    const transition = this.#transition('updating', this.#clock.now())
    return this.#alter(scope, tableName, transition.doneAtMs, (definition, nowMs) => ({
      ...change(definition, nowMs),
      transition,
    }))
  }

  /** Puts derived data into service that covers every item. */
  async finishBuild(table: Table, built: Derived, fence: Fence = unfenced): Promise<void> {
    this.#remember(await finishBuild(this.#engine, table, built, fence))
  }

  /**
   * A migration: time to live was enabled by a version that kept no list of items by expiry. Defining
   * the table anew as it is creates the list, since every definition is settled against what is stored.
   */
  async addMissingExpiryList({ account, region, name }: Table): Promise<void> {
    await this.changeSetting({ account, region }, name, (same) => same)
  }

  /** Changes a setting that leaves the table ACTIVE, such as its tags; `doneAtMs` is when it is over. */
  async changeSetting(
    scope: Scope,
    tableName: string,
    change: (definition: TableDefinition, nowMs: number, doneAtMs: number) => TableDefinition,
  ): Promise<Table> {
    const { tableTransitionMs } = this.#settings
    return this.#alter(scope, tableName, this.#clock.now(), (definition, nowMs) =>
      change(definition, nowMs, nowMs + tableTransitionMs),
    )
  }

  async #alter(
    scope: Scope,
    tableName: string,
    doneAtMs: number,
    change: (definition: TableDefinition, nowMs: number) => DefinitionDraft,
  ): Promise<Table> {
    const nowMs = this.#clock.now()
    const counter: Get = { kind: 'get', space: systemSpace, key: nextSpaceKey() }
    const record = await alterTable(this.#engine, scope, tableName, {
      reads: [getTableRecord(scope, tableName), counter],
      decide: ([existing, next], found) => {
        const current = requireChangeable(existing, tableName, nowMs)
        const wanted = change(current.definition, nowMs)
        const firstSpace = decodeSpaceCounter(next)
        const times = { nowMs, doneAtMs }
        const settled = settleTable(current.definition, wanted, found, firstSpace, times)
        const result = revise(current, settled.definition)
        const mutations = [...putTable(result), ...settled.mutations]
        if (settled.nextSpace > firstSpace) mutations.push(putCounter(counter, settled.nextSpace))
        return { mutations, result }
      },
    })
    const table = this.#remember(record)
    if (table.building.length > 0) this.#onBuild(table)
    return table
  }

  async deleteTable(
    scope: Scope,
    tableName: string,
    check: (definition: TableDefinition) => void,
  ): Promise<Table> {
    const nowMs = this.#clock.now()
    const deleted = await alterTable(this.#engine, scope, tableName, {
      reads: [getTableRecord(scope, tableName)],
      decide: ([existing], found) => {
        const record = requireDeletable(existing, tableName, nowMs)
        check(record.definition)
        const transition = this.#transition('deleting', nowMs)
        const result = revise(record, { ...record.definition, transition, changes: undefined })
        const atOnce = this.#settings.tableTransitionMs === 0
        const removal = atOnce ? removeTable(result.definition) : putTable(result)
        const ended = endChanges(found, { nowMs, doneAtMs: transition.doneAtMs })
        return { mutations: [...removal, ...ended], result }
      },
    })
    this.#cache.drop(scope, tableName)
    return tableOf(deleted.definition, guardOf(deleted))
  }

  finishDeletions(fence: Fence = unfenced): Promise<void> {
    return finishDeletions(this.#engine, this.allTables(), this.#clock.now(), fence)
  }

  /** Every table of every account and region, in any state, except those that are refused. */
  async *allTables(): AsyncGenerator<Table> {
    const range = { space: systemSpace, ...allTableRecords(), entriesMax: tableRecordsPage }
    for await (const { value } of walk(this.#engine, range)) {
      const decoded = decodeTableEntry(value)
      if (decoded.kind === 'known')
        yield tableOf(decoded.record.definition, guardOf(decoded.record))
      else this.#onRefused(decoded)
    }
  }

  async #load(scope: Scope, tableName: string): Promise<Table | undefined> {
    // Statements name tables freely; what no table can be called would not even fit into a key.
    if (tableName.length > tableNameLengthMax) return undefined
    const [bytes] = await this.#engine.read([getTableRecord(scope, tableName)])
    if (bytes === undefined) return undefined
    const record = decodeTableRecord(bytes)
    if (stateOf(record.definition, this.#clock.now()) === 'gone') return undefined
    return this.#remember(record)
  }

  #remember(record: TableRecord): Table {
    const table = tableOf(record.definition, guardOf(record))
    this.#cache.keep(table)
    return table
  }

  #define(draft: TableDraft, id: string, firstSpace: number, nowMs: number): WantedDefinition {
    return {
      ...draft,
      id,
      space: firstSpace,
      indexes: draft.indexes.map((index, i) => ({ ...index, space: firstSpace + 1 + i })),
      createdAtMs: nowMs,
      transition: this.#transition('creating', nowMs),
    }
  }

  #transition(kind: 'creating' | 'updating' | 'deleting', nowMs: number) {
    return { kind, doneAtMs: nowMs + this.#settings.tableTransitionMs }
  }

  /** What an earlier table of that name left behind; refuses when there still is one. */
  #goneTable(
    existing: Buffer | undefined,
    tableName: string,
    nowMs: number,
  ): TableDefinition | undefined {
    if (existing === undefined) return undefined
    const { definition } = decodeTableRecord(existing)
    if (stateOf(definition, nowMs) === 'gone') return definition
    throw resourceInUse(`Table already exists: ${tableName}`)
  }
}

function revise(record: TableRecord, definition: TableDefinition): TableRecord {
  return { definition, revision: record.revision + 1 }
}

function putCounter({ space, key }: Get, next: number): Mutation {
  return { kind: 'put', space, key, value: encodeSpaceCounter(next) }
}

function tooManyTables() {
  return limitExceeded(
    `Subscriber limit exceeded: There is a limit of ${tablesPerRegionMax} tables per subscriber`,
  )
}
