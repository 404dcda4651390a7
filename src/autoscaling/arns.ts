/** The ARNs of auto scaling. AWS: two services have a part in them. */
import type { Scope } from '../model/arn.js'
import type { ScalingTarget } from './scaling-target.js'
import type { TargetId } from './target-id.js'

export function scalableTargetArn({ account, region }: Scope, id: string): string {
  return `arn:aws:application-autoscaling:${region}:${account}:scalable-target/${id}`
}

export function arnOfTarget(target: ScalingTarget): string {
  return scalableTargetArn(target, target.id)
}

/** Undefined if it is not the ARN of a target. */
export function parseScalableTargetArn(arn: string): (Scope & { readonly id: string }) | undefined {
  const pattern = /^arn:[^:]+:application-autoscaling:([^:]*):([^:]*):scalable-target\/([^/:]+)$/
  const [, region, account, id] = pattern.exec(arn) ?? []
  return region === undefined ? undefined : { region, account: account!, id: id! }
}

interface Named {
  readonly id: string
  readonly name: string
}

export function scalingPolicyArn(target: TargetId, { id, name }: Named): string {
  return `${partArn(target, 'scalingPolicy', id)}:policyName/${name}`
}

export function scheduledActionArn(target: TargetId, { id, name }: Named): string {
  return `${partArn(target, 'scheduledAction', id)}:scheduledActionName/${name}`
}

function partArn({ account, region, resourceId }: TargetId, kind: string, id: string): string {
  return `arn:aws:autoscaling:${region}:${account}:${kind}:${id}:resource/dynamodb/${resourceId}`
}

/** What an alarm of a policy calls: the policy's ARN and who made the alarm. */
export function alarmActionArn(target: TargetId, policy: Named): string {
  return `${scalingPolicyArn(target, policy)}:createdBy/${policy.id}`
}

/** The policy that an alarm calls. Undefined if it calls something else. */
export function parseAlarmAction(
  action: string,
): (Scope & { readonly policyId: string; readonly resourceId: string }) | undefined {
  const pattern =
    /^arn:[^:]+:autoscaling:([^:]*):([^:]*):scalingPolicy:([^:]+):resource\/dynamodb\/([^:]+):policyName\//
  const [, region, account, policyId, resourceId] = pattern.exec(action) ?? []
  if (region === undefined) return undefined
  return { region, account: account!, policyId: policyId!, resourceId: resourceId! }
}

/** AWS: whatever role a client names, this one is used. */
export function serviceRoleArn({ account }: Scope): string {
  return `arn:aws:iam::${account}:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/${serviceRoleName}`
}

export const serviceRoleName = 'AWSServiceRoleForApplicationAutoScaling_DynamoDBTable'
