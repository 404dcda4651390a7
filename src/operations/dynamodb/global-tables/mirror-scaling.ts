/**
 * The auto scaling of a new replica. AWS: it gets the targets and policies of the table that it is a copy of, and
 * they stay where they are when it goes.
 */
import { serviceRoleArn } from '../../../autoscaling/arns.js'
import type { ScalingTarget, TrackingPolicy } from '../../../autoscaling/scaling-target.js'
import type { DescribedTable } from '../../../catalog/table.js'
import type { Scope } from '../../../model/arn.js'
import { callOperation } from '../../dispatch/call-operation.js'
import type { Dispatcher } from '../../dispatcher.js'
import type { Database } from '../../database.js'
import { targetOf, type ScaledPart } from './replica-scaling.js'

export interface MirrorParts {
  readonly database: Pick<Database, 'scaling' | 'random'>
  /** Judges nobody. */
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>
}

/** What is there already stays as it is, so doing it twice does no harm. */
export async function mirrorScaling(
  parts: MirrorParts,
  source: DescribedTable,
  place: Scope,
): Promise<void> {
  if (source.billing.mode === 'on-demand') return
  const { targets } = await parts.database.scaling()
  for (const part of partsOf(source)) {
    const id = targetOf(part)
    const target = await targets.find(id)
    if (target === undefined) continue
    const there = await targets.find({ ...id, region: place.region })
    if (there === undefined || there.policies.length < target.policies.length) {
      await mirrorTarget(parts, target, place)
    }
  }
}

function partsOf(table: DescribedTable): readonly ScaledPart[] {
  const { account, region } = table
  const member = { account, region, table, status: 'ACTIVE' } as const
  const indexes = table.indexes.filter(({ kind }) => kind === 'global').map(({ name }) => name)
  return (['Read', 'Write'] as const).flatMap((kind) => [
    { member, kind },
    ...indexes.map((indexName) => ({ member, kind, indexName })),
  ])
}

async function mirrorTarget(
  { database, dispatcher }: MirrorParts,
  target: ScalingTarget,
  place: Scope,
): Promise<void> {
  const caller = { account: place.account, region: place.region, accessKeyId: '' }
  const host = 'application-autoscaling.amazonaws.com'
  const origin = { caller, host, requestId: database.random.uuid() }
  const named = {
    ServiceNamespace: 'dynamodb',
    ResourceId: target.resourceId,
    ScalableDimension: target.dimension,
  } as const
  const { dispatch } = dispatcher
  await callOperation(dispatch, origin, 'autoscaling.RegisterScalableTarget', {
    ...named,
    MinCapacity: target.min,
    MaxCapacity: target.max,
    RoleARN: serviceRoleArn(place),
  })
  for (const policy of target.policies) {
    await callOperation(dispatch, origin, 'autoscaling.PutScalingPolicy', {
      ...named,
      PolicyName: policy.name,
      PolicyType: 'TargetTrackingScaling',
      TargetTrackingScalingPolicyConfiguration: trackingOf(target, policy),
    })
  }
}

function trackingOf({ dimension }: ScalingTarget, policy: TrackingPolicy) {
  const { targetValue, disableScaleIn, scaleInCooldownS, scaleOutCooldownS } = policy
  const kind = dimension.endsWith('ReadCapacityUnits') ? 'Read' : 'Write'
  return {
    TargetValue: targetValue,
    PredefinedMetricSpecification: {
      PredefinedMetricType: `DynamoDB${kind}CapacityUtilization`,
    },
    ...(disableScaleIn !== undefined && { DisableScaleIn: disableScaleIn }),
    ...(scaleInCooldownS !== undefined && { ScaleInCooldown: scaleInCooldownS }),
    ...(scaleOutCooldownS !== undefined && { ScaleOutCooldown: scaleOutCooldownS }),
  } as const
}
