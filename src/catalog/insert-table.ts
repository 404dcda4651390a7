/** Stores a new table: its record, its spaces, and its change log if it has readers from the start. */
import { changeReads, foundChanges } from '../changes/found-changes.js'
import type { SettlementTimes, WantedDefinition } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import { limitExceeded, resourceInUse } from '../model/errors.js'
import { tablesPerRegionMax } from '../model/limits.js'
import type { TableDefinition } from '../model/table.js'
import { systemSpace, type Engine, type Range, type SpaceId } from '../storage/engine.js'
import { tableStampRange } from '../storage/keyspace.js'
import type { TableDraft } from './table-draft.js'
import { stateOf, stillInUse } from './life-cycle.js'
import { settleLog } from './settle-table.js'
import { decodeSpaceCounter, getSpaceCounter, putSpaceCounter } from './space-counter.js'
import {
  countedSpaces,
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
}

/** Returns the table in its transition, for the answer; what is stored is `settled`. */
export function insertTable(engine: Engine, table: NewTable): Promise<TableRecord> {
  const { draft, nowMs } = table
  return engine.transact({
    reads: [
      getTableRecord(draft, draft.name),
      getSpaceCounter(),
      tableStamps(draft),
      ...changeReads(draft, draft.name, undefined),
    ],
    decide: ([existing, counter, stamps, ...changes]) => {
      const replaced = goneTable(existing, draft.name, nowMs)
      if (stamps.entries.length >= tablesPerRegionMax) throw tooManyTables()
      const wanted = defined(table, decodeSpaceCounter(counter))
      const nextSpace = wanted.space + countedSpaces(wanted).length
      const founded = settleLog(wanted, foundChanges(changes), nextSpace, table)
      const created = { definition: founded.definition, revision: 1 }
      const mutations = [
        ...(replaced === undefined ? [] : dropSpaces(replaced)),
        ...putTable(settledRecord(created, nowMs)),
        ...createSpaces(founded.definition),
        ...founded.mutations,
        putSpaceCounter(founded.nextSpace),
      ]
      return { mutations, result: created }
    },
  })
}

function tableStamps(scope: Scope): Range {
  const range = tableStampRange(scope)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: tablesPerRegionMax }
}

function defined({ draft, id, nowMs, doneAtMs }: NewTable, firstSpace: SpaceId): WantedDefinition {
  return {
    ...draft,
    id,
    space: firstSpace,
    indexes: draft.indexes.map((index, i) => ({ ...index, space: firstSpace + 1 + i })),
    createdAtMs: nowMs,
    transition: { kind: 'creating', startedAtMs: nowMs, doneAtMs },
  }
}

/** What an earlier table of that name left behind; throws if that table still exists. */
function goneTable(
  existing: Buffer | undefined,
  tableName: string,
  nowMs: number,
): TableDefinition | undefined {
  if (existing === undefined) return undefined
  const { definition } = decodeTableRecord(existing)
  const state = stateOf(definition, nowMs)
  if (state === 'gone') return definition
  if (state === 'creating') throw stillInUse(tableName, state)
  throw resourceInUse(`Table already exists: ${tableName}`)
}

function tooManyTables() {
  return limitExceeded(
    `Subscriber limit exceeded: There is a limit of ${tablesPerRegionMax} tables per subscriber`,
  )
}
