/** The indexes of a table as rows of one list. */
import type {
  KeySchemaElement,
  Projection,
  TableDescription,
} from '../../api/generated/dynamodb-types.js'

export interface IndexRow {
  readonly name: string
  readonly kind: 'global' | 'local'
  readonly key: readonly KeySchemaElement[]
  readonly projection: string
  readonly state: string
  /** How much of it is built, as far as anybody can tell. */
  readonly share: number | undefined
  readonly items: number
  readonly bytes: number
}

export function indexRows(description: TableDescription): readonly IndexRow[] {
  const { GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [], ItemCount = 0 } = description
  const global = GlobalSecondaryIndexes.map((index) => ({
    ...rowOf(index, 'global'),
    state: index.IndexStatus ?? 'ACTIVE',
    share: shareBuilt(index.ItemCount ?? 0, ItemCount),
  }))
  return [...global, ...LocalSecondaryIndexes.map((index) => rowOf(index, 'local'))]
}

interface DescribedIndex {
  readonly IndexName?: string
  readonly KeySchema?: readonly KeySchemaElement[]
  readonly Projection?: Projection
  readonly ItemCount?: number
  readonly IndexSizeBytes?: number
}

function rowOf(index: DescribedIndex, kind: IndexRow['kind']): IndexRow {
  return {
    name: index.IndexName ?? '',
    kind,
    key: index.KeySchema ?? [],
    projection: projectionText(index.Projection),
    state: 'ACTIVE',
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
