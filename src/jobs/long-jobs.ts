/**
 * Carries on the long jobs of a store: a step of each in turn, several at a time. Which jobs there are
 * is read from the store, so a restart forgets none. Only when to try again is in memory.
 */
import { monotonicClock, type Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken, WritesRefused } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import type { Job } from './job.js'
import { isEnded, isLongJob, type LongJobRecord } from './job-record.js'
import { JobRecords } from './job-records.js'
import {
  jobRetryMs,
  longJobsAtOnceMax,
  longJobsGraceMs,
  longJobsIdleMs,
  staleJobPauseMs,
} from './limits.js'
import { JobFailure, saveStep, type LongJob } from './long-job.js'

export interface LongJobsDependencies {
  readonly engine: Engine
  readonly clock: Clock
  /** By which jobs wait, so that a clock that is set makes none of them wait for long. */
  readonly ticks?: Clock
  readonly log: Log
  readonly kinds: readonly LongJob[]
}

export class LongJobs implements Job {
  readonly name = 'long jobs'
  readonly runsAside = true
  readonly graceMs = longJobsGraceMs
  readonly #dependencies: LongJobsDependencies
  readonly #records: JobRecords
  readonly #ticks: Clock
  /** When each job is due, in ticks. Those that were never seen are due at once. */
  #dueAt = new Map<string, number>()

  constructor(dependencies: LongJobsDependencies) {
    this.#dependencies = dependencies
    this.#ticks = dependencies.ticks ?? monotonicClock
    this.#records = new JobRecords(dependencies.engine)
  }

  async step(fence: Fence, signal: AbortSignal): Promise<number> {
    const now = this.#ticks.now()
    const records = await this.#unfinished()
    const due = records.filter(({ id }) => this.#dueOf(id) <= now)
    // Those that have waited longest come first, so every job gets its turn.
    due.sort((one, other) => this.#dueOf(one.id) - this.#dueOf(other.id))
    const group = due.slice(0, longJobsAtOnceMax)
    const steps = await Promise.allSettled(group.map((each) => this.#advance(each, fence, signal)))
    const broken = steps.find(({ status }) => status === 'rejected')
    if (broken !== undefined) throw (broken as PromiseRejectedResult).reason
    const rests = records.map(({ id }) => this.#dueOf(id) - this.#ticks.now())
    return this.#dependencies.clock.now() + Math.max(0, Math.min(longJobsIdleMs, ...rests))
  }

  #dueOf(id: string): number {
    return this.#dueAt.get(id) ?? -Infinity
  }

  #rest({ id }: LongJobRecord, restMs: number): void {
    this.#dueAt.set(id, this.#ticks.now() + restMs)
  }

  async #unfinished(): Promise<LongJobRecord[]> {
    const found = (await this.#records.list())
      .filter(isLongJob)
      .filter((record) => !isEnded(record) && this.#kindOf(record) !== undefined)
    this.#dueAt = new Map(found.map(({ id }) => [id, this.#dueOf(id)]))
    return found
  }

  #kindOf({ kind }: LongJobRecord): LongJob | undefined {
    return this.#dependencies.kinds.find((each) => each.kind === kind)
  }

  /** Throws only what concerns the right to do any work. */
  async #advance(record: LongJobRecord, fence: Fence, signal: AbortSignal): Promise<void> {
    const { log } = this.#dependencies
    try {
      const { restMs = 0 } = await this.#kindOf(record)!.step(record, fence, signal)
      this.#rest(record, restMs)
    } catch (error) {
      if (error instanceof JobFailure) return this.#fail(record, error, fence)
      this.#rest(record, error instanceof GuardBroken ? staleJobPauseMs : jobRetryMs)
      // The record, a table or the lease has changed: the next step looks at all of them again.
      if (error instanceof GuardBroken || signal.aborted) throw error
      const facts = { job: record.id, error }
      if (error instanceof WritesRefused) log.debug('long job waits', facts)
      else log.error('a step of a long job failed', facts)
    }
  }

  async #fail(listed: LongJobRecord, failure: JobFailure, fence: Fence): Promise<void> {
    const { engine, clock, log } = this.#dependencies
    // Steps may have stored it since it was listed.
    const record = await this.#records.find(listed.id)
    if (record === undefined || !isLongJob(record) || isEnded(record)) return
    await this.#kindOf(record)!.clean?.(record, fence)
    const nowMs = clock.now()
    const end = { code: failure.code, reason: failure.message, updatedAtMs: nowMs }
    const after = { ...record, ...end, state: 'failed', endedAtMs: nowMs } as const
    await saveStep(engine, { before: record, after }, fence)
    log.warn('long job failed', { job: record.id, reason: failure.message })
  }
}
