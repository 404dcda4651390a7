/** A table that a request describes, for CreateTable and ImportTable. */
import type { CreateTableInput } from '../../../api/generated/dynamodb-types.js'
import { newBilling } from '../../../catalog/rules/billing.js'
import { checkedEncryption } from '../../../catalog/rules/encryption-setting.js'
import {
  globalIndexDrafts,
  localIndexDrafts,
  requireDistinctNames,
  requireProjectionLimit,
} from '../../../catalog/rules/index-request.js'
import { requireUsed, tableKeySchema } from '../../../catalog/rules/key-elements.js'
import { newStreamDraft } from '../../../catalog/rules/stream-setting.js'
import { checkedTableClass } from '../../../catalog/rules/table-class.js'
import { checkedTags } from '../../../catalog/rules/tags.js'
import { checkedMaxima } from '../../../catalog/rules/throughput.js'
import { vectorIndexDrafts } from '../../../catalog/rules/vector-index-request.js'
import { checkedWarmThroughput } from '../../../catalog/rules/warm-throughput.js'
import type { TableDraft } from '../../../catalog/table-draft.js'
import type { OwnScope } from '../../../model/arn.js'
import { invalidParameter } from '../../../model/errors.js'
import type { RequestContext } from '../../operation.js'
import { encryptionRequest } from './encryption.js'
import { globalIndexRequest, indexRequest } from './indexes.js'
import { attributeTypesIn, keyElementsOf } from './key-schema.js'
import { requireTableName } from './table-name.js'
import { settingsReplicationOf, streamRequest } from './table-update.js'
import { tagRequests } from './tags.js'
import { billingModeOf, maximaOf, throughputUnits, warmUnitsOf } from './throughput.js'
import { vectorIndexRequest } from './vector-indexes.js'

/** Who asks for the table, and when. */
export interface DraftContext extends Pick<RequestContext, 'clock'> {
  readonly caller: OwnScope
}

/** In the order AWS reports them. */
export function readTableDraft(
  input: CreateTableInput,
  { caller, clock }: DraftContext,
): TableDraft {
  const nowMs = clock.now()
  const units = throughputUnits(input.ProvisionedThroughput)
  const billing = newBilling(billingModeOf(input.BillingMode), units, nowMs)
  const types = attributeTypesIn(input.AttributeDefinitions ?? [])
  const keyElements = keyElementsOf(input.KeySchema ?? [])
  const keySchema = tableKeySchema(keyElements, types)
  const locals = input.LocalSecondaryIndexes?.map(indexRequest)
  const globals = input.GlobalSecondaryIndexes?.map(globalIndexRequest)
  const vectors = input.VectorIndexes?.map(vectorIndexRequest)
  const searched = (vectors ?? []).map(({ searchElements }) => ({ keyElements: searchElements }))
  if (locals ?? globals ?? vectors) {
    requireUsed(types, keyElements, [...(locals ?? []), ...(globals ?? []), ...searched])
  } else if (types.size !== keyElements.length) throw definitionsDoNotMatch()
  const indexes = [
    ...localIndexDrafts(locals, keySchema, types),
    ...globalIndexDrafts(globals, types, billing),
  ]
  requireDistinctNames(indexes)
  const vectorIndexes = vectorIndexDrafts(vectors, indexes, types, billing)
  requireProjectionLimit(indexes, vectorIndexes)
  const stream = newStreamDraft(streamRequest(input.StreamSpecification))
  const tags = checkedTags(tagRequests(input.Tags ?? []))
  const tableClass = checkedTableClass(input.TableClass)
  const settingsReplication = settingsReplicationOf(input.GlobalTableSettingsReplicationMode)
  const name = requireTableName(caller, input.TableName)
  const maxima = { billing, wording: 'CreateTable' } as const
  const warm = { billing, throughput: billing.throughput, where: 'table' }
  return {
    account: caller.account,
    region: caller.region,
    name,
    keySchema,
    attributeTypes: Object.fromEntries(types),
    indexes,
    ...(vectorIndexes && { vectorIndexes }),
    billing,
    onDemandThroughput: checkedMaxima(maximaOf(input.OnDemandThroughput), maxima),
    warmThroughput: checkedWarmThroughput(warmUnitsOf(input.WarmThroughput), warm),
    tableClass: tableClass === undefined ? undefined : { name: tableClass },
    deletionProtection: input.DeletionProtectionEnabled ?? false,
    encryption: checkedEncryption(caller, encryptionRequest(input.SSESpecification)),
    stream,
    tags,
    ...(settingsReplication && { settingsReplication }),
  }
}

function definitionsDoNotMatch() {
  return invalidParameter(
    'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
  )
}
