/**
 * Which tables there are, and how they come, change and go.
 *
 * Definitions are cached, and the cache is never trusted: whoever uses a table passes its guard to
 * the storage, and answers `GuardBroken` by calling `forget` and looking again. Every change is one
 * storage transaction, so two servers never disagree about a table.
 */
import type { Scope } from '../model/arn.js'
import { limitExceeded, resourceInUse, tableNotFound } from '../model/errors.js'
import { tableNameLengthMax, tablesPerRegionMax } from '../model/limits.js'
import type { IndexDefinition, TableDefinition } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { Engine, Get, Mutation, Tally } from '../storage/engine.js'
import { systemSpace } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { unfenced, type Fence } from '../storage/fence.js'
import {
  allTableRecords,
  keyAfter,
  nextSpaceKey,
  tableNameOf,
  tableStampRange,
} from '../storage/keyspace.js'
import { requireChangeable, requireDeletable } from './admission.js'
import { alterTable } from './alter-table.js'
import { cursorAtEnd, decodeCursor, deleteCursor, getCursor } from './build-cursor.js'
import { settleIndexes, type IndexDraft, type TableChange } from './index-changes.js'
import { servesItems, stateOf } from './life-cycle.js'
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
  spacesOf,
  stampedGone,
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
  /** Told when an index is to be built, for whoever does that. */
  readonly onIndexBuild?: (table: Table) => void
}

/** A table to be made: what a client can say about it. The catalog adds the rest. */
export type TableDraft = Omit<
  TableDefinition,
  'id' | 'space' | 'createdAtMs' | 'transition' | 'indexes' | 'departingIndex'
> & { readonly indexes: readonly IndexDraft[] }

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
  readonly #onIndexBuild: (table: Table) => void
  readonly #cache = new TableCache()

  constructor({ engine, clock, random, settings, onIndexBuild }: CatalogDependencies) {
    this.#engine = engine
    this.#clock = clock
    this.#random = random
    this.#settings = settings
    this.#onIndexBuild = onIndexBuild ?? (() => undefined)
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
    const reads = spacesOf(table).map((space) => ({ kind: 'tally', space }) as const)
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
      reads: [getTableRecord(draft, draft.name), counter, stamps],
      decide: ([existing, nextSpace, tables]) => {
        const replaced = this.#goneTable(existing, draft.name, nowMs)
        if (tables.entries.length >= tablesPerRegionMax) throw tooManyTables()
        const firstSpace = decodeSpaceCounter(nextSpace)
        const definition = this.#define(draft, id, firstSpace, nowMs)
        const created = { definition, revision: 1 }
        const mutations = [
          ...(replaced === undefined ? [] : dropSpaces(replaced)),
          ...putTable(created),
          ...createSpaces(definition),
          putCounter(counter, firstSpace + spacesOf(definition).length),
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
    change: (definition: TableDefinition, nowMs: number) => TableChange,
  ): Promise<Table> {
    const nowMs = this.#clock.now()
    const counter: Get = { kind: 'get', space: systemSpace, key: nextSpaceKey() }
    const record = await alterTable(this.#engine, scope, tableName, {
      reads: [getTableRecord(scope, tableName), counter],
      decide: ([existing, next]) => {
        const current = requireChangeable(existing, tableName, nowMs)
        const transition = this.#transition('updating', nowMs)
        const wanted = { ...change(current.definition, nowMs), transition }
        const firstSpace = decodeSpaceCounter(next)
        const { doneAtMs } = transition
        const settled = settleIndexes(current.definition, wanted, firstSpace, nowMs, doneAtMs)
        const result = revise(current, settled.definition)
        const mutations = [...putTable(result), ...settled.mutations]
        if (settled.nextSpace > firstSpace) mutations.push(putCounter(counter, settled.nextSpace))
        return { mutations, result }
      },
    })
    const table = this.#remember(record)
    if (table.indexes.some(({ build }) => build !== undefined)) this.#onIndexBuild(table)
    return table
  }

  /** Puts an index into service whose backfill has come to the end. */
  async finishIndex(table: Table, index: IndexDefinition, fence: Fence = unfenced): Promise<void> {
    const record = await this.#engine.transact({
      guards: [table.guard, ...fence.guards],
      exclusive: [table.space],
      reads: [getTableRecord(table, table.name), getCursor(index)],
      decide: ([existing, cursor]) => {
        assert(decodeCursor(cursor).equals(cursorAtEnd), 'a finished index holds every item')
        const current = decodeTableRecord(existing!)
        const indexes = current.definition.indexes.map((each) => {
          const { build, ...built } = each
          return each.space === index.space ? built : each
        })
        const result = revise(current, { ...current.definition, indexes })
        const mutations = [...putTable(result), deleteCursor(index), ...fence.mutations]
        return { mutations, result }
      },
    })
    this.#remember(record)
  }

  /** Changes a setting that leaves the table ACTIVE throughout, such as its tags. */
  async changeSetting(
    scope: Scope,
    tableName: string,
    change: (definition: TableDefinition, nowMs: number) => TableDefinition,
  ): Promise<Table> {
    const nowMs = this.#clock.now()
    const record = await alterTable(this.#engine, scope, tableName, {
      reads: [getTableRecord(scope, tableName)],
      decide: ([existing]) => {
        const current = requireChangeable(existing, tableName, nowMs)
        const result = revise(current, change(current.definition, nowMs))
        return { mutations: putTable(result), result }
      },
    })
    return this.#remember(record)
  }

  async deleteTable(
    scope: Scope,
    tableName: string,
    check: (definition: TableDefinition) => void,
  ): Promise<Table> {
    const nowMs = this.#clock.now()
    const deleted = await alterTable(this.#engine, scope, tableName, {
      reads: [getTableRecord(scope, tableName)],
      decide: ([existing]) => {
        const record = requireDeletable(existing, tableName, nowMs)
        check(record.definition)
        const transition = this.#transition('deleting', nowMs)
        const result = revise(record, { ...record.definition, transition })
        const atOnce = this.#settings.tableTransitionMs === 0
        return { mutations: atOnce ? removeTable(result.definition) : putTable(result), result }
      },
    })
    this.#cache.drop(scope, tableName)
    return tableOf(deleted.definition, guardOf(deleted))
  }

  /** Frees the space of tables whose deletion is over; they are invisible already. */
  async finishDeletions(fence: Fence = unfenced): Promise<void> {
    const nowMs = this.#clock.now()
    for (const definition of await this.#goneTables(nowMs)) {
      await this.#engine.transact({
        guards: fence.guards,
        reads: [getTableRecord(definition, definition.name)],
        decide: ([existing]) => {
          const current = existing && decodeTableRecord(existing).definition
          const same = current?.id === definition.id
          const mutations = same ? [...removeTable(definition), ...fence.mutations] : []
          return { mutations, result: undefined }
        },
      })
    }
  }

  async #goneTables(nowMs: number): Promise<readonly TableDefinition[]> {
    const gone: TableDefinition[] = []
    for await (const definition of this.allTables()) {
      if (stateOf(definition, nowMs) === 'gone') gone.push(definition)
    }
    return gone
  }

  /** Every table of every account and region, in any state. */
  async *allTables(): AsyncGenerator<Table> {
    let range = allTableRecords()
    for (let more = true; more;) {
      const [page] = await this.#engine.read([
        { kind: 'range', space: systemSpace, ...range, entriesMax: tableRecordsPage },
      ])
      for (const entry of page.entries) {
        const record = decodeTableEntry(entry)
        yield tableOf(record.definition, guardOf(record))
      }
      more = page.more
      if (more) range = { ...range, from: keyAfter(page.entries.at(-1)!.key) }
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

  #define(draft: TableDraft, id: string, firstSpace: number, nowMs: number): TableDefinition {
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
