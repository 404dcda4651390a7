/** Targets, policies, scheduled actions and activities as clients see them. */
import type {
  Alarm,
  NotScaledReason,
  ScalableTarget,
  ScalingActivity,
  ScalingPolicy,
  ScheduledAction,
} from '../../../api/generated/autoscaling-types.js'
import { alarmArn } from '../../../alarms/alarm.js'
import type { NotScaled, ScalingDeed } from '../../../autoscaling/activity.js'
import {
  scalingPolicyArn,
  scheduledActionArn,
  serviceRoleArn,
  arnOfTarget,
} from '../../../autoscaling/arns.js'
import { scaledResourceOf } from '../../../autoscaling/scaled-resource.js'
import type {
  ScalingTarget,
  ScheduledChange,
  TrackingPolicy,
} from '../../../autoscaling/scaling-target.js'
import type { TargetId } from '../../../autoscaling/target-id.js'
import { namesInFamily } from '../../../autoscaling/tracking.js'

function place({ resourceId, dimension }: TargetId) {
  return {
    ServiceNamespace: 'dynamodb',
    ResourceId: resourceId,
    ScalableDimension: dimension,
  } as const
}

export function describeTarget(target: ScalingTarget): ScalableTarget {
  const { min, max, createdAtMs, suspended } = target
  return {
    ...place(target),
    MinCapacity: min,
    MaxCapacity: max,
    RoleARN: serviceRoleArn(target),
    CreationTime: createdAtMs / 1000,
    SuspendedState: {
      DynamicScalingInSuspended: suspended.scaleIn,
      DynamicScalingOutSuspended: suspended.scaleOut,
      ScheduledScalingSuspended: suspended.scheduled,
    },
    ScalableTargetARN: arnOfTarget(target),
  }
}

export function describePolicy(target: ScalingTarget, policy: TrackingPolicy): ScalingPolicy {
  const { kind } = scaledResourceOf(target)
  const { targetValue, scaleOutCooldownS, scaleInCooldownS, disableScaleIn } = policy
  return {
    PolicyARN: scalingPolicyArn(target, policy),
    PolicyName: policy.name,
    ...place(target),
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: targetValue,
      PredefinedMetricSpecification: {
        PredefinedMetricType:
          kind === 'read' ? 'DynamoDBReadCapacityUtilization' : 'DynamoDBWriteCapacityUtilization',
      },
      ...(scaleOutCooldownS !== undefined && { ScaleOutCooldown: scaleOutCooldownS }),
      ...(scaleInCooldownS !== undefined && { ScaleInCooldown: scaleInCooldownS }),
      ...(disableScaleIn !== undefined && { DisableScaleIn: disableScaleIn }),
    },
    Alarms: describeAlarms(target, policy),
    CreationTime: policy.createdAtMs / 1000,
  }
}

export function describeAlarms(target: TargetId, { family }: TrackingPolicy): readonly Alarm[] {
  return namesInFamily(family.names).map((name) => {
    return { AlarmName: name, AlarmARN: alarmArn(target, name) }
  })
}

export function describeSchedule(target: ScalingTarget, action: ScheduledChange): ScheduledAction {
  const { name, schedule, timezone, startMs, endMs, min, max, createdAtMs } = action
  return {
    ScheduledActionName: name,
    ScheduledActionARN: scheduledActionArn(target, action),
    ...place(target),
    Schedule: schedule,
    ...(timezone !== undefined && { Timezone: timezone }),
    ...(startMs !== undefined && { StartTime: startMs / 1000 }),
    ...(endMs !== undefined && { EndTime: endMs / 1000 }),
    ScalableTargetAction: {
      ...(min !== undefined && { MinCapacity: min }),
      ...(max !== undefined && { MaxCapacity: max }),
    },
    CreationTime: createdAtMs / 1000,
  }
}

export function describeActivity(deed: ScalingDeed): ScalingActivity {
  const { id, description, cause, startedAtMs, endedAtMs, status, message, notScaled } = deed
  return {
    ActivityId: id,
    ...place(deed),
    Description: description,
    Cause: cause,
    StartTime: startedAtMs / 1000,
    ...(endedAtMs !== undefined && { EndTime: endedAtMs / 1000 }),
    StatusCode: status,
    ...(message !== undefined && { StatusMessage: message }),
    ...(notScaled !== undefined && { NotScaledReasons: [describeReason(notScaled)] }),
  }
}

function describeReason(reason: NotScaled): NotScaledReason {
  switch (reason.code) {
    case 'AlreadyAtMaxCapacity':
      return { Code: reason.code, MaxCapacity: reason.max }
    case 'AlreadyAtMinCapacity':
      return { Code: reason.code, MinCapacity: reason.min }
    case 'AlreadyAtDesiredCapacity':
      return { Code: reason.code, CurrentCapacity: reason.current }
  }
}
