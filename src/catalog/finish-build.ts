/** Puts what has been built in the background into service: its cursor has come to the end. */
import type { IndexDefinition, TableDefinition } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { cursorAtEnd, decodeCursor, deleteCursor, getCursor } from './build-cursor.js'
import type { Table } from './table.js'
import { decodeTableRecord, getTableRecord, putTable, type TableRecord } from './table-record.js'

export function finishBuild(
  engine: Engine,
  table: Table,
  built: { readonly space: SpaceId },
  fence: Fence,
): Promise<TableRecord> {
  return engine.transact({
    guards: [table.guard, ...fence.guards],
    exclusive: [table.space],
    reads: [getTableRecord(table, table.name), getCursor(built)],
    decide: ([existing, cursor]) => {
      assert(decodeCursor(cursor).equals(cursorAtEnd), 'a finished index holds every item')
      const current = decodeTableRecord(existing!)
      const definition = inService(current.definition, built.space)
      const result = { definition, revision: current.revision + 1 }
      const mutations = [...putTable(result), deleteCursor(built), ...fence.mutations]
      return { mutations, result }
    },
  })
}

type Built = Pick<IndexDefinition, 'space' | 'build'>

function inService(definition: TableDefinition, space: SpaceId): TableDefinition {
  const done = <B extends Built>(each: B): B =>
    each.space === space ? { ...each, build: undefined } : each
  const { indexes, expiry } = definition
  return { ...definition, indexes: indexes.map(done), expiry: expiry && done(expiry) }
}
