/**
 * Changes the auto scaling of members by the operations of Application Auto Scaling, in each region as if
 * they were called there. AWS: their refusals are passed on as they are.
 */
import { serviceRoleArn } from '../../../autoscaling/arns.js'
import { ServiceError, validation } from '../../../model/errors.js'
import { deleteScalingPolicy } from '../../autoscaling/delete-scaling-policy.js'
import { deregisterScalableTarget } from '../../autoscaling/deregister-scalable-target.js'
import { putScalingPolicy } from '../../autoscaling/put-scaling-policy.js'
import { registerScalableTarget } from '../../autoscaling/register-scalable-target.js'
import type { Operation, OperationContext } from '../../operation.js'
import { scaledIndexesOf, targetOf, type MemberTable, type ScaledPart } from './replica-scaling.js'
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

export async function applyScaling(
  ctx: OperationContext,
  members: readonly MemberTable[],
  { region, kind, indexName, settings }: ScalingUpdate,
): Promise<void> {
  for (const member of members) {
    if (region !== undefined && member.region !== region) continue
    const part = { member, kind, ...(indexName !== undefined && { indexName }) }
    await applyTo(ctx, part, settings)
  }
}

async function applyTo(
  ctx: OperationContext,
  part: ScaledPart,
  settings: ScalingUpdate['settings'],
): Promise<void> {
  const { targets } = await ctx.scaling()
  const id = targetOf(part)
  const found = await targets.find(id)
  const call = callerIn(ctx, part)
  if (settings.AutoScalingDisabled === true) {
    if (found !== undefined) await call(deregisterScalableTarget, {})
    return
  }
  const { PolicyName, TargetTrackingScalingPolicyConfiguration: tracking } =
    settings.ScalingPolicyUpdate!
  const metric = `DynamoDB${part.kind}CapacityUtilization`
  const name = PolicyName ?? `${metric}:${id.resourceId}`
  await call(registerScalableTarget, {
    MinCapacity: settings.MinimumUnits,
    MaxCapacity: settings.MaximumUnits,
    RoleARN: serviceRoleArn(id),
  })
  // AWS: a policy of another name takes the place of the one there was.
  for (const policy of found?.policies ?? []) {
    if (policy.name !== name) await call(deleteScalingPolicy, { PolicyName: policy.name })
  }
  await call(putScalingPolicy, {
    PolicyName: name,
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      ...tracking,
      PredefinedMetricSpecification: { PredefinedMetricType: metric },
    },
  })
}

/** Calls an operation on the part's target, in the region of its member. */
function callerIn(ctx: OperationContext, part: ScaledPart) {
  const { account, region, resourceId, dimension } = targetOf(part)
  const caller = { ...ctx.caller, account, region }
  // What a context has is in its prototype, too.
  const there = Object.create(ctx, { caller: { value: caller } }) as OperationContext
  const place = {
    ServiceNamespace: 'dynamodb',
    ResourceId: resourceId,
    ScalableDimension: dimension,
  }
  return async (operation: Operation, input: object): Promise<void> => {
    await operation.run(there, operation.read({ ...place, ...input }, there), [])
  }
}
