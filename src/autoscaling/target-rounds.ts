/** What is due for a target: changes under way, schedules, bounds, and alarms for the units there are. */
import type { Fence } from '../storage/fence.js'
import {
  boundCause,
  boundsPhrase,
  scheduleCause,
  type DeedStatus,
  type ScalingDeed,
} from './activity.js'
import { AlarmFamilies } from './alarm-families.js'
import { scaledResourceOf } from './scaled-resource.js'
import type { ScalingTarget, ScheduledChange } from './scaling-target.js'
import type { ScalerParts } from './scaler.js'
import { nextRun } from './next-run.js'
import { targetIdOf } from './target-id.js'
import { UnitChanges } from './unit-changes.js'

export class TargetRounds {
  readonly #parts: Omit<ScalerParts, 'metrics'>
  readonly #families: AlarmFamilies
  readonly #changes: UnitChanges

  constructor(parts: Omit<ScalerParts, 'metrics'>) {
    this.#parts = parts
    this.#families = new AlarmFamilies(parts)
    this.#changes = new UnitChanges(parts)
  }

  /** Does it, and returns the target as it is then. */
  async visit(target: ScalingTarget, fence: Fence): Promise<ScalingTarget | undefined> {
    if (target.pending !== undefined) await this.#changes.follow(target, target.pending, fence)
    const due = dueSchedules(target, this.#parts.clock.now())
    for (const schedule of due) await this.#runSchedule(target, schedule, fence)
    const isSame = target.pending === undefined && due.length === 0
    const now = isSame ? target : await this.#parts.targets.find(target)
    return now && this.#settle(now, fence)
  }

  async #settle(target: ScalingTarget, fence: Fence): Promise<ScalingTarget | undefined> {
    const needsTable = target.isMoveDue === true || target.policies.length > 0
    if (!needsTable) return target
    const provisioned = await this.#parts.tables.find(target, scaledResourceOf(target))
    const units = provisioned?.units
    if (units === undefined) return target.isMoveDue ? this.#moved(target, fence) : target
    let now: ScalingTarget | undefined = target
    if (target.isMoveDue === true && !provisioned!.isBusy && target.pending === undefined) {
      now = await this.#moveInside(target, units, fence)
    }
    if (now === undefined) return undefined
    // What was set just now is looked at with the next visit, once the table has it.
    if (now === target) await this.#families.refresh(now, units, fence)
    return now
  }

  /** AWS: units that are outside the bounds of a target are moved inside when these are set, and only then. */
  async #moveInside(
    target: ScalingTarget,
    units: number,
    fence: Fence,
  ): Promise<ScalingTarget | undefined> {
    const { min, max } = target
    const wanted = Math.min(max, Math.max(min, units))
    if (wanted === units) return this.#moved(target, fence)
    const cause = wanted > units ? boundCause('minimum', min) : boundCause('maximum', max)
    const outcome = await this.#changes.set(target, { units: wanted, cause }, fence)
    return outcome === 'busy' ? this.#parts.targets.find(target) : this.#moved(target, fence)
  }

  #moved(target: ScalingTarget, fence: Fence): Promise<ScalingTarget | undefined> {
    const { min, max } = target
    const decide = (before: ScalingTarget | undefined) => {
      // Somebody may have set other bounds since.
      const isOurs = before?.min === min && before.max === max
      const after = before !== undefined && isOurs ? withoutMove(before) : before
      return { target: after, result: after }
    }
    return this.#parts.targets.change(target, decide, fence)
  }

  async #runSchedule(
    target: ScalingTarget,
    { name, dueAtMs }: ScheduledChange,
    fence: Fence,
  ): Promise<void> {
    const nowMs = this.#parts.clock.now()
    const id = this.#parts.random.uuid()
    const decide = (before: ScalingTarget | undefined) => {
      const schedule = before?.schedules.find((each) => each.name === name)
      if (before === undefined || schedule === undefined || schedule.dueAtMs !== dueAtMs) {
        return { target: before, result: undefined }
      }
      const next = withNextRun(before, schedule, nowMs)
      if (before.suspended.scheduled) return { target: next, result: undefined }
      const deed = { ...targetIdOf(target), id, startedAtMs: nowMs, endedAtMs: nowMs }
      return { ...scheduled(next, schedule, deed), result: undefined }
    }
    await this.#parts.targets.change(target, decide, fence)
  }
}

/** The oldest first, so that after a pause the bounds are those of the last one. */
function dueSchedules({ schedules }: ScalingTarget, nowMs: number): readonly ScheduledChange[] {
  return schedules
    .filter(({ dueAtMs }) => dueAtMs !== undefined && dueAtMs <= nowMs)
    .toSorted((a, b) => a.dueAtMs! - b.dueAtMs!)
}

function withNextRun(target: ScalingTarget, ran: ScheduledChange, nowMs: number): ScalingTarget {
  const { dueAtMs: _past, ...schedule } = ran
  const dueAtMs = nextRun(ran.parsed, ran, nowMs)
  const next = { ...schedule, ...(dueAtMs !== undefined && { dueAtMs }) }
  const schedules = target.schedules.map((each) => (each.name === ran.name ? next : each))
  return { ...target, schedules }
}

/** The target with the bounds of a schedule, and what is told of it. */
function scheduled(
  target: ScalingTarget,
  { name, min, max }: ScheduledChange,
  deed: Pick<ScalingDeed, 'id' | 'startedAtMs' | 'endedAtMs'> & ReturnType<typeof targetIdOf>,
) {
  const bounds = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
  const phrase = boundsPhrase(bounds)
  const after = { ...target, ...bounds, isMoveDue: true } as const
  const isPossible = after.min <= after.max
  const told: ScalingDeed = {
    ...deed,
    description: `Setting ${phrase}`,
    cause: scheduleCause(name),
    status: (isPossible ? 'Successful' : 'Failed') satisfies DeedStatus,
    message: isPossible
      ? `Successfully set ${phrase}`
      : `Failed to set ${phrase}. Reason: Maximum capacity cannot be less than minimum capacity.`,
  }
  return { target: isPossible ? after : target, deeds: [told] }
}

function withoutMove({ isMoveDue: _done, ...target }: ScalingTarget): ScalingTarget {
  return target
}
