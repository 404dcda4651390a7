/** Keeps stored metrics in order, a step at a time. It remembers only when it did what. */
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { mergeDelayMs, mergeIntervalMs, minuteMs, rollUpIntervalMs } from './limits.js'
import { mergeMinutes } from './merge-minutes.js'
import { rollUp } from './roll-up.js'

export interface MetricUpkeepDependencies {
  readonly engine: Engine
  readonly clock: Clock
  /** By which metrics are deleted. */
  readonly time: TimeSource
}

export class MetricUpkeep {
  readonly intervalMs = mergeIntervalMs
  readonly #dependencies: MetricUpkeepDependencies
  #rolledUpAtMs = -Infinity
  #rollsAfter: Buffer | undefined

  constructor(dependencies: MetricUpkeepDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns whether there is more to do at once. */
  async step(fence: Fence): Promise<boolean> {
    const { engine, clock } = this.#dependencies
    const nowMs = clock.now()
    const beforeMinute = Math.max(0, Math.floor((nowMs - mergeDelayMs) / minuteMs))
    if (await mergeMinutes(engine, beforeMinute, fence)) return true
    if (nowMs - this.#rolledUpAtMs >= rollUpIntervalMs) return this.#rollUp(fence)
    return false
  }

  async #rollUp(fence: Fence): Promise<boolean> {
    const { engine, clock, time } = this.#dependencies
    this.#rollsAfter = await rollUp(engine, await time.now(), fence, this.#rollsAfter)
    if (this.#rollsAfter !== undefined) return true
    this.#rolledUpAtMs = clock.now()
    return false
  }
}
