/** Frees the space of tables whose deletion is complete; clients no longer see them. */
import type { TableDefinition } from '../model/table.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { stateOf } from './life-cycle.js'
import { decodeTableRecord, getTableRecord, removeTable } from './table-record.js'

export async function finishDeletions(
  engine: Engine,
  tables: AsyncIterable<TableDefinition>,
  nowMs: number,
  fence: Fence,
): Promise<void> {
  for await (const table of tables) {
    if (stateOf(table, nowMs) === 'gone') await freeTable(engine, table, fence)
  }
}

/** Does nothing if a new table has taken the name and, with it, the record. */
function freeTable(engine: Engine, table: TableDefinition, fence: Fence): Promise<void> {
  return engine.transact({
    guards: fence.guards,
    reads: [getTableRecord(table, table.name)],
    decide: ([existing]) => {
      const same = existing && decodeTableRecord(existing).definition.id === table.id
      const mutations = same ? [...removeTable(table), ...fence.mutations] : []
      return { mutations, result: undefined }
    },
  })
}
