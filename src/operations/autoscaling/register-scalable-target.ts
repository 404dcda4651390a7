/** RegisterScalableTarget: makes a target, or changes its bounds; units outside them are moved inside. */
import type { SuspendedState } from '../../api/generated/autoscaling-types.js'
import { scalableTargetArn } from '../../autoscaling/arns.js'
import { scalableTargetsMax, scalingTagsMax } from '../../autoscaling/limits.js'
import { scaledResourceOf } from '../../autoscaling/scaled-resource.js'
import type { ScalingTarget, Suspension } from '../../autoscaling/scaling-target.js'
import type { TargetId } from '../../autoscaling/target-id.js'
import { newTargetId } from '../../autoscaling/target-ids.js'
import { accessDenied, limitExceeded, validation, type ServiceError } from '../../model/errors.js'
import { operation, type OperationContext } from '../operation.js'
import { tooManyTags } from './requests/errors.js'
import { onTarget, pairsOf, readTarget } from './requests/named-target.js'

interface Wanted {
  readonly id: TargetId
  readonly min: number | undefined
  readonly max: number | undefined
  readonly suspended: Partial<Suspension>
  readonly tags: Readonly<Record<string, string>> | undefined
}

export const registerScalableTarget = operation('autoscaling.RegisterScalableTarget', {
  read(input, ctx): Wanted {
    const id = readTarget(ctx, input)
    const { MinCapacity: min, MaxCapacity: max, RoleARN, Tags: tags } = input
    refuseForeignRole(id, RoleARN)
    return { id, min, max, suspended: readSuspension(input.SuspendedState), tags }
  },

  access(ctx, { id, tags = {} }) {
    return onTarget(ctx, 'application-autoscaling:RegisterScalableTarget', id, {
      tags: pairsOf(tags),
    })
  },

  async run(ctx, wanted) {
    const { targets, announce } = await ctx.scaling()
    const known = await targets.find(wanted.id)
    if (known === undefined) {
      requireBounds(wanted)
      await requireResource(ctx, wanted.id)
      if (await targets.isFull(wanted.id)) throw tooManyTargets()
    }
    const fresh = { id: newTargetId(ctx.random), createdAtMs: ctx.clock.now() }
    const arn = await targets.change(wanted.id, (before) => {
      const target = before === undefined ? newTarget(wanted, fresh) : changed(before, wanted)
      return { target, result: scalableTargetArn(target, target.id) }
    })
    announce()
    return { output: { ScalableTargetARN: arn } }
  },
})

/** AWS: the role is replaced by that of the service, whatever it is. */
function refuseForeignRole({ account }: TargetId, role: string | undefined): void {
  const named = role === undefined ? undefined : /^arn:[^:]+:iam::(\d+):/.exec(role)?.[1]
  if (named !== undefined && named !== account) {
    throw accessDenied('Cross-account pass role is not allowed.')
  }
}

function readSuspension(state: SuspendedState | undefined): Partial<Suspension> {
  const { DynamicScalingInSuspended: scaleIn, DynamicScalingOutSuspended: scaleOut } = state ?? {}
  const { ScheduledScalingSuspended: scheduled } = state ?? {}
  return {
    ...(scaleIn !== undefined && { scaleIn }),
    ...(scaleOut !== undefined && { scaleOut }),
    ...(scheduled !== undefined && { scheduled }),
  }
}

function requireBounds({ min, max }: Wanted): void {
  if (min === undefined || max === undefined) {
    throw validation(
      'Both minimum and maximum capacity must be specified when registering a new scalable target.',
    )
  }
}

async function requireResource(ctx: OperationContext, id: TargetId): Promise<void> {
  const scaling = await ctx.scaling()
  const { indexName } = scaledResourceOf(id)
  if ((await scaling.provisioned(id, scaledResourceOf(id))) !== undefined) return
  const what = indexName === undefined ? 'table' : 'index'
  throw validation(`DynamoDB ${what} does not exist: ${id.resourceId}`)
}

function tooManyTargets(): ServiceError {
  return limitExceeded(
    `The maximum number of scalable targets (${scalableTargetsMax}) for service namespace dynamodb has been reached.`,
  )
}

const notSuspended: Suspension = { scaleIn: false, scaleOut: false, scheduled: false }

function newTarget(
  { id, min, max, suspended, tags = {} }: Wanted,
  fresh: { readonly id: string; readonly createdAtMs: number },
): ScalingTarget {
  const bounds = { min: min!, max: max! }
  requireOrder(bounds)
  if (Object.keys(tags).length > scalingTagsMax) throw tooManyTags(scalableTargetArn(id, fresh.id))
  return {
    ...id,
    ...fresh,
    ...bounds,
    suspended: { ...notSuspended, ...suspended },
    tags,
    policies: [],
    schedules: [],
    isMoveDue: true,
  }
}

/** AWS: tags of a target that exists are changed by TagResource alone. */
function changed(before: ScalingTarget, { min, max, suspended }: Wanted): ScalingTarget {
  const bounds = { min: min ?? before.min, max: max ?? before.max }
  requireOrder(bounds)
  const hasBounds = min !== undefined || max !== undefined
  return {
    ...before,
    ...bounds,
    suspended: { ...before.suspended, ...suspended },
    ...(hasBounds && { isMoveDue: true }),
  }
}

function requireOrder({ min, max }: Pick<ScalingTarget, 'min' | 'max'>): void {
  if (min < 1) throw validation('Minimum capacity must be at least 1.')
  if (max < min) throw validation('Maximum capacity cannot be less than minimum capacity.')
}
