/**
 * The auto scaling of a global table's members, as the operations on replicas show and change it: a view of
 * the targets that Application Auto Scaling has in each region.
 */
import type {
  AutoScalingSettingsDescription,
  ReplicaAutoScalingDescription,
  ReplicaStatus,
} from '../../../api/generated/dynamodb-types.js'
import { serviceRoleArn } from '../../../autoscaling/arns.js'
import type { ScalingTarget, TrackingPolicy } from '../../../autoscaling/scaling-target.js'
import type { ScalingDimension, TargetId } from '../../../autoscaling/target-id.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { ServiceError } from '../../../model/errors.js'
import type { OperationContext } from '../../operation.js'

/** What is scaled of a member: its table or one of its global indexes. */
export interface ScaledPart {
  readonly member: MemberTable
  readonly indexName?: string
  readonly kind: 'Read' | 'Write'
}

export interface MemberTable {
  readonly account: string
  readonly region: string
  readonly status: ReplicaStatus
  readonly table: DescribedTable
}

/** AWS: a table without replicas is not found either. */
export function noSuchGlobalTable(tableName: string): ServiceError {
  const sentence = `Global table with name: '${tableName}' does not exist.`
  return new ServiceError('ResourceNotFoundException', sentence)
}

export function targetOf({ member, indexName, kind }: ScaledPart): TargetId {
  const { account, region, table } = member
  const type = indexName === undefined ? 'table' : 'index'
  const dimension: ScalingDimension = `dynamodb:${type}:${kind}CapacityUnits`
  const resourceId =
    indexName === undefined ? `table/${table.name}` : `table/${table.name}/index/${indexName}`
  return { account, region, resourceId, dimension }
}

/** AWS: an index is there for these operations once it can be used. */
export function scaledIndexesOf({ indexes }: DescribedTable): readonly string[] {
  const usable = indexes.filter(({ kind, build }) => kind === 'global' && build === undefined)
  return usable.map(({ name }) => name)
}

export async function describeMember(
  ctx: OperationContext,
  member: MemberTable,
): Promise<ReplicaAutoScalingDescription> {
  const shown = (kind: ScaledPart['kind'], indexName?: string) =>
    describeSettings(ctx, { member, kind, ...(indexName !== undefined && { indexName }) })
  const indexes = scaledIndexesOf(member.table).map(async (name) => ({
    IndexName: name,
    IndexStatus: 'ACTIVE' as const,
    ProvisionedReadCapacityAutoScalingSettings: await shown('Read', name),
    ProvisionedWriteCapacityAutoScalingSettings: await shown('Write', name),
  }))
  return {
    RegionName: member.region,
    GlobalSecondaryIndexes: await Promise.all(indexes),
    ReplicaProvisionedReadCapacityAutoScalingSettings: await shown('Read'),
    ReplicaProvisionedWriteCapacityAutoScalingSettings: await shown('Write'),
    ReplicaStatus: member.status,
  }
}

/** AWS: a target without a policy looks like none; one of a table on demand is shown, and disabled. */
async function describeSettings(
  ctx: OperationContext,
  part: ScaledPart,
): Promise<AutoScalingSettingsDescription> {
  const { targets } = await ctx.scaling()
  const target = await targets.find(targetOf(part))
  if (target === undefined || target.policies.length === 0) {
    return { AutoScalingDisabled: true, ScalingPolicies: [] }
  }
  const isOnDemand = part.member.table.billing.mode === 'on-demand'
  return { ...describeBounds(target), ...(isOnDemand && { AutoScalingDisabled: true }) }
}

function describeBounds(target: ScalingTarget): AutoScalingSettingsDescription {
  return {
    MinimumUnits: target.min,
    MaximumUnits: target.max,
    AutoScalingRoleArn: serviceRoleArn(target),
    ScalingPolicies: target.policies.map(describePolicy),
  }
}

function describePolicy(policy: TrackingPolicy) {
  const { name, targetValue, disableScaleIn, scaleInCooldownS, scaleOutCooldownS } = policy
  return {
    PolicyName: name,
    TargetTrackingScalingPolicyConfiguration: {
      ...(disableScaleIn !== undefined && { DisableScaleIn: disableScaleIn }),
      ...(scaleInCooldownS !== undefined && { ScaleInCooldown: scaleInCooldownS }),
      ...(scaleOutCooldownS !== undefined && { ScaleOutCooldown: scaleOutCooldownS }),
      TargetValue: targetValue,
    },
  }
}
