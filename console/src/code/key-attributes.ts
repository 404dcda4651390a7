/** The keys of a table and its indexes, as the builder and the grid need them. */
export type ScalarType = 'S' | 'N' | 'B'

export interface ScalarKey {
  readonly name: string
  readonly type: ScalarType
}

/** Keys of an index may have several attributes on each side. */
export interface KeyAttributes {
  readonly partition: readonly ScalarKey[]
  readonly sort: readonly ScalarKey[]
}

export interface ReadSource extends KeyAttributes {
  /** Undefined is the table itself. */
  readonly index?: string | undefined
  readonly kind: 'table' | 'global' | 'local'
  /** Whether every attribute of an item is there. */
  readonly isWhole: boolean
}

interface SchemaElement {
  readonly AttributeName: string
  readonly KeyType: string
}

interface IndexShape {
  readonly IndexName?: string
  readonly KeySchema?: readonly SchemaElement[]
  readonly Projection?: { readonly ProjectionType?: string }
}

/** What DescribeTable says, as far as it is about keys. */
export interface KeyDescription {
  readonly AttributeDefinitions?: readonly {
    readonly AttributeName: string
    readonly AttributeType: string
  }[]
  readonly KeySchema?: readonly SchemaElement[]
  readonly GlobalSecondaryIndexes?: readonly IndexShape[]
  readonly LocalSecondaryIndexes?: readonly IndexShape[]
}

/** The table first, then its indexes by their order in the description. */
export function readSources(table: KeyDescription): readonly ReadSource[] {
  const types = new Map(
    (table.AttributeDefinitions ?? []).map(({ AttributeName, AttributeType }) => [
      AttributeName,
      AttributeType as ScalarType,
    ]),
  )
  const keys = (schema: readonly SchemaElement[] | undefined): KeyAttributes => ({
    partition: side(schema, 'HASH', types),
    sort: side(schema, 'RANGE', types),
  })
  const index = (kind: 'global' | 'local') => (shape: IndexShape) => ({
    index: shape.IndexName,
    kind,
    isWhole: shape.Projection?.ProjectionType === 'ALL',
    ...keys(shape.KeySchema),
  })
  return [
    { kind: 'table', isWhole: true, ...keys(table.KeySchema) },
    ...(table.GlobalSecondaryIndexes ?? []).map(index('global')),
    ...(table.LocalSecondaryIndexes ?? []).map(index('local')),
  ]
}

function side(
  schema: readonly SchemaElement[] | undefined,
  keyType: string,
  types: ReadonlyMap<string, ScalarType>,
): readonly ScalarKey[] {
  return (schema ?? [])
    .filter((element) => element.KeyType === keyType)
    .map(({ AttributeName }) => ({ name: AttributeName, type: types.get(AttributeName) ?? 'S' }))
}
