/**
 * Ends what is over: frees the space of tables whose deletion is complete, and removes transitions
 * that have passed from the records of the others, so that no clock brings them back.
 */
import type { TableDefinition } from '../model/table.js'
import type { Engine, Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { settled, stateOf } from './life-cycle.js'
import {
  decodeTableRecord,
  getTableRecord,
  putTableRecord,
  removeTable,
  settledRecord,
  type TableRecord,
} from './table-record.js'

export async function finishTransitions(
  engine: Engine,
  tables: AsyncIterable<TableDefinition>,
  nowMs: number,
  fence: Fence,
): Promise<void> {
  for await (const table of tables) {
    if (endOf(table, nowMs) !== 'later') await finish(engine, table, nowMs, fence)
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
  engine: Engine,
  table: TableDefinition,
  nowMs: number,
  fence: Fence,
): Promise<void> {
  return engine.transact({
    guards: fence.guards,
    reads: [getTableRecord(table, table.name)],
    decide: ([existing]) => {
      const record = existing && decodeTableRecord(existing)
      const same = record?.definition.id === table.id
      const changes = same ? finishing(record, nowMs) : []
      const mutations = changes.length === 0 ? [] : [...changes, ...fence.mutations]
      return { mutations, result: undefined }
    },
  })
}

function finishing(record: TableRecord, nowMs: number): readonly Mutation[] {
  switch (endOf(record.definition, nowMs)) {
    case 'freed':
      return removeTable(record.definition)
    case 'settled':
      // A change of settings: the guard stays, so nobody is disturbed.
      return [putTableRecord(settledRecord(record, nowMs))]
    case 'later':
      return []
  }
}
