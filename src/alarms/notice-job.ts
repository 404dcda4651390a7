/**
 * Runs the actions of alarms. A change of state is told at least once: its notice stays in the store until
 * the action has run, or has failed too often. Repeated calls are not stored; the next minute brings
 * them again.
 */
import type { Job } from '../jobs/job.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Fence } from '../storage/fence.js'
import { alarmArn } from './alarm.js'
import type { AlarmActions, AlarmCall } from './alarm-actions.js'
import type { AlarmNotices } from './alarm-notices.js'
import type { AlarmNotice } from './alarm-record.js'
import {
  noticeMsMax,
  noticesAtOnce,
  noticesPerStep,
  noticesPollMs,
  repeatedCallsMax,
  unknownActionsMax,
} from './limits.js'

export interface NoticeJobDependencies {
  readonly notices: AlarmNotices
  readonly actions: AlarmActions
  readonly clock: Clock
  readonly log: Log
}

export class NoticeJob implements Job {
  readonly name = 'alarm actions'
  readonly runsAside = true
  readonly retryMs = noticesPollMs
  readonly graceMs = noticeMsMax
  readonly #dependencies: NoticeJobDependencies
  /** By alarm and action: one that is late is not called twice. */
  #repeats = new Map<string, AlarmCall>()
  readonly #unknown = new Set<string>()

  constructor(dependencies: NoticeJobDependencies) {
    this.#dependencies = dependencies
  }

  /** Calls them with the next step. */
  repeat(calls: readonly AlarmCall[]): void {
    for (const call of calls) {
      if (this.#repeats.size >= repeatedCallsMax) return
      this.#repeats.set(`${alarmArn(call.alarm.scope, call.alarm.name)} ${call.action}`, call)
    }
  }

  async step(fence: Fence, signal: AbortSignal): Promise<number> {
    const { notices, clock } = this.#dependencies
    const repeats = [...this.#repeats.values()]
    this.#repeats = new Map()
    const found = await notices.list(noticesPerStep)
    const due = found.filter(({ dueAtMs }) => dueAtMs <= clock.now())
    const tasks = [
      ...repeats.map((call) => () => this.#repeat(call, signal)),
      ...due.map((notice) => () => this.#tell(notice, fence, signal)),
    ]
    await someAtATime(tasks, noticesAtOnce)
    const hasMore = due.length === noticesPerStep || this.#repeats.size > 0
    return clock.now() + (hasMore && !signal.aborted ? 0 : noticesPollMs)
  }

  async #repeat(call: AlarmCall, signal: AbortSignal): Promise<void> {
    await this.#run(call, signal).catch((error: unknown) => this.#warn(call, error))
  }

  async #tell(notice: AlarmNotice, fence: Fence, signal: AbortSignal): Promise<void> {
    const { notices, clock } = this.#dependencies
    try {
      await this.#run(notice, signal)
    } catch (error) {
      if (signal.aborted) return
      const isTriedAgain = await notices.postpone(notice, clock.now(), fence)
      return this.#warn(notice, error, isTriedAgain)
    }
    await notices.remove([notice], fence)
  }

  async #run(call: AlarmCall, stopping: AbortSignal): Promise<void> {
    const kind = this.#dependencies.actions.find(call.action)
    if (kind === undefined) return this.#tellUnknown(call)
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(noticeMsMax)])
    signal.throwIfAborted()
    await kind.run(call, signal)
  }

  /** AWS's topics and the like: the alarm is right, only nobody hears it here. */
  #tellUnknown({ alarm, action }: AlarmCall): void {
    if (this.#unknown.has(action) || this.#unknown.size >= unknownActionsMax) return
    this.#unknown.add(action)
    this.#dependencies.log.warn('alarm action means nothing here', { alarm: alarm.name, action })
  }

  #warn({ alarm, action }: AlarmCall, error: unknown, isTriedAgain = false): void {
    const facts = { alarm: alarm.name, action, error, isTriedAgain }
    this.#dependencies.log.warn('alarm action failed', facts)
  }
}

async function someAtATime(tasks: readonly (() => Promise<void>)[], max: number): Promise<void> {
  const waiting = [...tasks].reverse()
  async function work(): Promise<void> {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) await task()
  }
  await Promise.all(Array.from({ length: Math.min(max, tasks.length) }, work))
}
