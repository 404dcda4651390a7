/** Looks at all targets from time to time, some in a step, and removes old activities. */
import type { Job } from '../jobs/job.js'
import type { TimeSource } from '../stdx/clock.js'
import type { Fence } from '../storage/fence.js'
import type { UpkeepPosition } from './activity-store.js'
import { activityUpkeepMs, scalingIntervalMs, scalingPendingMs, targetsPerStep } from './limits.js'
import type { ScalerParts } from './scaler.js'
import type { ScalingTarget } from './scaling-target.js'
import { targetIdOf, type TargetId } from './target-id.js'
import { TargetRounds } from './target-rounds.js'

export interface ScalingJobParts extends Omit<ScalerParts, 'metrics'> {
  /** By which old activities are removed. */
  readonly time?: TimeSource
}

export class ScalingJob implements Job {
  readonly name = 'auto scaling'
  readonly #parts: ScalingJobParts
  readonly #rounds: TargetRounds
  #after: TargetId | undefined
  #nextMs = Infinity
  #upkeep: UpkeepPosition | undefined
  #upkeepDueMs = -Infinity

  constructor(parts: ScalingJobParts) {
    this.#parts = parts
    this.#rounds = new TargetRounds(parts)
  }

  async step(fence: Fence): Promise<number> {
    const { targets, clock } = this.#parts
    const page = await targets.listAll(this.#after, targetsPerStep)
    for (const target of page) {
      const now = await this.#rounds.visit(target, fence)
      if (now !== undefined) this.#nextMs = Math.min(this.#nextMs, dueOf(now, clock.now()))
    }
    const last = page.at(-1)
    if (last !== undefined && page.length === targetsPerStep) {
      this.#after = targetIdOf(last)
      return clock.now()
    }
    await this.#trim(fence)
    return this.#endRound()
  }

  #endRound(): number {
    const dueAtMs = Math.min(this.#nextMs, this.#parts.clock.now() + scalingIntervalMs)
    this.#after = undefined
    this.#nextMs = Infinity
    return dueAtMs
  }

  /** A part of the activities with each round, until all were looked at. */
  async #trim(fence: Fence): Promise<void> {
    const { clock, time = clock, activities } = this.#parts
    if (clock.now() < this.#upkeepDueMs) return
    this.#upkeep = await activities.trim(await time.now(), this.#upkeep, fence)
    if (this.#upkeep === undefined) this.#upkeepDueMs = clock.now() + activityUpkeepMs
  }
}

function dueOf({ pending, isMoveDue, schedules }: ScalingTarget, nowMs: number): number {
  const isUnderWay = pending !== undefined || isMoveDue === true
  const soon = isUnderWay ? nowMs + scalingPendingMs : Infinity
  return Math.min(soon, ...schedules.map(({ dueAtMs = Infinity }) => dueAtMs))
}
