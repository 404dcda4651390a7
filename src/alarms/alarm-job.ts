/**
 * Evaluates all alarms, every minute, some hundreds at a time. It remembers nothing that matters: a server
 * that takes over begins with the first alarm, and evaluating twice does no harm.
 */
import type { Job } from '../jobs/job.js'
import { MetricQueryFault } from '../metrics/metric-query.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Fence } from '../storage/fence.js'
import { actionsFor, leftStateOf, type Alarm } from './alarm.js'
import type { AlarmActions, AlarmCall } from './alarm-actions.js'
import type { AlarmStore } from './alarm-store.js'
import { evaluateAlarm, stateOfVerdict, type AlarmPoint } from './evaluate.js'
import { alarmIntervalMs, alarmsPerStep, minuteSettlesMs } from './limits.js'
import { stateReason, stateReasonData } from './state-reason.js'

/** The periods that an alarm looks at, newest first: those that are evaluated, and some more. */
export interface AlarmPointReader {
  /** Throws `MetricQueryFault` if its expression has no meaning for the points there are. */
  read(alarm: Alarm, nowMs: number): Promise<readonly AlarmPoint[]>
}

export interface AlarmJobDependencies {
  readonly store: AlarmStore
  readonly points: AlarmPointReader
  readonly actions: AlarmActions
  readonly clock: Clock
  readonly log: Log
  /** Takes the calls that are repeated while an alarm rings. */
  readonly onRepeat: (calls: readonly AlarmCall[]) => void
}

export class AlarmJob implements Job {
  readonly name = 'alarms'
  readonly #dependencies: AlarmJobDependencies
  /** The key of the last alarm that this round has evaluated; undefined between rounds. */
  #cursor: Buffer | undefined
  /** The round that was begun last, as a number of minutes. */
  #round = -Infinity

  constructor(dependencies: AlarmJobDependencies) {
    this.#dependencies = dependencies
  }

  async step(fence: Fence): Promise<number> {
    const { store, clock } = this.#dependencies
    const round = roundOf(clock.now())
    // It can be hurried for other jobs' sake.
    if (this.#cursor === undefined && round === this.#round) return startOf(round + 1)
    if (this.#cursor === undefined) this.#round = round
    const { alarms, lastKey } = await store.listAll(this.#cursor, alarmsPerStep)
    const repeats: AlarmCall[] = []
    for (const alarm of alarms) repeats.push(...(await this.#evaluate(alarm, fence)))
    if (repeats.length > 0) this.#dependencies.onRepeat(repeats)
    this.#cursor = lastKey
    return lastKey === undefined ? startOf(this.#round + 1) : clock.now()
  }

  /** Resolves with what is called again because the alarm still rings. */
  async #evaluate(alarm: Alarm, fence: Fence): Promise<readonly AlarmCall[]> {
    const { store, points, clock, log } = this.#dependencies
    const nowMs = clock.now()
    try {
      const periods = await points.read(alarm, nowMs)
      const verdict = evaluateAlarm(alarm.settings, periods)
      const state = stateOfVerdict(verdict) ?? alarm.state
      if (state === alarm.state) return state === 'ALARM' ? this.#repeated(alarm) : []
      const reason = stateReason(alarm.settings, verdict)
      const reasonData = stateReasonData(alarm.settings, verdict, { periods, nowMs })
      await store.conclude(alarm, { state, reason, reasonData }, fence)
      return []
    } catch (error) {
      if (!(error instanceof MetricQueryFault)) throw error
      log.warn('alarm cannot be evaluated', { alarm: alarm.name, reason: error.message })
      return []
    }
  }

  #repeated(alarm: Alarm): readonly AlarmCall[] {
    const { actions } = this.#dependencies
    return actionsFor(alarm.settings, 'ALARM')
      .filter((action) => actions.find(action)?.repeats === true)
      .map((action) => ({ alarm, before: leftStateOf(alarm), action }))
  }
}

/** A round belongs to a minute, and begins when the minute before it has settled. */
function roundOf(nowMs: number): number {
  return Math.floor((nowMs - minuteSettlesMs) / alarmIntervalMs)
}

function startOf(round: number): number {
  return round * alarmIntervalMs + minuteSettlesMs
}
