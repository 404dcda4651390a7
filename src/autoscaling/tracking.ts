/**
 * Target tracking, as far as it is arithmetic: the alarms of a policy for the units that are provisioned, and
 * the units that fit a load. Pure.
 */
import type { Dimension } from '../metrics/series.js'
import type { Random } from '../stdx/random.js'
import type { ScalingAlarm } from './alarm-book.js'
import { alarmActionArn, scalingPolicyArn } from './arns.js'
import { scaledResourceOf, type ScaledResource } from './scaled-resource.js'
import type { FamilyNames, ScalingTarget, TrackingPolicy } from './scaling-target.js'
import type { TargetId } from './target-id.js'

/** Minutes of load above the target after which units are added, and below it after which they are removed. */
export const highMinutes = 2
export const lowMinutes = 15
/** Periods after which a change of units that somebody else made is noticed, at the latest. */
const provisionedPeriods = 3
const provisionedPeriodSeconds = 300

export function familyNames(
  { resourceId }: TargetId,
  disableScaleIn: boolean,
  random: Random,
): FamilyNames {
  const named = (kind: string) => `TargetTracking-${resourceId}-${kind}-${random.uuid()}`
  return {
    high: named('AlarmHigh'),
    ...(!disableScaleIn && { low: named('AlarmLow') }),
    provisionedHigh: named('ProvisionedCapacityHigh'),
    provisionedLow: named('ProvisionedCapacityLow'),
  }
}

/** AWS lists them in this order. */
export function namesInFamily(names: FamilyNames): readonly string[] {
  const { high, low, provisionedHigh, provisionedLow } = names
  return [high, ...(low === undefined ? [] : [low]), provisionedHigh, provisionedLow]
}

export function familyAlarms(
  target: ScalingTarget,
  policy: TrackingPolicy,
): readonly ScalingAlarm[] {
  const resource = scaledResourceOf(target)
  const { units, names } = policy.family
  const common = {
    description: `DO NOT EDIT OR DELETE. For TargetTrackingScaling policy ${scalingPolicyArn(target, policy)}.`,
    dimensions: dimensionsOfSeries(resource),
    action: alarmActionArn(target, policy),
  }
  const load = {
    ...common,
    metric: consumedMetric(resource),
    statistic: 'Sum',
    periodSeconds: 60,
  } as const
  const setting = {
    ...common,
    metric: `Provisioned${capacityWord(resource)}CapacityUnits`,
    statistic: 'Average',
    periodSeconds: provisionedPeriodSeconds,
    threshold: units,
    evaluationPeriods: provisionedPeriods,
  } as const
  const high = {
    ...load,
    name: names.high,
    ...above,
    threshold: perMinute(units, policy.targetValue),
    evaluationPeriods: highMinutes,
  }
  const low = names.low !== undefined && {
    ...load,
    name: names.low,
    ...below,
    threshold: perMinute(units, lowPercent(policy.targetValue)),
    evaluationPeriods: lowMinutes,
  }
  return [
    high,
    ...(low === false ? [] : [low]),
    { ...setting, name: names.provisionedHigh, ...above },
    { ...setting, name: names.provisionedLow, ...below },
  ]
}

const above = { comparison: 'GreaterThanThreshold' } as const
const below = { comparison: 'LessThanThreshold' } as const

/** Whole percents times whole units: nothing is lost before the division. */
function perMinute(units: number, percent: number): number {
  return (units * 60 * percent) / 100
}

/** AWS: 20 points below the target, recorded at 70. Targets below 40 would leave too little room for that. */
function lowPercent(targetValue: number): number {
  return Math.max(targetValue - 20, targetValue / 2)
}

function capacityWord({ kind }: ScaledResource): 'Read' | 'Write' {
  return kind === 'read' ? 'Read' : 'Write'
}

export function consumedMetric(resource: ScaledResource): string {
  return `Consumed${capacityWord(resource)}CapacityUnits`
}

/** In the order of their names. */
export function dimensionsOfSeries({ tableName, indexName }: ScaledResource): readonly Dimension[] {
  const table = { name: 'TableName', value: tableName }
  if (indexName === undefined) return [table]
  return [{ name: 'GlobalSecondaryIndexName', value: indexName }, table]
}

/** The units at which a load is the target's share of them, inside the bounds. */
export function fittingUnits(
  { min, max }: Pick<ScalingTarget, 'min' | 'max'>,
  targetValue: number,
  consumedPerMinute: number,
): number {
  const units = Math.ceil((consumedPerMinute * 100) / (60 * targetValue))
  return Math.min(max, Math.max(min, units))
}

/**
 * AWS: after units were added, more are added before the cooldown is over only if they are more than were added
 * then; after some were removed, none are removed before it is over.
 */
export function isCoolingDown(policy: TrackingPolicy, change: number, nowMs: number): boolean {
  const { scaleOutCooldownS = 0, scaleInCooldownS = 0, lastOut, lastInAtMs } = policy
  if (change > 0) {
    if (lastOut === undefined || nowMs >= lastOut.atMs + scaleOutCooldownS * 1000) return false
    return change <= lastOut.added
  }
  return lastInAtMs !== undefined && nowMs < lastInAtMs + scaleInCooldownS * 1000
}
