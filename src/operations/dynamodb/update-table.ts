/** UpdateTable: changes the settings of a table in use. */
import type { UpdateTableInput } from '../../api/generated/dynamodb-types.js'
import { checkBillingUpdate } from '../../catalog/rules/billing.js'
import { checkStreamUpdate } from '../../catalog/rules/stream-setting.js'
import { checkCombination } from '../../catalog/rules/update-combination.js'
import type { IndexUpdate, TableUpdate } from '../../catalog/rules/table-update.js'
import type { UpdateMoment } from '../../catalog/rules/update-moment.js'
import { updatedDefinition } from '../../catalog/rules/updated-definition.js'
import { internalFailure, validation } from '../../model/errors.js'
import type { DescribedTable } from '../../catalog/table.js'
import type { TableDefinition } from '../../model/table.js'
import type { BesideDefinition } from '../../storage/table-keys.js'
import { onTable } from '../access.js'
import { arnOfNamed, requireNamedTable } from '../named-table.js'
import { operation, type OperationContext } from '../operation.js'
import { changedKey } from './tables/changed-key.js'
import { consistencyRequestOf, witnessAccess } from './tables/consistency-request.js'
import { describedInGroup } from './tables/described-in-group.js'
import { replicaAccess } from './tables/replica-access.js'
import { checkReplicasAlone, replicaActionsOf } from './tables/replica-updates.js'
import { describeUpdatedTable } from './tables/table-answers.js'
import { checkIndexUpdates, tableUpdateOf } from './tables/table-update.js'
import { billingModeOf, throughputUnits } from './tables/throughput.js'

export const updateTable = operation('dynamodb.UpdateTable', {
  // In the order AWS reports them.
  read(input, ctx) {
    requireSomeChange(input)
    const { BillingMode, ProvisionedThroughput, GlobalSecondaryIndexUpdates } = input
    checkBillingUpdate({
      billingMode: billingModeOf(BillingMode),
      throughput: throughputUnits(ProvisionedThroughput),
    })
    if (GlobalSecondaryIndexUpdates) checkIndexUpdates(GlobalSecondaryIndexUpdates)
    const update = tableUpdateOf(input)
    checkCombination(update)
    checkStreamUpdate(update.stream)
    checkReplicasAlone(input)
    const { ReplicaUpdates, DisassociationProtectionEnabled: protection } = input
    const replicas = ReplicaUpdates && replicaActionsOf(ReplicaUpdates)
    const consistency = consistencyRequestOf(input, replicas ?? [])
    const named = requireNamedTable(ctx, input.TableName)
    return { update, replicas, consistency, protection, named }
  },

  access: (ctx, { named, replicas = [], consistency }) => [
    onTable(ctx, 'dynamodb:UpdateTable', arnOfNamed(named)),
    ...replicaAccess(named, replicas),
    ...witnessAccess(named, consistency),
  ],

  async run(ctx, { update, replicas, consistency, protection, named }) {
    if (replicas !== undefined) {
      const { changeConsistency } = await import('./tables/change-consistency.js')
      const request = { ...consistency, actions: replicas }
      const TableDescription = await changeConsistency(ctx, named, request)
      if (TableDescription !== undefined) return { output: { TableDescription } }
    }
    if (replicas !== undefined || protection !== undefined) {
      const { changeReplicas } = await import('./tables/change-replicas.js')
      const TableDescription = await changeReplicas(ctx, named, replicas ?? { protection })
      return { output: { TableDescription } }
    }
    // Read before the change: once the change is made, nothing may make this operation start over.
    const current = await ctx.catalog.requireTable(named, named.name)
    if (isNothing(update)) throw internalFailure()
    const totals = await ctx.catalog.totals(current)
    const key = await changedKey(ctx, current, update)
    const change = (definition: TableDefinition, moment: UpdateMoment) => {
      const updated = updatedDefinition(definition, update, moment)
      return key === undefined ? updated : { ...updated, encryption: key.encryption }
    }
    const make = (others: readonly BesideDefinition[]) =>
      ctx.catalog.updateTable(named, named.name, change, {
        besideDefinition: [...(key?.besideDefinition ? [key.besideDefinition] : []), ...others],
        mayProvision: mayProvision(update),
      })
    const table = await madeIn(ctx, { current, update, make })
    const made = { before: current, after: table, update, nowMs: ctx.clock.now() }
    const described = describeUpdatedTable(made, totals)
    return { output: { TableDescription: await describedInGroup(ctx, table, described) } }
  },
})

interface WantedChange {
  readonly current: DescribedTable
  readonly update: TableUpdate
  readonly make: (others: readonly BesideDefinition[]) => Promise<DescribedTable>
}

/** What concerns replicas is loaded with the first table that has some. */
async function madeIn(
  ctx: OperationContext,
  { current, update, make }: WantedChange,
): Promise<DescribedTable> {
  if (current.replica === undefined) return make([])
  const { updateInGroup } = await import('./tables/update-in-group.js')
  return updateInGroup(ctx, current, update, make)
}

function requireSomeChange(input: UpdateTableInput): void {
  const { TableName: _name, AttributeDefinitions: _types, ...rest } = input
  const { MultiRegionConsistency, GlobalTableWitnessUpdates: _witnesses, ...changes } = rest
  const isEmptyList = (change: unknown) => Array.isArray(change) && change.length === 0
  if (Object.values(changes).every(isEmptyList)) throw noChange(MultiRegionConsistency)
}

/** AWS: throughput without members counts as a change until the table is found, and then fails. */
function isNothing({ attributeTypes: _types, ...changes }: TableUpdate): boolean {
  return Object.values(changes).every((change) => change === undefined)
}

/** Whether it may add provisioned throughput to what the account has. */
function mayProvision({ throughput, indexUpdates = [] }: TableUpdate): boolean {
  const isIndexProvisioned = (update: IndexUpdate) =>
    update.kind !== 'delete' && update.throughput !== undefined
  return throughput !== undefined || indexUpdates.some(isIndexProvisioned)
}

/** AWS: what was given does not count alone, and is not named again. */
function noChange(consistency: string | undefined) {
  const name = consistency === undefined ? 'MultiRegionConsistency, ' : ''
  return validation(
    `At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, ${name}DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required`,
  )
}
