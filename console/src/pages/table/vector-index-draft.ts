/** A vector index while it is being typed. Numbers are text until they are sent. */
import type {
  SearchSchemaElement,
  UpdateTableInput,
  VectorIndex,
} from '../../api/generated/dynamodb-types.js'
import { projectionOfDraft, type KeyAttributeDraft, type ProjectionDraft } from './index-draft.js'

export type DistanceFunction = 'COSINE' | 'EUCLIDEAN' | 'DOT_PRODUCT'

export interface VectorIndexDraft extends ProjectionDraft {
  readonly id: number
  readonly name: string
  /** The attribute that has the vector. */
  readonly attribute: string
  readonly dimensions: string
  readonly distance: DistanceFunction
  /** One or none. */
  readonly hash: readonly KeyAttributeDraft[]
  readonly filters: readonly KeyAttributeDraft[]
}

export function newVectorIndex(id: number): VectorIndexDraft {
  return {
    id,
    name: '',
    attribute: '',
    dimensions: '',
    distance: 'COSINE',
    hash: [],
    filters: [],
    projection: 'ALL',
    included: '',
  }
}

export function vectorIndexOfDraft(index: VectorIndexDraft): VectorIndex {
  const schema: readonly SearchSchemaElement[] = [
    ...index.hash.map(({ name }) => ({ AttributeName: name, SearchSchemaElementType: 'HASH' })),
    ...index.filters.map(({ name }) => ({
      AttributeName: name,
      SearchSchemaElementType: 'INLINE_FILTER',
    })),
  ]
  return {
    IndexName: index.name,
    VectorAttribute: { AttributeName: index.attribute },
    Dimensions: Number(index.dimensions),
    DistanceFunction: index.distance,
    Projection: projectionOfDraft(index),
    ...(schema.length > 0 && { SearchSchema: schema }),
  }
}

/** The attributes that a search may name, which the table has to define. */
export function searchAttributesOf({
  hash,
  filters,
}: VectorIndexDraft): readonly KeyAttributeDraft[] {
  return [...hash, ...filters]
}

/** AWS: an update defines the attributes that searches may name. */
export function vectorIndexUpdate(index: VectorIndexDraft, TableName: string): UpdateTableInput {
  const own = searchAttributesOf(index).map(({ name, type }) => ({
    AttributeName: name,
    AttributeType: type,
  }))
  return {
    TableName,
    ...(own.length > 0 && { AttributeDefinitions: own }),
    VectorIndexUpdates: [{ Create: vectorIndexOfDraft(index) }],
  }
}
