/** What UpdateTableReplicaAutoScaling needs of the members whose auto scaling it changes. */
import { ServiceError, validation } from '../../../model/errors.js'
import { scaledIndexesOf, type MemberTable } from './replica-scaling.js'
import { failedFor, type ScalingUpdate } from './scaling-updates.js'

/** What updates name has to exist, and to have units. */
export function checkScaled(
  tableName: string,
  members: readonly MemberTable[],
  updates: readonly ScalingUpdate[],
): void {
  requireRegions(tableName, members, updates)
  requireIndexes(tableName, members, updates)
  requireProvisioned(tableName, members, updates)
}

function requireRegions(
  tableName: string,
  members: readonly MemberTable[],
  updates: readonly ScalingUpdate[],
): void {
  const known = members.map(({ region }) => region)
  const unknown = updates.flatMap(({ region = '' }) =>
    region === '' || known.includes(region) ? [] : [region],
  )
  if (unknown.length > 0) throw notFound(tableName, `replicas in regions: ‘[${listed(unknown)}]’`)
}

function requireIndexes(
  tableName: string,
  members: readonly MemberTable[],
  updates: readonly ScalingUpdate[],
): void {
  const known = members.flatMap(({ table }) => scaledIndexesOf(table))
  const unknown = updates.flatMap(({ indexName = '' }) =>
    indexName === '' || known.includes(indexName) ? [] : [indexName],
  )
  if (unknown.length === 0) return
  throw notFound(tableName, `global secondary indexes with names: ‘[${listed(unknown)}]’`)
}

/** AWS: turning it off is possible. The names are those of the operations of 2017. */
function requireProvisioned(
  tableName: string,
  members: readonly MemberTable[],
  updates: readonly ScalingUpdate[],
): void {
  const onDemand = members.filter(({ table }) => table.billing.mode === 'on-demand')
  const names = updates
    .filter(({ settings }) => settings.AutoScalingDisabled !== true)
    .map((update) => `'${legacyNameOf(update)}'`)
  if (onDemand.length === 0 || names.length === 0) return
  const regions = onDemand.map(({ region }) => `'${region.toUpperCase()}'`).join(', ')
  throw validation(
    `Failed to update global table with name ‘${tableName}‘. Replicas ${regions} BillingMode is PayPerRequest. ` +
      `You must convert table's BillingMode to PROVISIONED to set parameters: ${[...new Set(names)].join(', ')}.`,
  )
}

function legacyNameOf({ kind, indexName }: ScalingUpdate): string {
  if (kind === 'Write') {
    return indexName === undefined
      ? 'GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate'
      : 'GlobalTableGlobalSecondaryIndexSettingsUpdate'
  }
  return indexName === undefined
    ? 'ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate'
    : 'ReplicaGlobalSecondaryIndexSettingsUpdate'
}

function notFound(tableName: string, what: string): ServiceError {
  const sentence = `${failedFor(tableName)} because the ${what} do not exist.`
  return new ServiceError('ResourceNotFoundException', sentence)
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(', ')
}
