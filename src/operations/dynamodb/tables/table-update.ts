/** Converts an UpdateTable to our types. */
import type {
  AttributeDefinition,
  GlobalSecondaryIndexUpdate,
  GlobalTableSettingsReplicationMode,
  StreamSpecification,
  UpdateTableInput,
} from '../../../api/generated/dynamodb-types.js'
import type { StreamRequest } from '../../../catalog/rules/stream-setting.js'
import { checkedTableClass } from '../../../catalog/rules/table-class.js'
import type { IndexUpdate, TableUpdate } from '../../../catalog/rules/table-update.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import type { SettingsReplication } from '../../../model/table.js'
import { encryptionRequest } from './encryption.js'
import { globalIndexRequest } from './indexes.js'
import { attributeTypesIn } from './key-schema.js'
import { billingModeOf, maximaOf, throughputUnits, warmUnitsOf } from './throughput.js'
import { vectorIndexUpdatesOf } from './vector-indexes.js'

/** `checkIndexUpdates` must have accepted its index updates. Refuses an unknown table class. */
export function tableUpdateOf(input: UpdateTableInput): TableUpdate {
  return {
    attributeTypes: attributeTypesIn(definitionsFor(input)),
    billingMode: billingModeOf(input.BillingMode),
    throughput: throughputUnits(input.ProvisionedThroughput),
    onDemandThroughput: maximaOf(input.OnDemandThroughput),
    warmThroughput: warmUnitsOf(input.WarmThroughput),
    indexUpdates: input.GlobalSecondaryIndexUpdates?.map(indexUpdateOf),
    vectorIndexUpdates: vectorIndexUpdatesOf(input.VectorIndexUpdates),
    stream: streamRequest(input.StreamSpecification),
    encryption: encryptionRequest(input.SSESpecification),
    tableClass: checkedTableClass(input.TableClass),
    deletionProtection: input.DeletionProtectionEnabled,
    settingsReplication: settingsReplicationOf(input.GlobalTableSettingsReplicationMode),
  }
}

/** AWS: the third mode is that of a table with replicas in its own account, which cannot be chosen. */
export function settingsReplicationOf(
  mode: GlobalTableSettingsReplicationMode | undefined,
): SettingsReplication | undefined {
  if (mode !== 'ENABLED_WITH_OVERRIDES') return mode
  throw validation(
    `Value '${mode}' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: Only ENABLED and DISABLED settings replication are supported for a Regional Table.`,
  )
}

/** AWS: definitions are ignored unless an index is created. */
function definitionsFor({
  AttributeDefinitions = [],
  GlobalSecondaryIndexUpdates = [],
  VectorIndexUpdates = [],
}: UpdateTableInput): readonly AttributeDefinition[] {
  const updates = [...GlobalSecondaryIndexUpdates, ...VectorIndexUpdates]
  return updates.some(({ Create }) => Create) ? AttributeDefinitions : []
}

export function streamRequest(input: StreamSpecification | undefined): StreamRequest | undefined {
  return input && { enabled: input.StreamEnabled, viewType: input.StreamViewType }
}

function indexUpdateOf({ Create, Update, Delete }: GlobalSecondaryIndexUpdate): IndexUpdate {
  if (Create) return { kind: 'create', ...globalIndexRequest(Create) }
  if (Delete) return { kind: 'delete', name: Delete.IndexName }
  return {
    kind: 'change',
    name: Update!.IndexName,
    throughput: throughputUnits(Update!.ProvisionedThroughput),
    onDemandThroughput: maximaOf(Update!.OnDemandThroughput),
    warmThroughput: warmUnitsOf(Update!.WarmThroughput),
  }
}

/** Each must have exactly one action, and no two may be about the same index. */
export function checkIndexUpdates(updates: readonly GlobalSecondaryIndexUpdate[]): void {
  if (updates.length === 0) throw invalidParameter('List of GlobalSecondaryIndexUpdates is empty')
  const seen = new Set<string>()
  for (const { Update, Create, Delete } of updates) {
    const [action, another] = [Update, Create, Delete].filter((each) => each !== undefined)
    if (action === undefined) {
      throw invalidParameter(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      )
    }
    if (another !== undefined) {
      throw invalidParameter(
        'Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object',
      )
    }
    requireWarmUnits(Update)
    if (seen.has(action.IndexName)) {
      throw invalidParameter(
        `Only one global secondary index update per index is allowed simultaneously. Index: ${action.IndexName}`,
      )
    }
    seen.add(action.IndexName)
  }
}

function requireWarmUnits(update: GlobalSecondaryIndexUpdate['Update']): void {
  if (update?.WarmThroughput === undefined || warmUnitsOf(update.WarmThroughput)) return
  throw invalidParameter(
    `WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: ${update.IndexName}`,
  )
}
