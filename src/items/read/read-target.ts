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

/** AWS: of the two, only a Query minds first that it is to be consistent, and ends with a full stop. */
const vectorRefusals = {
  Query: 'Query operation not supported on this index type.',
  Scan: 'Scan operation not supported on this index type',
} as const

export function requireTarget(
  table: Table,
  indexName: string | undefined,
  consistent: boolean,
  operation: keyof typeof vectorRefusals,
): ReadTarget {
  if (indexName === undefined) return tableTarget(table)
  if (isVectorIndex(table, indexName)) {
    if (consistent && operation === 'Query') throw inconsistentIndex()
    throw validation(vectorRefusals[operation])
  }
  const index = table.indexes.find(({ name }) => name === indexName)
  if (index === undefined) {
    throw validation(`The table does not have the specified index: ${indexName}`)
  }
  if (index.kind === 'global' && consistent) throw inconsistentIndex()
  requireReadableIndex(index)
  return indexTarget(table, index)
}

/** Whether a name is that of a vector index, which only searches can read. */
export function isVectorIndex({ vectorIndexes = [] }: Table, indexName: string): boolean {
  return vectorIndexes.some(({ name }) => name === indexName)
}

function inconsistentIndex() {
  return validation('Consistent reads are not supported on global secondary indexes')
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
