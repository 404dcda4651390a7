/** The target that a request names. */
import { scalableTargetArn, arnOfTarget } from '../../../autoscaling/arns.js'
import { findScaledResource, isScalingDimension } from '../../../autoscaling/scaled-resource.js'
import type { ScalingTarget } from '../../../autoscaling/scaling-target.js'
import { targetIdOf, type TargetId } from '../../../autoscaling/target-id.js'
import type { ServiceError } from '../../../model/errors.js'
import type { Access } from '../../access.js'
import type { OperationContext, RequestContext } from '../../operation.js'
import { objectNotFound, unsupportedTarget } from './errors.js'

interface NamingInput {
  readonly ServiceNamespace: string
  readonly ResourceId: string
  readonly ScalableDimension: string
}

/** AWS: of what DynamoDB has, tables and global indexes. Nothing of other services is here. */
export function readTarget({ caller }: RequestContext, input: NamingInput): TargetId {
  const { ServiceNamespace, ResourceId: resourceId, ScalableDimension: dimension } = input
  const isOurs = ServiceNamespace === 'dynamodb' && isScalingDimension(dimension)
  if (!isOurs || findScaledResource(resourceId, dimension) === undefined) throw unsupportedTarget()
  return { account: caller.account, region: caller.region, resourceId, dimension }
}

/** `service namespace: dynamodb, resource ID: table/t, scalable dimension: …` */
export function toldTarget({ resourceId, dimension }: TargetId): string {
  return `service namespace: dynamodb, resource ID: ${resourceId}, scalable dimension: ${dimension}`
}

export function noTarget(id: TargetId): ServiceError {
  return objectNotFound(`No scalable target registered for ${toldTarget(id)}`)
}

interface AccessFacts extends Pick<Access, 'tags' | 'tagKeys'> {
  /** Of another kind of resource than the one of a target. */
  readonly target?: TargetId
}

type ScalingAction = `application-autoscaling:${string}`

/** AWS: the ARN of a target has an id that only its record tells; a new one can be any. */
export async function onTarget(
  ctx: OperationContext,
  action: ScalingAction,
  id: TargetId,
  facts: Pick<Access, 'tags'> = {},
): Promise<readonly Access[]> {
  const { targets } = await ctx.scaling()
  const found = await targets.find(id)
  return [accessOf(action, found, { ...facts, target: id })]
}

/** For an action on a target that is named by its ARN. */
export async function onTargetArn(
  ctx: OperationContext,
  action: ScalingAction,
  arn: string,
  facts: Pick<Access, 'tags' | 'tagKeys'> = {},
): Promise<readonly Access[]> {
  const found = await findByArn(ctx, arn)
  return [{ ...accessOf(action, found, facts), resource: arn }]
}

/** Of the caller's own account and region. */
export async function findByArn(
  ctx: OperationContext,
  arn: string,
): Promise<ScalingTarget | undefined> {
  const { account, region } = ctx.caller
  const prefix = scalableTargetArn({ account, region }, '')
  if (!arn.startsWith(prefix)) return undefined
  const { targets } = await ctx.scaling()
  return targets.findById({ account, region }, arn.slice(prefix.length))
}

function accessOf(
  action: ScalingAction,
  found: ScalingTarget | undefined,
  { target, tags, tagKeys }: AccessFacts,
): Access {
  const id = found ?? target
  return {
    action,
    resource: found === undefined ? anyTarget(id) : arnOfTarget(found),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(tagKeys !== undefined && { tagKeys }),
    resourceTags: pairsOf(found?.tags ?? {}),
    ...(id !== undefined && {
      keys: {
        'application-autoscaling:service-namespace': 'dynamodb',
        'application-autoscaling:scalable-dimension': id.dimension,
      },
    }),
  }
}

function anyTarget(id: TargetId | undefined): string {
  return id === undefined ? '*' : scalableTargetArn(targetIdOf(id), '*')
}

export function pairsOf(tags: Readonly<Record<string, string>>) {
  return Object.entries(tags).map(([key, value]) => ({ key, value }))
}
