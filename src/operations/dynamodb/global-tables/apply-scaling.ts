/**
 * Changes the auto scaling of members by the operations of Application Auto Scaling, in each region as if
 * they were called there. AWS: their refusals are passed on as they are.
 */
import { serviceRoleArn } from '../../../autoscaling/arns.js'
import type { TargetId } from '../../../autoscaling/target-id.js'
import type { Access } from '../../access.js'
import { deleteScalingPolicy } from '../../autoscaling/delete-scaling-policy.js'
import { deregisterScalableTarget } from '../../autoscaling/deregister-scalable-target.js'
import { putScalingPolicy } from '../../autoscaling/put-scaling-policy.js'
import { registerScalableTarget } from '../../autoscaling/register-scalable-target.js'
import { onTarget } from '../../autoscaling/requests/named-target.js'
import type { Operation, OperationContext } from '../../operation.js'
import { targetOf, type MemberTable, type ScaledPart } from './replica-scaling.js'
import type { ScalingUpdate } from './scaling-updates.js'

/** Of an operation on a target, in the region of its member. */
interface ScalingCall {
  readonly id: TargetId
  readonly operation: Operation
  readonly input: object
}

/** AWS: the caller needs the rights to the calls, too. They are asked for before the first is made. */
export async function scalingAccess(
  ctx: OperationContext,
  members: readonly MemberTable[],
  updates: readonly ScalingUpdate[],
): Promise<readonly Access[]> {
  const accesses: Access[] = []
  for (const update of updates) {
    for (const part of partsOf(members, update)) {
      for (const { id, operation } of await callsOn(ctx, part, update.settings)) {
        const { name } = operation.definition
        accesses.push(...(await onTarget(ctx, `application-autoscaling:${name}`, id)))
      }
    }
  }
  return accesses
}

export async function applyScaling(
  ctx: OperationContext,
  members: readonly MemberTable[],
  update: ScalingUpdate,
): Promise<void> {
  for (const part of partsOf(members, update)) {
    for (const call of await callsOn(ctx, part, update.settings)) await make(ctx, call)
  }
}

function partsOf(
  members: readonly MemberTable[],
  { region, kind, indexName }: ScalingUpdate,
): readonly ScaledPart[] {
  return members
    .filter((member) => region === undefined || member.region === region)
    .map((member) => ({ member, kind, ...(indexName !== undefined && { indexName }) }))
}

async function callsOn(
  ctx: OperationContext,
  part: ScaledPart,
  settings: ScalingUpdate['settings'],
): Promise<readonly ScalingCall[]> {
  const { targets } = await ctx.scaling()
  const id = targetOf(part)
  const found = await targets.find(id)
  const call = (operation: Operation, input: object): ScalingCall => ({ id, operation, input })
  if (settings.AutoScalingDisabled === true) {
    return found === undefined ? [] : [call(deregisterScalableTarget, {})]
  }
  const { PolicyName, TargetTrackingScalingPolicyConfiguration: tracking } =
    settings.ScalingPolicyUpdate!
  const metric = `DynamoDB${part.kind}CapacityUtilization`
  const name = PolicyName ?? `${metric}:${id.resourceId}`
  // AWS: a policy of another name takes the place of the one there was.
  const replaced = (found?.policies ?? []).filter((policy) => policy.name !== name)
  return [
    call(registerScalableTarget, {
      MinCapacity: settings.MinimumUnits,
      MaxCapacity: settings.MaximumUnits,
      RoleARN: serviceRoleArn(id),
    }),
    ...replaced.map((policy) => call(deleteScalingPolicy, { PolicyName: policy.name })),
    call(putScalingPolicy, {
      PolicyName: name,
      PolicyType: 'TargetTrackingScaling',
      TargetTrackingScalingPolicyConfiguration: {
        ...tracking,
        PredefinedMetricSpecification: { PredefinedMetricType: metric },
      },
    }),
  ]
}

async function make(ctx: OperationContext, { id, operation, input }: ScalingCall): Promise<void> {
  const { account, region, resourceId, dimension } = id
  const caller = { ...ctx.caller, account, region }
  // What a context has is in its prototype, too.
  const there = Object.create(ctx, { caller: { value: caller } }) as OperationContext
  const place = {
    ServiceNamespace: 'dynamodb',
    ResourceId: resourceId,
    ScalableDimension: dimension,
  }
  await operation.run(there, operation.read({ ...place, ...input }, there), [])
}
