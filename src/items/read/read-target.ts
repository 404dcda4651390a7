/** What a Query or Scan reads: a table or one of its indexes, behind one interface. */
import type { Table } from '../../catalog/table.js'
import { validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import { indexKeyAttributes, keyAttributes, type KeyAttribute } from '../../model/key-schema.js'
import type { IndexDefinition } from '../../model/table.js'
import type { SpaceId } from '../../storage/engine.js'
import { innerSort, lastSort, type SortLayout } from '../../storage/key-range.js'
import { indexKey, indexPartition, itemKey, tablePartition } from '../../storage/keyspace.js'
import { requireReadableIndex } from './readable-index.js'

export interface ReadTarget {
  readonly table: Table
  /** Undefined for the table itself. */
  readonly index: IndexDefinition | undefined
  readonly space: SpaceId
  readonly partition: readonly KeyAttribute[]
  readonly sort: readonly KeyAttribute[]
  readonly layout: SortLayout
  /** Attributes of a LastEvaluatedKey: the target's own key, then the rest of the table's. */
  readonly cursorAttributes: readonly KeyAttribute[]
  /** The prefix of all entries of a partition, from the partition's attributes. */
  partitionPrefix(values: Item): Buffer
  /** The key of an item in the target's space, from its cursor attributes. */
  positionOf(cursor: Item): Buffer
}

export function requireTarget(
  table: Table,
  indexName: string | undefined,
  consistent: boolean,
): ReadTarget {
  if (indexName === undefined) return tableTarget(table)
  const index = table.indexes.find(({ name }) => name === indexName)
  if (index === undefined) {
    throw validation(`The table does not have the specified index: ${indexName}`)
  }
  if (index.kind === 'global' && consistent) {
    throw validation('Consistent reads are not supported on global secondary indexes')
  }
  requireReadableIndex(index)
  return indexTarget(table, index)
}

export function tableTarget(table: Table): ReadTarget {
  const { keySchema, space } = table
  return {
    table,
    index: undefined,
    space,
    partition: [keySchema.partition],
    sort: keySchema.sort === undefined ? [] : [keySchema.sort],
    layout: lastSort,
    cursorAttributes: keyAttributes(keySchema),
    partitionPrefix: (values) => tablePartition(keySchema, values),
    positionOf: (cursor) => itemKey(keySchema, cursor),
  }
}

export function indexTarget(table: Table, index: IndexDefinition): ReadTarget {
  return {
    table,
    index,
    space: index.space,
    ...index.keySchema,
    layout: innerSort,
    cursorAttributes: distinct([...indexKeyAttributes(index), ...keyAttributes(table.keySchema)]),
    partitionPrefix: (values) => indexPartition(index.keySchema, values),
    positionOf: (cursor) => indexKey(index.keySchema, table.keySchema, cursor),
  }
}

function distinct(attributes: readonly KeyAttribute[]): readonly KeyAttribute[] {
  return [...new Map(attributes.map((attribute) => [attribute.name, attribute])).values()]
}
