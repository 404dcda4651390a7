/** UpdateTable: changes the settings of a table in use. */
import type { UpdateTableInput } from '../../api/generated/dynamodb-types.js'
import { invalidParameter, validation } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import { operation } from '../operation.js'
import { changeBilling } from '../tables/change-billing.js'
import { changeIndexes, checkIndexUpdates } from '../tables/change-indexes.js'
import { readEncryption } from '../tables/encryption.js'
import { changeStream, checkStreamChange } from '../tables/stream.js'
import { describeTable } from '../tables/table-description.js'
import { requireTableName } from '../tables/table-name.js'
import { readOnDemandThroughput, readThroughput, readWarmThroughput } from '../tables/throughput.js'
import { refuseUnsupported } from '../tables/unsupported.js'

export const updateTable = operation('UpdateTable', {
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
    checkIndexUpdates(input.GlobalSecondaryIndexUpdates ?? [])
    if (input.StreamSpecification !== undefined) checkStreamChange(input.StreamSpecification)
    refuseWhatIsMissing(input)
    return { input, tableName: requireTableName(caller, input.TableName) }
  },

  async run(ctx, { input, tableName }) {
    const table = await ctx.catalog.updateTable(ctx.caller, tableName, (definition, nowMs) =>
      changed(definition, input, nowMs),
    )
    const totals = await ctx.catalog.totals(table)
    return { TableDescription: describeTable(table, 'UPDATING', totals) }
  },
})

function changed(definition: TableDefinition, input: UpdateTableInput, nowMs: number) {
  const billing = changeBilling(definition, input, nowMs)
  const onDemand = readOnDemandThroughput(input.OnDemandThroughput, billing, 'UpdateTable')
  const indexes = changeIndexes(definition, billing, input.GlobalSecondaryIndexUpdates ?? [], nowMs)
  const warm = readWarmThroughput(input.WarmThroughput, billing, billing.throughput, 'table')
  const { StreamSpecification, SSESpecification, TableClass } = input
  return {
    ...definition,
    billing,
    indexes,
    onDemandThroughput: onDemand ?? definition.onDemandThroughput,
    warmThroughput: warm ?? definition.warmThroughput,
    stream: StreamSpecification
      ? changeStream(definition.name, definition.stream, StreamSpecification, nowMs)
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
    'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required',
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
