/** Finds the table or index that FROM names; its errors differ from those of Query. */
import type { Table } from '../../catalog/table.js'
import { requireReadableIndex } from '../../items/read/readable-index.js'
import {
  indexTarget,
  isVectorIndex,
  tableTarget,
  type ReadTarget,
} from '../../items/read/read-target.js'
import { validation } from '../../model/errors.js'
import type { IndexDefinition } from '../../model/table.js'
import type { Source } from '../statement.js'

export function requireSelectTarget(table: Table, source: Source, consistent: boolean): ReadTarget {
  if (source.index === undefined) return tableTarget(table)
  if (isVectorIndex(table, source.index)) {
    throw validation('Scan operation not supported on this index type')
  }
  const index = findIndex(table, source)
  if (index === undefined) throw validation('The table does not have the specified index')
  refuseSeveralParts(table, source)
  if (index.kind === 'global' && consistent) {
    throw validation('Strongly consistent read is not supported on Global Secondary Indexes')
  }
  requireReadableIndex(index)
  return indexTarget(table, index)
}

function findIndex(table: Table, source: Source): IndexDefinition | undefined {
  return table.indexes.find(({ name }) => name === source.index)
}

/**
 * AWS: the message says tables but means the index; the table and its other indexes can be read.
 */
export function refuseSeveralParts(table: Table, source: Source): void {
  const { partition = [], sort = [] } = findIndex(table, source)?.keySchema ?? {}
  if (partition.length <= 1 && sort.length <= 1) return
  throw validation(
    'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.',
  )
}
