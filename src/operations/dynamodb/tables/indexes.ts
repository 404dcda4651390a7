/** Secondary indexes of a request, turned into definitions. */
import type {
  GlobalSecondaryIndex,
  LocalSecondaryIndex,
} from '../../../api/generated/dynamodb-types.js'
import type { IndexDraft } from '../../../catalog/settle-derived.js'
import { invalidParameter } from '../../../model/errors.js'
import type { KeySchema } from '../../../model/key-schema.js'
import { globalIndexesMax, localIndexesMax, projectedAttributesMax } from '../../../model/limits.js'
import type { Billing, Throughput } from '../../../model/table.js'
import { readIndexKeySchema, type AttributeTypes } from './key-schema.js'
import { readProjection } from './projection.js'
import {
  readOnDemandThroughput,
  readThroughput,
  readWarmThroughput,
  type TableWording,
} from './throughput.js'

export function readLocalIndexes(
  inputs: readonly LocalSecondaryIndex[] | undefined,
  table: KeySchema,
  types: AttributeTypes,
): readonly IndexDraft[] {
  if (inputs === undefined) return []
  if (inputs.length === 0) throw invalidParameter('List of LocalSecondaryIndexes is empty')
  if (table.sort === undefined) {
    throw invalidParameter(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    )
  }
  const indexes = inputs.map((input) => readLocalIndex(input, table, types))
  requireDistinctNames(indexes)
  if (indexes.length > localIndexesMax) {
    throw invalidParameter(
      `Number of LocalSecondaryIndexes exceeds per-table limit of ${localIndexesMax}`,
    )
  }
  return indexes
}

function readLocalIndex(
  { IndexName, KeySchema, Projection }: LocalSecondaryIndex,
  table: KeySchema,
  types: AttributeTypes,
): IndexDraft {
  const keySchema = readIndexKeySchema('local', KeySchema, types)
  if (keySchema.sort.length === 0) {
    throw invalidParameter(`Index KeySchema does not have a range key for index: ${IndexName}`)
  }
  const hash = keySchema.partition[0]!.name
  if (hash !== table.partition.name) {
    throw invalidParameter(
      'Index KeySchema does not have the same leading hash key as table KeySchema for index: ' +
        `${IndexName}. index hash key: ${hash}, table hash key: ${table.partition.name}`,
    )
  }
  return { kind: 'local', name: IndexName, keySchema, projection: readProjection(Projection) }
}

export function readGlobalIndexes(
  inputs: readonly GlobalSecondaryIndex[] | undefined,
  types: AttributeTypes,
  billing: Billing,
): readonly IndexDraft[] {
  if (inputs === undefined) return []
  if (inputs.length === 0) throw invalidParameter('List of GlobalSecondaryIndexes is empty')
  const indexes = inputs.map((input) => readGlobalIndex(input, types, billing, 'CreateTable'))
  if (indexes.length > globalIndexesMax) {
    throw invalidParameter(
      `GlobalSecondaryIndex count exceeds the per-table limit of ${globalIndexesMax}`,
    )
  }
  return indexes
}

export function readGlobalIndex(
  input: GlobalSecondaryIndex,
  types: AttributeTypes,
  billing: Billing,
  wording: TableWording,
): IndexDraft {
  const keySchema = readIndexKeySchema('global', input.KeySchema, types)
  const projection = readProjection(input.Projection)
  const throughput = readIndexThroughput(input, billing, wording)
  return {
    kind: 'global',
    name: input.IndexName,
    keySchema,
    projection,
    throughput,
    onDemandThroughput: readOnDemandThroughput(
      input.OnDemandThroughput,
      billing,
      wording,
      input.IndexName,
    ),
    warmThroughput: readWarmThroughput(
      input.WarmThroughput,
      billing,
      throughput ?? billing.throughput,
      `index ${input.IndexName}`,
    ),
  }
}

function readIndexThroughput(
  { IndexName, ProvisionedThroughput }: GlobalSecondaryIndex,
  billing: Billing,
  wording: TableWording,
): Throughput | undefined {
  if (billing.mode === 'on-demand') {
    if (ProvisionedThroughput === undefined) return undefined
    throw invalidParameter(
      wording === 'CreateTable'
        ? `ProvisionedThroughput should not be specified for index: ${IndexName} when BillingMode is PAY_PER_REQUEST`
        : `Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ${IndexName} when BillingMode is PAY_PER_REQUEST`,
    )
  }
  if (ProvisionedThroughput === undefined) {
    throw invalidParameter(
      wording === 'CreateTable'
        ? `ProvisionedThroughput is not specified for index: ${IndexName}`
        : `Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ${IndexName}`,
    )
  }
  return readThroughput(ProvisionedThroughput)
}

/** Indexes of all kinds share one name space. */
export function requireDistinctNames(indexes: readonly IndexDraft[]): void {
  const names = indexes.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw invalidParameter(`Duplicate index name: ${twice}`)
}

export function requireProjectionLimit(indexes: readonly IndexDraft[]): void {
  let projected = 0
  for (const { projection } of indexes) {
    if (projection.kind === 'include') projected += projection.attributes.length
  }
  if (projected <= projectedAttributesMax) return
  throw invalidParameter(
    `Number of projected attributes over all indexes exceeds the limit of ${projectedAttributesMax}`,
  )
}
