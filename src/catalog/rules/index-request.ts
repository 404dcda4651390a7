/** Indexes as a client requests them, checked and turned into drafts. */
import { invalidParameter } from '../../model/errors.js'
import type { KeySchema } from '../../model/key-schema.js'
import { globalIndexesMax, localIndexesMax, projectedAttributesMax } from '../../model/limits.js'
import type { Billing, OnDemandThroughput, Throughput, WarmThroughput } from '../../model/table.js'
import type { IndexDraft, VectorIndexDraft } from '../settle-derived.js'
import { indexKeySchema, type AttributeTypes, type KeyElement } from './key-elements.js'
import { checkedProjection, type ProjectionRequest } from './projection.js'
import {
  checkedMaxima,
  newThroughput,
  type TableWording,
  type ThroughputUnits,
} from './throughput.js'
import { checkedWarmThroughput } from './warm-throughput.js'

export interface IndexRequest {
  readonly name: string
  readonly keyElements: readonly KeyElement[]
  readonly projection: ProjectionRequest
}

export interface GlobalIndexRequest extends IndexRequest, IndexThroughputRequest {}

export interface IndexThroughputRequest {
  readonly throughput?: ThroughputUnits
  readonly onDemandThroughput?: OnDemandThroughput
  readonly warmThroughput?: Partial<WarmThroughput>
}

export function localIndexDrafts(
  requests: readonly IndexRequest[] | undefined,
  table: KeySchema,
  types: AttributeTypes,
): readonly IndexDraft[] {
  if (requests === undefined) return []
  if (requests.length === 0) throw invalidParameter('List of LocalSecondaryIndexes is empty')
  if (table.sort === undefined) {
    throw invalidParameter(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    )
  }
  const indexes = requests.map((request) => localIndexDraft(request, table, types))
  requireDistinctNames(indexes)
  if (indexes.length > localIndexesMax) {
    throw invalidParameter(
      `Number of LocalSecondaryIndexes exceeds per-table limit of ${localIndexesMax}`,
    )
  }
  return indexes
}

function localIndexDraft(
  { name, keyElements, projection }: IndexRequest,
  table: KeySchema,
  types: AttributeTypes,
): IndexDraft {
  const keySchema = indexKeySchema('local', keyElements, types)
  if (keySchema.sort.length === 0) {
    throw invalidParameter(`Index KeySchema does not have a range key for index: ${name}`)
  }
  const hash = keySchema.partition[0]!.name
  if (hash !== table.partition.name) {
    throw invalidParameter(
      'Index KeySchema does not have the same leading hash key as table KeySchema for index: ' +
        `${name}. index hash key: ${hash}, table hash key: ${table.partition.name}`,
    )
  }
  return { kind: 'local', name, keySchema, projection: checkedProjection(projection) }
}

export function globalIndexDrafts(
  requests: readonly GlobalIndexRequest[] | undefined,
  types: AttributeTypes,
  billing: Billing,
): readonly IndexDraft[] {
  if (requests === undefined) return []
  if (requests.length === 0) throw invalidParameter('List of GlobalSecondaryIndexes is empty')
  const indexes = requests.map((each) => globalIndexDraft(each, types, billing, 'CreateTable'))
  if (indexes.length > globalIndexesMax) {
    throw invalidParameter(
      `GlobalSecondaryIndex count exceeds the per-table limit of ${globalIndexesMax}`,
    )
  }
  return indexes
}

export function globalIndexDraft(
  request: GlobalIndexRequest,
  types: AttributeTypes,
  billing: Billing,
  wording: TableWording,
): IndexDraft {
  const { name } = request
  const keySchema = indexKeySchema('global', request.keyElements, types)
  const projection = checkedProjection(request.projection)
  const throughput = indexThroughput(request, billing, wording)
  const maxima = { billing, wording, indexName: name }
  const base = throughput ?? billing.throughput
  const warm = { billing, throughput: base, where: `index ${name}` }
  return {
    kind: 'global',
    name,
    keySchema,
    projection,
    throughput,
    onDemandThroughput: checkedMaxima(request.onDemandThroughput, maxima),
    warmThroughput: checkedWarmThroughput(request.warmThroughput, warm),
  }
}

function indexThroughput(
  { name, throughput }: GlobalIndexRequest,
  billing: Billing,
  wording: TableWording,
): Throughput | undefined {
  if (billing.mode === 'on-demand') {
    if (throughput === undefined) return undefined
    throw invalidParameter(
      wording === 'CreateTable'
        ? `ProvisionedThroughput should not be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`
        : `Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`,
    )
  }
  if (throughput === undefined) {
    throw invalidParameter(
      wording === 'CreateTable'
        ? `ProvisionedThroughput is not specified for index: ${name}`
        : `Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ${name}`,
    )
  }
  return newThroughput(throughput)
}

/** Indexes of all kinds share one name space. */
export function requireDistinctNames(indexes: readonly Pick<IndexDraft, 'name'>[]): void {
  const names = indexes.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw invalidParameter(`Duplicate index name: ${twice}`)
}

/** AWS: a vector and every filter count as projected, the attribute of a scope does not. */
export function requireProjectionLimit(
  indexes: readonly IndexDraft[],
  vectorIndexes: readonly VectorIndexDraft[] = [],
): void {
  let projected = 0
  for (const { projection } of [...indexes, ...vectorIndexes]) {
    if (projection.kind === 'include') projected += projection.attributes.length
  }
  for (const { filters } of vectorIndexes) projected += 1 + filters.length
  if (projected <= projectedAttributesMax) return
  throw invalidParameter(
    `Number of projected attributes over all indexes exceeds the limit of ${projectedAttributesMax}`,
  )
}
