/**
 * Stores a new table: its record, its spaces, and its change log if it has readers from the start.
 * The indexes of a table that a job will fill are built after its items are there.
 */
import { changeReads, foundChanges } from '../changes/found-changes.js'
import type { SettlementTimes, WantedDefinition } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import { limitExceeded, resourceInUse, type ServiceError } from '../model/errors.js'
import { tablesPerRegionMax } from '../model/limits.js'
import type { ExpiryIndex, Filling, TableDefinition } from '../model/table.js'
import {
  systemSpace,
  type Engine,
  type Mutation,
  type Range,
  type Read,
  type SpaceId,
} from '../storage/engine.js'
import { joinRaises } from '../storage/format.js'
import { joinReads } from '../storage/join-reads.js'
import { tableStampRange } from '../storage/keyspace.js'
import { noPart, type TransactionPart } from '../storage/transaction-part.js'
import { startCursor } from './build-cursor.js'
import { derivedOf, isBeingBuilt, spacesOf } from './derived.js'
import { isBeingRestored, stateOf, stillInUse } from './life-cycle.js'
import type { IndexDraft, VectorIndexDraft } from './settle-derived.js'
import type { TableDraft } from './table-draft.js'
import { settleLog } from './settle-table.js'
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from './space-counter.js'
import {
  createSpaces,
  decodeTableRecord,
  dropSpaces,
  getTableRecord,
  putTable,
  settledRecord,
  type TableRecord,
} from './table-record.js'

export interface NewTable extends SettlementTimes {
  readonly draft: TableDraft
  readonly id: string
  /** For a table that a job will fill. */
  readonly filling?: Filling
  /** Throws if there is no room for it. Called once it is clear that its name is free. */
  readonly admit?: () => void
  /** What commits with it. */
  readonly beside?: TransactionPart
  /** Of the access stamp: a table's tags and policy decide who may use it. */
  readonly renewal: Mutation
  /** The refusal if a table of that name exists; that of CreateTable by default. */
  readonly refusal?: (existing: TableDefinition, nowMs: number) => ServiceError
}

/** Returns the table in its transition, for the answer; what is stored is `settled`. */
export function insertTable(engine: Engine, table: NewTable): Promise<TableRecord> {
  const { draft, nowMs, beside = noPart } = table
  const joined = joinReads(readsOf(draft), beside.reads)
  return engine.transact<readonly Read[], TableRecord>({
    reads: joined.reads,
    decide(results) {
      const [[existing, counter, stamps, ...changes], others] = joined.split(results)
      const replaced = goneTable(existing, table)
      if (stamps.entries.length >= tablesPerRegionMax) throw tooManyTables()
      table.admit?.()
      const wanted = defined(table, decodeSpaceCounter(counter))
      const nextSpace = wanted.space + 1 + derivedOf(wanted).flatMap(spacesOf).length
      const founded = settleLog(wanted, foundChanges(changes), nextSpace, table)
      const created = { definition: founded.definition, revision: 1 }
      const mutations = [
        ...(replaced === undefined ? [] : dropSpaces(replaced)),
        ...putTable(settledRecord(created, nowMs)),
        ...createSpaces(founded.definition),
        ...derivedOf(founded.definition).filter(isBeingBuilt).map(startCursor),
        ...founded.mutations,
        putSpaceCounter(founded.nextSpace),
        ...beside.decide(others),
        table.renewal,
      ]
      return { mutations: joinRaises(mutations), result: created }
    },
  })
}

function readsOf(draft: TableDraft) {
  return [
    getTableRecord(draft, draft.name),
    getSpaceCounter(),
    tableStamps(draft),
    ...changeReads(draft, draft.name, undefined),
  ] as const
}

function tableStamps(scope: Scope): Range {
  const range = tableStampRange(scope)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: tablesPerRegionMax }
}

function defined(table: NewTable, firstSpace: SpaceId): WantedDefinition {
  const { draft, id, filling, nowMs, doneAtMs } = table
  let freeSpace = firstSpace + 1
  const made = <I extends IndexDraft | VectorIndexDraft>(index: I) =>
    newIndex(index, freeSpace++, filling)
  const { timeToLive, replica } = draft
  const indexes = draft.indexes.map(made)
  const vectorIndexes = draft.vectorIndexes?.map((index) =>
    made({ ...index, listsSpace: freeSpace++ }),
  )
  const list = timeToLive?.enabled ? newExpiry(timeToLive.attribute, freeSpace++) : undefined
  return {
    ...draft,
    id,
    space: firstSpace,
    indexes,
    vectorIndexes,
    createdAtMs: nowMs,
    transition: { kind: 'creating', startedAtMs: nowMs, doneAtMs },
    ...(filling && { filling }),
    ...(list && { expiry: list }),
    ...(replica && { versions: { kind: 'versions', space: freeSpace } }),
  }
}

/** Items may be there before time passes, so it is built like that of a table in use. */
function newExpiry(attribute: string, space: SpaceId): ExpiryIndex {
  return { kind: 'expiry', attribute, space, build: { backfillFromMs: 0 } }
}

function newIndex<I extends IndexDraft | VectorIndexDraft>(
  index: I,
  space: SpaceId,
  filling: Filling | undefined,
) {
  return filling === undefined
    ? { ...index, space }
    : { ...index, space, build: { backfillFromMs: 0 } }
}

/** What an earlier table of that name left behind; throws if that table still exists. */
function goneTable(
  existing: Buffer | undefined,
  { nowMs, refusal = alreadyExists }: NewTable,
): TableDefinition | undefined {
  if (existing === undefined) return undefined
  const { definition } = decodeTableRecord(existing)
  if (stateOf(definition, nowMs) === 'gone') return definition
  throw refusal(definition, nowMs)
}

function alreadyExists(existing: TableDefinition, nowMs: number): ServiceError {
  const { name } = existing
  if (isBeingRestored(existing)) return resourceInUse(`Table is being used: ${name}`)
  if (stateOf(existing, nowMs) === 'creating') return stillInUse(name, 'creating')
  return resourceInUse(`Table already exists: ${name}`)
}

function tooManyTables() {
  return limitExceeded(
    `Subscriber limit exceeded: There is a limit of ${tablesPerRegionMax} tables per subscriber`,
  )
}
