/** PutScalingPolicy: keeps the used share of a target's units near a value, by alarms on it. */
import type {
  PutScalingPolicyRequest,
  TargetTrackingScalingPolicyConfiguration,
} from '../../api/generated/autoscaling-types.js'
import { newFamily } from '../../autoscaling/alarm-families.js'
import { scalingPolicyArn } from '../../autoscaling/arns.js'
import { targetValueMax, targetValueMin } from '../../autoscaling/limits.js'
import { scaledResourceOf } from '../../autoscaling/scaled-resource.js'
import type {
  FamilyNames,
  ScalingTarget,
  TrackingPolicy,
} from '../../autoscaling/scaling-target.js'
import type { TargetId } from '../../autoscaling/target-id.js'
import { familyNames } from '../../autoscaling/tracking.js'
import { validation, type ServiceError } from '../../model/errors.js'
import { operation } from '../operation.js'
import { noTarget, onTarget, readTarget } from './requests/named-target.js'
import { describeAlarms } from './shapes/described.js'

type TrackingSettings = Pick<
  TrackingPolicy,
  'name' | 'targetValue' | 'scaleOutCooldownS' | 'scaleInCooldownS' | 'disableScaleIn'
>

export const putScalingPolicy = operation('autoscaling.PutScalingPolicy', {
  read(input, ctx) {
    const id = readTarget(ctx, input)
    const settings = readSettings(id, requireTracking(input))
    return { id, policy: { name: input.PolicyName, ...settings } }
  },

  access: (ctx, { id }) => onTarget(ctx, 'application-autoscaling:PutScalingPolicy', id),

  async run(ctx, { id, policy: wanted }) {
    const scaling = await ctx.scaling()
    const now = await scaling.provisioned(id, scaledResourceOf(id))
    const fresh = {
      id: ctx.random.uuid(),
      createdAtMs: ctx.clock.now(),
      names: familyNames(id, wanted.disableScaleIn === true, ctx.random),
    }
    const { target, policy } = await scaling.targets.change(id, (before) => {
      if (before === undefined) throw noTarget(id)
      const policy = policyOf(before, wanted, { ...fresh, units: now?.units ?? before.min })
      const others = before.policies.filter(({ name }) => name !== policy.name)
      if (others.length > 0) throw secondPolicy()
      const after = { ...before, policies: [policy] }
      return { target: after, result: { target: after, policy } }
    })
    if (policy.family.replaces !== undefined) await scaling.families.make(target, policy)
    const arn = scalingPolicyArn(target, policy)
    return { output: { PolicyARN: arn, Alarms: describeAlarms(target, policy) } }
  },
})

/** AWS: DynamoDB's targets are scaled in no other way. Its sentences for the others are not known. */
function requireTracking(input: PutScalingPolicyRequest): TargetTrackingScalingPolicyConfiguration {
  const { PolicyType: type, TargetTrackingScalingPolicyConfiguration: settings } = input
  if (type !== 'TargetTrackingScaling') {
    // AWS: without a type it is StepScaling.
    throw validation(
      `Policy type ${type ?? 'StepScaling'} is not supported for service namespace: dynamodb`,
    )
  }
  if (settings === undefined) {
    throw validation('A TargetTrackingScaling policy configuration must be specified.')
  }
  return settings
}

function readSettings(
  id: TargetId,
  settings: TargetTrackingScalingPolicyConfiguration,
): Omit<TrackingSettings, 'name'> {
  requireMetric(id, settings)
  const { TargetValue: targetValue, DisableScaleIn: disableScaleIn } = settings
  if (!(targetValue >= targetValueMin && targetValue <= targetValueMax)) {
    throw validation(`Target value must be between ${targetValueMin} and ${targetValueMax}.`)
  }
  const { ScaleOutCooldown: out, ScaleInCooldown: into } = settings
  if ((out ?? 0) < 0 || (into ?? 0) < 0) throw validation('Cooldown must not be negative.')
  return {
    targetValue,
    ...(out !== undefined && { scaleOutCooldownS: out }),
    ...(into !== undefined && { scaleInCooldownS: into }),
    ...(disableScaleIn !== undefined && { disableScaleIn }),
  }
}

function requireMetric(id: TargetId, settings: TargetTrackingScalingPolicyConfiguration): void {
  if (settings.CustomizedMetricSpecification !== undefined) {
    throw validation('CustomizedMetricSpecification is not supported.')
  }
  const type = settings.PredefinedMetricSpecification?.PredefinedMetricType
  const word = scaledResourceOf(id).kind === 'read' ? 'Read' : 'Write'
  if (type !== `DynamoDB${word}CapacityUtilization`) {
    throw validation(
      type === undefined
        ? 'A metric specification must be specified.'
        : `Predefined metric type ${type} is not supported for scalable dimension: ${id.dimension}`,
    )
  }
}

interface FreshPolicy extends Pick<TrackingPolicy, 'id' | 'createdAtMs'> {
  readonly names: FamilyNames
  readonly units: number
}

/** A policy that is there keeps its id, when units were moved last, and its alarms if they stay the same. */
function policyOf(
  target: ScalingTarget,
  wanted: TrackingSettings,
  { names, units, ...fresh }: FreshPolicy,
): TrackingPolicy {
  const before = target.policies.find(({ name }) => name === wanted.name)
  if (before === undefined)
    return { ...fresh, ...wanted, family: newFamily(names, units, undefined) }
  const { id, createdAtMs, lastOut, lastInAtMs, family } = before
  const isSame =
    before.targetValue === wanted.targetValue &&
    (before.disableScaleIn === true) === (wanted.disableScaleIn === true) &&
    family.units === units
  return {
    id,
    createdAtMs,
    ...(lastOut !== undefined && { lastOut }),
    ...(lastInAtMs !== undefined && { lastInAtMs }),
    ...wanted,
    family: isSame ? family : newFamily(names, units, family),
  }
}

function secondPolicy(): ServiceError {
  return validation(
    'Only one TargetTrackingScaling policy for a given metric specification is allowed.',
  )
}
