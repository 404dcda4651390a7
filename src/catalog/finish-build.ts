/** Puts derived data into service once its cursor has reached the end. */
import { assert } from '../stdx/assert.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { cursorAtEnd, decodeCursor, deleteCursor, getCursor } from './build-cursor.js'
import { withBuilt, type Derived } from './derived.js'
import { decodeSiblings, siblingReads } from './shared-items.js'
import type { Table } from './table.js'
import {
  decodeTableRecord,
  getTableRecord,
  putTable,
  revised,
  type TableRecord,
} from './table-record.js'

export function finishBuild(
  engine: Engine,
  table: Table,
  built: Derived,
  fence: Fence,
): Promise<TableRecord> {
  return engine.transact({
    guards: [table.guard, ...fence.guards],
    exclusive: [table.space],
    reads: [getTableRecord(table, table.name), getCursor(built), ...siblingReads(table)] as const,
    decide: ([existing, cursor, ...others]) => {
      assert(decodeCursor(cursor).equals(cursorAtEnd), 'finished derived data covers every item')
      const current = decodeTableRecord(existing!)
      const result = revised(current, withBuilt(current.definition, built.space))
      const siblings = decodeSiblings(others).map((sibling) =>
        revised(sibling, withBuilt(sibling.definition, built.space)),
      )
      const puts = [result, ...siblings].flatMap(putTable)
      const mutations = [...puts, deleteCursor(built), ...fence.mutations]
      return { mutations, result }
    },
  })
}
