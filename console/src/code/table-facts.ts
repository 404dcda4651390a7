/** What DescribeTable tells that matters for reads and writes by key. */
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import type { KeyNames } from './key-reads.js'

export interface StoreFacts extends KeyNames {
  readonly name: string
  readonly items: number
  readonly bytes: number
}

export interface IndexFacts extends StoreFacts {
  readonly kind: 'local' | 'global'
  /** Names of attributes that are in it; undefined means all. */
  readonly projected: ReadonlySet<string> | undefined
}

export interface TableFacts extends StoreFacts {
  readonly indexes: readonly IndexFacts[]
}

type Index = NonNullable<TableDescription['GlobalSecondaryIndexes']>[number]

export function tableFacts(description: TableDescription): TableFacts {
  const table = {
    name: description.TableName ?? '',
    items: description.ItemCount ?? 0,
    bytes: description.TableSizeBytes ?? 0,
    ...keyNames(description.KeySchema),
  }
  const indexes = [
    ...(description.LocalSecondaryIndexes ?? []).map((index) => indexFacts(index, 'local', table)),
    ...(description.GlobalSecondaryIndexes ?? []).map((index) =>
      indexFacts(index, 'global', table),
    ),
  ]
  return { ...table, indexes }
}

function keyNames(schema: TableDescription['KeySchema'] = []): KeyNames {
  const named = (type: string) =>
    schema.flatMap(({ KeyType, AttributeName }) => (KeyType === type ? [AttributeName] : []))
  return { partition: named('HASH'), sort: named('RANGE') }
}

function indexFacts(index: Index, kind: IndexFacts['kind'], table: KeyNames): IndexFacts {
  const keys = keyNames(index.KeySchema)
  const { ProjectionType, NonKeyAttributes = [] } = index.Projection ?? {}
  const always = [...table.partition, ...table.sort, ...keys.partition, ...keys.sort]
  return {
    name: index.IndexName ?? '',
    kind,
    items: index.ItemCount ?? 0,
    bytes: index.IndexSizeBytes ?? 0,
    ...keys,
    projected: ProjectionType === 'ALL' ? undefined : new Set([...always, ...NonKeyAttributes]),
  }
}
