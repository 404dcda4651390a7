/** Converts vector indexes between wire shapes and ours. */
import type {
  IndexStatus,
  SearchSchemaElement,
  VectorIndex,
  VectorIndexDescription,
  VectorIndexInfo,
  VectorIndexUpdate as VectorIndexUpdateShape,
} from '../../../api/generated/dynamodb-types.js'
import type { VectorIndexUpdate } from '../../../catalog/rules/table-update.js'
import type {
  SearchElement,
  VectorIndexRequest,
} from '../../../catalog/rules/vector-index-request.js'
import {
  departingVectorIndexOf,
  indexStateOf,
  isBeingRestored,
} from '../../../catalog/life-cycle.js'
import type { VectorIndexDraft } from '../../../catalog/settle-derived.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { indexArn } from '../../../model/arn.js'
import { invalidParameter } from '../../../model/errors.js'
import type { VectorDistance, VectorIndexDefinition } from '../../../model/table.js'
import type { Tally } from '../../../storage/engine.js'
import { describeProjection, projectionRequest } from './projection.js'

const distances: Readonly<Record<string, VectorDistance>> = {
  COSINE: 'cosine',
  DOT_PRODUCT: 'dot-product',
  EUCLIDEAN: 'euclidean',
}

const distanceNames: Readonly<Record<VectorDistance, string>> = {
  cosine: 'COSINE',
  'dot-product': 'DOT_PRODUCT',
  euclidean: 'EUCLIDEAN',
}

/** The constraints of the model have been checked. */
export function vectorIndexRequest(input: VectorIndex): VectorIndexRequest {
  return {
    name: input.IndexName,
    attribute: input.VectorAttribute.AttributeName,
    dimensions: input.Dimensions,
    distance: distances[input.DistanceFunction]!,
    projection: projectionRequest(input.Projection),
    searchElements: (input.SearchSchema ?? []).map(searchElement),
  }
}

function searchElement({
  AttributeName,
  SearchSchemaElementType,
}: SearchSchemaElement): SearchElement {
  return { name: AttributeName, role: SearchSchemaElementType as SearchElement['role'] }
}

/** Each must have exactly one action. */
export function vectorIndexUpdatesOf(
  updates: readonly VectorIndexUpdateShape[] | undefined,
): readonly VectorIndexUpdate[] | undefined {
  if (updates === undefined || updates.length === 0) return undefined
  return updates.map(({ Create, Delete }) => {
    if (Create && Delete) {
      throw invalidParameter('Only one vector index action is allowed per VectorIndexUpdate object')
    }
    if (Create) return { kind: 'create', ...vectorIndexRequest(Create) }
    if (Delete) return { kind: 'delete', name: Delete.IndexName }
    throw invalidParameter(
      'One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null',
    )
  })
}

/** A vector index as it was defined. */
export function describeVectorDefinition(index: VectorIndexDraft): VectorIndexInfo {
  const { hash, filters } = index
  const schema = [
    ...(hash === undefined ? [] : [searchSchemaElement(hash.name, 'HASH')]),
    ...filters.map(({ name }) => searchSchemaElement(name, 'INLINE_FILTER')),
  ]
  return {
    IndexName: index.name,
    ...(schema.length > 0 && { SearchSchema: schema }),
    Projection: describeProjection(index.projection),
    VectorAttribute: { AttributeName: index.attribute },
    Dimensions: index.dimensions,
    DistanceFunction: distanceNames[index.distance],
  }
}

function searchSchemaElement(name: string, role: SearchElement['role']): SearchSchemaElement {
  return { AttributeName: name, SearchSchemaElementType: role }
}

/** Including one that is being deleted. */
export function describedVectorIndexes(
  table: DescribedTable,
  atMs: number,
): readonly VectorIndexDefinition[] {
  const departing = departingVectorIndexOf(table, atMs)
  const { vectorIndexes = [] } = table
  return departing === undefined ? vectorIndexes : [...vectorIndexes, departing]
}

export interface DescribedMoment {
  /** What an index that nothing is done to shows. */
  readonly idle: IndexStatus
  readonly atMs: number
}

export function describeVectorIndex(
  table: DescribedTable,
  index: VectorIndexDefinition,
  tally: Tally,
  { idle, atMs }: DescribedMoment,
): VectorIndexDescription {
  const isDeparting = index === departingVectorIndexOf(table, atMs)
  const status = isDeparting ? 'DELETING' : index.build === undefined ? idle : 'CREATING'
  // AWS: only for an index added to a table in use, never for one created with its table.
  const isAdded = status === 'CREATING' && index.build && table.filling === undefined
  return {
    ...describeVectorDefinition(index),
    // AWS: the indexes of a table that is being restored have no status.
    ...(!isBeingRestored(table) && { IndexStatus: status }),
    ...(isAdded && { Backfilling: indexStateOf(index, atMs) === 'backfilling' }),
    IndexSizeBytes: tally.bytes,
    ItemCount: tally.entries,
    IndexArn: indexArn(table.arn, index.name),
  }
}
