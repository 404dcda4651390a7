/** CreateTable: a new table with its indexes and settings. */
import type { CreateTableInput } from '../../api/generated/dynamodb-types.js'
import type { TableDraft } from '../../catalog/table-draft.js'
import type { IndexDraft } from '../../catalog/settle-derived.js'
import { invalidParameter } from '../../model/errors.js'
import { indexKeyAttributes, keyAttributes, type KeySchema } from '../../model/key-schema.js'
import { operation, type RequestContext } from '../operation.js'
import { readEncryption } from './tables/encryption.js'
import {
  readGlobalIndexes,
  readLocalIndexes,
  requireDistinctNames,
  requireProjectionLimit,
} from './tables/indexes.js'
import { readAttributeTypes, readTableKeySchema, type AttributeTypes } from './tables/key-schema.js'
import { readNewStream } from './tables/stream.js'
import { describeUnderChange } from './tables/table-description.js'
import { requireTableName } from './tables/table-name.js'
import { checkTags, readTags } from './tables/tags.js'
import { readBilling, readOnDemandThroughput, readWarmThroughput } from './tables/throughput.js'
import { refuseUnsupported } from './tables/unsupported.js'

export const createTable = operation('dynamodb.CreateTable', {
  read: (input, ctx) => readDraft(input, ctx),

  async run(ctx, draft) {
    const table = await ctx.catalog.createTable(draft)
    return { TableDescription: describeUnderChange(table) }
  },
})

/** In the order AWS reports them. */
function readDraft(input: CreateTableInput, { caller, clock }: RequestContext): TableDraft {
  const nowMs = clock.now()
  const billing = readBilling(input.BillingMode, input.ProvisionedThroughput, nowMs)
  const definitions = input.AttributeDefinitions ?? []
  const types = readAttributeTypes(definitions)
  const keySchema = readTableKeySchema(input.KeySchema ?? [], types)
  const { LocalSecondaryIndexes, GlobalSecondaryIndexes } = input
  const indexed = LocalSecondaryIndexes !== undefined || GlobalSecondaryIndexes !== undefined
  const keyCount = keySchema.sort === undefined ? 1 : 2
  if (!indexed && definitions.length !== keyCount) throw definitionsDoNotMatch()
  const indexes = [
    ...readLocalIndexes(LocalSecondaryIndexes, keySchema, types),
    ...readGlobalIndexes(GlobalSecondaryIndexes, types, billing),
  ]
  requireDistinctNames(indexes)
  requireProjectionLimit(indexes)
  requireUsed(types, keySchema, indexes)
  refuseWhatIsMissing(input)
  const stream = readNewStream(input.StreamSpecification)
  const tags = readTags(input.Tags ?? [])
  checkTags(tags)
  return {
    account: caller.account,
    region: caller.region,
    name: requireTableName(caller, input.TableName),
    keySchema,
    attributeTypes: Object.fromEntries(types),
    indexes,
    billing,
    onDemandThroughput: readOnDemandThroughput(input.OnDemandThroughput, billing, 'CreateTable'),
    warmThroughput: readWarmThroughput(input.WarmThroughput, billing, billing.throughput, 'table'),
    tableClass: input.TableClass && { name: input.TableClass },
    deletionProtection: input.DeletionProtectionEnabled ?? false,
    encryption: readEncryption(caller, input.SSESpecification),
    stream,
    tags,
  }
}

function definitionsDoNotMatch() {
  return invalidParameter(
    'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
  )
}

function requireUsed(
  types: AttributeTypes,
  keySchema: KeySchema,
  indexes: readonly IndexDraft[],
): void {
  const used = new Set(keyAttributes(keySchema).map(({ name }) => name))
  for (const index of indexes) for (const { name } of indexKeyAttributes(index)) used.add(name)
  const defined = [...types.keys()]
  if (defined.every((name) => used.has(name))) return
  throw invalidParameter(
    `Some AttributeDefinitions are not used. AttributeDefinitions: [${defined.join(', ')}], keys used: [${[...used].join(', ')}]`,
  )
}

function refuseWhatIsMissing(input: CreateTableInput): void {
  const { VectorIndexes, ResourcePolicy } = input
  const { GlobalTableSourceArn, GlobalTableSettingsReplicationMode } = input
  refuseUnsupported({
    VectorIndexes,
    ResourcePolicy,
    GlobalTableSourceArn,
    GlobalTableSettingsReplicationMode,
  })
}
