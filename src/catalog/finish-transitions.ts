/**
 * Ends what is over: frees the space of tables whose deletion is complete, and removes transitions
 * that have passed from the records of the others, so that no clock brings them back.
 */
import type { TableDefinition } from '../model/table.js'
import type { AccessStamp } from '../storage/access-stamp.js'
import type { Engine, Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { settled, stateOf } from './life-cycle.js'
import {
  decodeTableRecord,
  getTableRecord,
  putTableRecord,
  removeTable,
  settledRecord,
  type DecodedTable,
  type TableRecord,
} from './table-record.js'

export interface TransitionsEnd {
  readonly engine: Engine
  readonly access: AccessStamp
  readonly nowMs: number
  readonly fence: Fence
}

export async function finishTransitions(
  end: TransitionsEnd,
  tables: AsyncIterable<DecodedTable>,
): Promise<void> {
  for await (const decoded of tables) {
    if (decoded.kind === 'refused') continue
    const table = decoded.record.definition
    if (endOf(table, end.nowMs) === 'later') continue
    await end.access.changing(() => finish(end, table))
  }
}

function endOf(definition: TableDefinition, nowMs: number): 'freed' | 'settled' | 'later' {
  if (stateOf(definition, nowMs) === 'gone') return 'freed'
  return settled(definition, nowMs) === definition ? 'later' : 'settled'
}

/**
 * Decides by the record as it is now: it may have changed, or a new table may have taken the name.
 */
function finish(
  { engine, access, nowMs, fence }: TransitionsEnd,
  table: TableDefinition,
): Promise<void> {
  const renewal = access.renewal()
  return engine.transact({
    guards: fence.guards,
    reads: [getTableRecord(table, table.name)],
    decide: ([existing]) => {
      const record = existing && decodeTableRecord(existing)
      const same = record?.definition.id === table.id
      const changes = same ? finishing(record, nowMs, renewal) : []
      const mutations = changes.length === 0 ? [] : [...changes, ...fence.mutations]
      return { mutations, result: undefined }
    },
  })
}

function finishing(record: TableRecord, nowMs: number, renewal: Mutation): readonly Mutation[] {
  switch (endOf(record.definition, nowMs)) {
    case 'freed':
      return [...removeTable(record.definition), renewal]
    case 'settled':
      // A change of settings: the guard stays, so nobody is disturbed.
      return [putTableRecord(settledRecord(record, nowMs))]
    case 'later':
      return []
  }
}
