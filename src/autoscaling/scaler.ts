/**
 * Target tracking: what follows from an alarm that is in ALARM. Runs under the lease, so one server does it; all
 * it remembers is in the store.
 */
import type { MetricReader } from '../metrics/metric-reader.js'
import type { Fence } from '../storage/fence.js'
import { alarmCause, attempt, type NotScaled, type ScalingDeed } from './activity.js'
import type { AlarmBook, RaisedAlarm } from './alarm-book.js'
import { AlarmFamilies } from './alarm-families.js'
import { parseAlarmAction } from './arns.js'
import { dimensionsOf, scaledResourceOf } from './scaled-resource.js'
import type { FamilyNames, ScalingTarget, TrackingPolicy } from './scaling-target.js'
import { targetIdOf } from './target-id.js'
import {
  consumedMetric,
  dimensionsOfSeries,
  fittingUnits,
  highMinutes,
  isCoolingDown,
  lowMinutes,
} from './tracking.js'
import { UnitChanges, type UnitChangeParts } from './unit-changes.js'

export interface ScalerParts extends UnitChangeParts {
  readonly book: AlarmBook
  readonly metrics: MetricReader
}

interface Called {
  readonly target: ScalingTarget
  readonly policy: TrackingPolicy
}

const minuteMs = 60_000

export class Scaler {
  readonly #parts: ScalerParts
  readonly #families: AlarmFamilies
  readonly #changes: UnitChanges

  constructor(parts: ScalerParts) {
    this.#parts = parts
    this.#families = new AlarmFamilies(parts)
    this.#changes = new UnitChanges(parts)
  }

  /** Called every minute for each alarm of ours that is in ALARM. */
  async raised(alarm: RaisedAlarm, fence: Fence): Promise<void> {
    const called = await this.#find(alarm)
    const role = called && roleOf(called.policy.family.names, alarm.name)
    // Of a policy that is gone, or of units that were: a server stopped before it could delete it.
    if (role === undefined) return this.#parts.book.delete(alarm, [alarm.name])
    const { target, policy } = called!
    const now = await this.#parts.tables.find(target, scaledResourceOf(target))
    if (now?.units === undefined) return
    if (policy.family.units !== now.units) {
      return this.#families.refresh(target, now.units, fence)
    }
    if (role === 'provisioned' || now.isBusy || target.pending !== undefined) return
    await this.#track({ target, policy }, { role, name: alarm.name, units: now.units }, fence)
  }

  async #find({ account, region, action }: RaisedAlarm): Promise<Called | undefined> {
    const parsed = parseAlarmAction(action)
    if (parsed === undefined) return undefined
    const { resourceId, policyId } = parsed
    for (const dimension of dimensionsOf(resourceId)) {
      const target = await this.#parts.targets.find({ account, region, resourceId, dimension })
      const policy = target?.policies.find(({ id }) => id === policyId)
      if (policy !== undefined) return { target: target!, policy }
    }
    return undefined
  }

  async #track(
    { target, policy }: Called,
    alarm: { readonly role: 'high' | 'low'; readonly name: string; readonly units: number },
    fence: Fence,
  ): Promise<void> {
    const { role, units } = alarm
    const isOut = role === 'high'
    if (isOut ? target.suspended.scaleOut : target.suspended.scaleIn) return
    const consumed = await this.#consumed(target, role)
    if (consumed === undefined) return
    const wanted = fittingUnits(target, policy.targetValue, consumed)
    const cause = alarmCause(alarm.name, policy.name)
    if (isOut ? wanted <= units : wanted >= units) {
      return this.#tellNotScaled(target, { cause, reason: reasonOf(target, units) }, fence)
    }
    const nowMs = this.#parts.clock.now()
    const change = wanted - units
    if (isCoolingDown(policy, change, nowMs)) return
    const after = (before: ScalingTarget) => withScaled(before, policy.id, change, nowMs)
    const outcome = await this.#changes.set(target, { units: wanted, cause, after }, fence)
    if (outcome === 'set') await this.#follow(target, wanted, fence)
  }

  /** The alarms of the old units would be wrong from now on. */
  async #follow(target: ScalingTarget, units: number, fence: Fence): Promise<void> {
    const now = await this.#parts.targets.find(target)
    if (now !== undefined) await this.#families.refresh(now, units, fence)
  }

  /**
   * Units that were used in a minute. For more units it is the last minute. For fewer it is the busiest of those that
   * the alarm has looked at, so that what is removed is not missed at once.
   */
  async #consumed(target: ScalingTarget, role: 'high' | 'low'): Promise<number | undefined> {
    const { account, region } = target
    const resource = scaledResourceOf(target)
    const series = {
      scope: { account, region },
      namespace: 'AWS/DynamoDB',
      metric: consumedMetric(resource),
      dimensions: dimensionsOfSeries(resource),
    }
    const toMs = Math.floor(this.#parts.clock.now() / minuteMs) * minuteMs
    const minutes = role === 'high' ? highMinutes : lowMinutes
    const range = { fromMs: toMs - minutes * minuteMs, toMs }
    const points = await this.#parts.metrics.read(series, range, minuteMs)
    const last = points.at(-1)
    if (last === undefined) return undefined
    return role === 'high' ? last.sum : Math.max(...points.map(({ sum }) => sum))
  }

  /** AWS lists these only if they are asked for. One of a kind in a row is enough. */
  async #tellNotScaled(
    target: ScalingTarget,
    { cause, reason }: { readonly cause: string; readonly reason: NotScaled },
    fence: Fence,
  ): Promise<void> {
    if (target.toldNotScaled === reason.code) return
    const deed: ScalingDeed = {
      ...targetIdOf(target),
      id: this.#parts.random.uuid(),
      startedAtMs: this.#parts.clock.now(),
      description: attempt,
      cause,
      status: 'Failed',
      notScaled: reason,
    }
    const decide = (before: ScalingTarget | undefined) => ({
      target: before && { ...before, toldNotScaled: reason.code },
      deeds: before === undefined ? [] : [deed],
      result: undefined,
    })
    await this.#parts.targets.change(target, decide, fence)
  }
}

function roleOf(names: FamilyNames, name: string): 'high' | 'low' | 'provisioned' | undefined {
  switch (name) {
    case names.high:
      return 'high'
    case names.low:
      return 'low'
    case names.provisionedHigh:
    case names.provisionedLow:
      return 'provisioned'
    default:
      return undefined
  }
}

function reasonOf({ min, max }: ScalingTarget, units: number): NotScaled {
  if (units >= max) return { code: 'AlreadyAtMaxCapacity', max }
  if (units <= min) return { code: 'AlreadyAtMinCapacity', min }
  return { code: 'AlreadyAtDesiredCapacity', current: units }
}

/** What cooldowns count from. AWS: adding units ends the wait for removing more. */
function withScaled(
  { toldNotScaled: _told, ...target }: ScalingTarget,
  policyId: string,
  change: number,
  atMs: number,
): ScalingTarget {
  const scaled = ({ lastInAtMs, ...policy }: TrackingPolicy): TrackingPolicy => {
    if (policy.id !== policyId)
      return { ...policy, ...(lastInAtMs !== undefined && { lastInAtMs }) }
    if (change < 0) return { ...policy, lastInAtMs: atMs }
    return { ...policy, lastOut: { atMs, added: change } }
  }
  return { ...target, policies: target.policies.map(scaled) }
}
