/**
 * What an UpdateTable may do while an index of the table comes or goes, and what may go together with
 * making or deleting one. The service builds or deletes one index of a table at a time.
 */
import type {
  GlobalSecondaryIndexUpdate,
  UpdateTableInput,
} from '../../../api/generated/dynamodb-types.js'
import { indexUnderChange, type IndexUnderChange } from '../../../catalog/life-cycle.js'
import {
  invalidParameter,
  limitExceeded,
  resourceInUse,
  type ServiceError,
} from '../../../model/errors.js'
import type { TableDefinition } from '../../../model/table.js'

/** Refuses what cannot share a request with the making or deleting of an index. */
export function checkCombination(input: UpdateTableInput): void {
  const updates = input.GlobalSecondaryIndexUpdates ?? []
  if (!updates.some(isOnlineChange)) return
  const alone = 'modification must be the only operation in the request'
  const { DeletionProtectionEnabled, SSESpecification, TableClass, WarmThroughput } = input
  if (DeletionProtectionEnabled !== undefined) {
    throw invalidParameter(`DeletionProtection ${alone}`)
  }
  if (SSESpecification !== undefined) throw invalidParameter(`Server-Side Encryption ${alone}`)
  if (TableClass !== undefined) throw invalidParameter(`TableClass ${alone}`)
  if (WarmThroughput !== undefined) throw besideWarmThroughput(updates)
  if (input.ProvisionedThroughput !== undefined) {
    throw invalidParameter('You cannot create or delete index while updating table IOPS')
  }
  if (input.StreamSpecification !== undefined) {
    throw invalidParameter('You cannot create or delete index while changing stream status')
  }
}

function besideWarmThroughput(updates: readonly GlobalSecondaryIndexUpdate[]): ServiceError {
  return updates.some(({ Create }) => Create !== undefined)
    ? invalidParameter(
        'Create global secondary index cannot be specified when updating WarmThroughput',
      )
    : invalidParameter('WarmThroughput must be the only operation in the request')
}

/** Whether an update makes or deletes an index, rather than changing its settings. */
export function isOnlineChange({ Create, Delete }: GlobalSecondaryIndexUpdate): boolean {
  return Create !== undefined || Delete !== undefined
}

/** Refuses index updates that the index being built or deleted stands in the way of. */
export function admitIndexUpdates(
  definition: TableDefinition,
  updates: readonly GlobalSecondaryIndexUpdate[],
  nowMs: number,
): void {
  const change = indexUnderChange(definition, nowMs)
  if (change === undefined) return
  for (const update of updates) {
    const { IndexName } = (update.Create ?? update.Update ?? update.Delete)!
    if (IndexName === change.index.name) admitOnSameIndex(definition.name, change, update)
    else if (isOnlineChange(update)) throw onlineIndexLimit()
  }
}

function admitOnSameIndex(
  tableName: string,
  { index, state }: IndexUnderChange,
  update: GlobalSecondaryIndexUpdate,
): void {
  const where = `Table: ${tableName} Index: ${index.name}`
  // AWS: two spaces in most of these.
  if (state === 'deleting') throw stillInUse(`Index is being deleted.  ${where}`)
  if (update.Create) throw stillInUse(`Index is being created.  ${where}`)
  if (state === 'backfilling') return
  throw stillInUse(
    update.Delete
      ? `Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index is active. ${where}`
      : `Index is being created but is not backfilling yet.  ${where}`,
  )
}

/** Refuses changes of the table itself for as long as the index occupies it. */
export function admitTableChange(
  definition: TableDefinition,
  input: UpdateTableInput,
  nowMs: number,
): void {
  const change = indexUnderChange(definition, nowMs)
  if (change === undefined || change.state === 'backfilling') return
  const { index, state } = change
  const [participle, noun] =
    state === 'deleting' ? ['deleted', 'deletion'] : ['created', 'creation']
  const where = `Table: ${definition.name} Indexes: [${index.name}]`
  if (changesThroughput(definition, input)) {
    throw stillInUse(`Can't change table IOPS when an index is being ${participle}. ${where}`)
  }
  if (input.StreamSpecification !== undefined) {
    throw stillInUse(`Can't change stream status when an index is being ${participle}. ${where}`)
  }
  if (input.OnDemandThroughput !== undefined) {
    throw stillInUse(
      `OnDemandThroughput cannot be updated while index ${noun} is in progress for indexes: [${index.name}]`,
    )
  }
}

function changesThroughput({ billing }: TableDefinition, input: UpdateTableInput): boolean {
  const { BillingMode, ProvisionedThroughput } = input
  if (ProvisionedThroughput !== undefined) return true
  return BillingMode === 'PAY_PER_REQUEST' && billing.mode === 'provisioned'
}

export function onlineIndexLimit(): ServiceError {
  return limitExceeded(
    'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  )
}

function stillInUse(detail: string): ServiceError {
  return resourceInUse(`Attempt to change a resource which is still in use: ${detail}`)
}
