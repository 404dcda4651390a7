/** UpdateTable: changes the settings of a table in use. */
import type { UpdateTableInput } from '../../api/generated/dynamodb-types.js'
import type { DefinitionDraft } from '../../catalog/settle-derived.js'
import { invalidParameter, validation } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import { operation } from '../operation.js'
import { changeBilling } from './tables/change-billing.js'
import { attributeTypesOf, changeIndexes, checkIndexUpdates } from './tables/change-indexes.js'
import { admitIndexUpdates, admitTableChange, checkCombination } from './tables/index-admission.js'
import { readEncryption } from './tables/encryption.js'
import { changeStream, checkStreamChange } from './tables/stream.js'
import { describeUnderChange } from './tables/table-description.js'
import { requireTableName } from './tables/table-name.js'
import { readOnDemandThroughput, readThroughput, readWarmThroughput } from './tables/throughput.js'
import { refuseUnsupported } from './tables/unsupported.js'

export const updateTable = operation('dynamodb.UpdateTable', {
  // In the order AWS reports them.
  read(input, { caller }) {
    requireSomeChange(input)
    const { BillingMode, ProvisionedThroughput } = input
    if (BillingMode === 'PROVISIONED' && ProvisionedThroughput === undefined) {
      throw invalidParameter(
        'ProvisionedThroughput must be specified when BillingMode is PROVISIONED',
      )
    }
    if (ProvisionedThroughput !== undefined) readThroughput(ProvisionedThroughput)
    if (input.GlobalSecondaryIndexUpdates) checkIndexUpdates(input.GlobalSecondaryIndexUpdates)
    checkCombination(input)
    if (input.StreamSpecification !== undefined) checkStreamChange(input.StreamSpecification)
    refuseWhatIsMissing(input)
    return { input, tableName: requireTableName(caller, input.TableName) }
  },

  async run(ctx, { input, tableName }) {
    // Before the change: once it is made, nothing may send this operation back to its start.
    const current = await ctx.catalog.requireTable(ctx.caller, tableName)
    const totals = await ctx.catalog.totals(current)
    const table = await ctx.catalog.updateTable(ctx.caller, tableName, (definition, nowMs) =>
      changed(definition, input, nowMs),
    )
    return { TableDescription: describeUnderChange(table, totals) }
  },
})

function changed(
  definition: TableDefinition,
  input: UpdateTableInput,
  nowMs: number,
): DefinitionDraft {
  admitIndexUpdates(definition, input.GlobalSecondaryIndexUpdates ?? [], nowMs)
  admitTableChange(definition, input, nowMs)
  const billing = changeBilling(definition, input, nowMs)
  const onDemand = readOnDemandThroughput(input.OnDemandThroughput, billing, 'UpdateTable')
  const indexes = changeIndexes(definition, billing, input, nowMs)
  const warm = readWarmThroughput(input.WarmThroughput, billing, billing.throughput, 'table')
  const { StreamSpecification, SSESpecification, TableClass } = input
  return {
    ...definition,
    billing,
    indexes,
    attributeTypes: attributeTypesOf(definition.keySchema, indexes),
    onDemandThroughput:
      billing.mode === 'provisioned' ? undefined : (onDemand ?? definition.onDemandThroughput),
    warmThroughput: warm ?? definition.warmThroughput,
    stream: StreamSpecification
      ? changeStream(definition.name, definition.stream, StreamSpecification)
      : definition.stream,
    encryption: readEncryption(definition, SSESpecification) ?? definition.encryption,
    tableClass: TableClass ? { name: TableClass, updatedAtMs: nowMs } : definition.tableClass,
    deletionProtection: input.DeletionProtectionEnabled ?? definition.deletionProtection,
  }
}

function requireSomeChange(input: UpdateTableInput): void {
  const { TableName: _name, AttributeDefinitions: _types, ...changes } = input
  const given = Object.values(changes).filter(
    (change) => !(Array.isArray(change) && change.length === 0),
  )
  if (given.length > 0) return
  throw validation(
    'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required',
  )
}

function refuseWhatIsMissing(input: UpdateTableInput): void {
  const { ReplicaUpdates, MultiRegionConsistency, GlobalTableWitnessUpdates } = input
  const { GlobalTableSettingsReplicationMode, DisassociationProtectionEnabled } = input
  refuseUnsupported({
    ReplicaUpdates,
    MultiRegionConsistency,
    GlobalTableWitnessUpdates,
    GlobalTableSettingsReplicationMode,
    DisassociationProtectionEnabled,
    VectorIndexUpdates: input.VectorIndexUpdates,
  })
}
