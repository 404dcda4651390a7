/** The indexes of a table as rows of one list. */
import type {
  AttributeDefinition,
  KeySchemaElement,
  Projection,
  TableDescription,
  VectorIndexDescription,
} from '../../api/generated/dynamodb-types.js'

export interface IndexRow {
  readonly name: string
  readonly kind: 'global' | 'local' | 'vector'
  /** What it finds items by. */
  readonly key: string
  readonly projection: string
  readonly state: string
  /** Whether the items that were there before it are being added. */
  readonly isBackfilling: boolean
  /** How much of it is built, as far as anybody can tell. */
  readonly share: number | undefined
  readonly items: number
  readonly bytes: number
}

export function indexRows(description: TableDescription): readonly IndexRow[] {
  const { GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = description
  const { VectorIndexes = [], AttributeDefinitions = [], ItemCount = 0 } = description
  const built = (index: BuiltIndex) => ({
    state: index.IndexStatus ?? 'ACTIVE',
    isBackfilling: index.Backfilling === true,
    share: shareBuilt(index.ItemCount ?? 0, ItemCount),
  })
  return [
    ...GlobalSecondaryIndexes.map((index) => ({
      ...rowOf(index, 'global', keyText(index.KeySchema, AttributeDefinitions)),
      ...built(index),
    })),
    ...LocalSecondaryIndexes.map((index) =>
      rowOf(index, 'local', keyText(index.KeySchema, AttributeDefinitions)),
    ),
    ...VectorIndexes.map((index) => ({
      ...rowOf(index, 'vector', vectorText(index)),
      ...built(index),
    })),
  ]
}

function keyText(
  key: readonly KeySchemaElement[] = [],
  definitions: readonly AttributeDefinition[],
): string {
  return key
    .map(({ AttributeName, KeyType }) => {
      const found = definitions.find((each) => each.AttributeName === AttributeName)
      return `${AttributeName} ${found?.AttributeType ?? ''}${KeyType === 'RANGE' ? ' (sort)' : ''}`
    })
    .join(', ')
}

function vectorText(index: VectorIndexDescription): string {
  const { VectorAttribute, Dimensions = 0, DistanceFunction = '', SearchSchema = [] } = index
  const searched = SearchSchema.map(
    ({ AttributeName, SearchSchemaElementType }) =>
      `${AttributeName} (${SearchSchemaElementType === 'HASH' ? 'scope' : 'filter'})`,
  )
  const vector = `${VectorAttribute?.AttributeName ?? ''} (${Dimensions}, ${DistanceFunction})`
  return [vector, ...searched].join(', ')
}

/** An index that may be younger than its table. */
interface BuiltIndex {
  readonly IndexStatus?: string
  readonly Backfilling?: boolean
  readonly ItemCount?: number
}

interface DescribedIndex {
  readonly IndexName?: string
  readonly Projection?: Projection
  readonly ItemCount?: number
  readonly IndexSizeBytes?: number
}

function rowOf(index: DescribedIndex, kind: IndexRow['kind'], key: string): IndexRow {
  return {
    name: index.IndexName ?? '',
    kind,
    key,
    projection: projectionText(index.Projection),
    state: 'ACTIVE',
    isBackfilling: false,
    share: undefined,
    items: index.ItemCount ?? 0,
    bytes: index.IndexSizeBytes ?? 0,
  }
}

function projectionText({
  ProjectionType = 'ALL',
  NonKeyAttributes = [],
}: Projection = {}): string {
  return ProjectionType === 'INCLUDE' ? `INCLUDE ${NonKeyAttributes.join(', ')}` : ProjectionType
}

/** Items that lack the key are in no index, so it may stop short of the whole. */
function shareBuilt(inIndex: number, inTable: number): number | undefined {
  return inIndex === 0 || inTable === 0 ? undefined : inIndex / inTable
}
