/**
 * The jobs of alarms, and what alarms can call. The code is loaded when there is an alarm: most servers
 * never have one, and all of them should start quickly.
 */
import type { AlarmActionKind } from '../alarms/alarm-actions.js'
import type { AlarmStore } from '../alarms/alarm-store.js'
import { alarmIntervalMs, noticeMsMax, noticesPollMs } from '../alarms/limits.js'
import type { TriggerHost } from '../functions/trigger-host.js'
import type { Job } from '../jobs/job.js'
import type { MetricReader } from '../metrics/metric-reader.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'

export interface AlarmParts {
  readonly engine: Engine
  readonly store: AlarmStore
  readonly metrics: MetricReader
  readonly clock: Clock
  readonly log: Log
  /** Whose functions alarms can call. */
  readonly triggers: TriggerHost | undefined
  /** Addresses that they can call. */
  readonly webhooks: readonly string[]
  /** What else they can call. */
  readonly kinds: readonly AlarmActionKind[]
  /** Has the actions run soon. */
  readonly hurry: (job: Job) => void
}

export interface OpenedAlarms {
  readonly evaluation: Job
  readonly notices: Job
}

export function openAlarms(parts: AlarmParts): OpenedAlarms {
  const { store, clock } = parts
  let loading: Promise<OpenedAlarms> | undefined
  /** Undefined as long as there are no alarms. */
  const find = async () => {
    if (loading === undefined && (await store.listAll(undefined, 1)).alarms.length === 0) return
    return (loading ??= loadJobs(parts, notices))
  }
  const evaluation: Job = {
    name: 'alarms',
    async step(fence, signal) {
      const jobs = await find()
      return jobs?.evaluation.step(fence, signal) ?? clock.now() + alarmIntervalMs
    },
  }
  const notices: Job = {
    name: 'alarm actions',
    runsAside: true,
    retryMs: noticesPollMs,
    graceMs: noticeMsMax,
    async step(fence, signal) {
      const jobs = await find()
      return jobs?.notices.step(fence, signal) ?? clock.now() + alarmIntervalMs
    },
  }
  return { evaluation, notices }
}

async function loadJobs(parts: AlarmParts, waiting: Job): Promise<OpenedAlarms> {
  const { engine, metrics, kinds, triggers, webhooks, hurry } = parts
  const { AlarmActions } = await import('../alarms/alarm-actions.js')
  const { AlarmJob } = await import('../alarms/alarm-job.js')
  const { AlarmNotices } = await import('../alarms/alarm-notices.js')
  const { AlarmPoints } = await import('../alarms/alarm-points.js')
  const { NoticeJob } = await import('../alarms/notice-job.js')
  const { functionActions, webhookActions } = await import('./alarm-calls.js')
  const actions = new AlarmActions([...kinds, webhookActions(webhooks), functionActions(triggers)])
  const notices = new NoticeJob({ ...parts, notices: new AlarmNotices(engine), actions })
  const points = new AlarmPoints(metrics)
  const evaluation = new AlarmJob({
    ...parts,
    points,
    actions,
    onRepeat: (calls) => {
      notices.repeat(calls)
      hurry(waiting)
    },
  })
  return { evaluation, notices }
}
