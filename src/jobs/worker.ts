/**
 * Does the background work of a server: all jobs, a step at a time.
 *
 * Of several servers that share a store, the one that has the lease does the work, and every step
 * carries the fence of that lease; the others watch, and take over when that server dies. A store that
 * is not shared needs no lease.
 *
 * Jobs run in turn, so that they never compete with each other, and let requests run between any two
 * steps; a job that waits for something outside the store has its own loop beside them. A failed step
 * is logged and tried again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../stdx/clock.js'
import { Sleeper } from '../stdx/sleeper.js'
import { AsideLoop } from './aside-loop.js'
import type { Job } from './job.js'
import { runStep, type StepContext } from './run-step.js'
import { WorkRight, type WorkRightDependencies } from './work-right.js'

export interface WorkerDependencies extends WorkRightDependencies {
  readonly jobs: readonly Job[]
}

export class Worker {
  readonly #clock: Clock
  readonly #right: WorkRight
  readonly #context: StepContext
  /** The jobs that run in turn, with the time at which each is due. */
  readonly #dueAtMs: Map<Job, number>
  readonly #aside: readonly AsideLoop[]
  readonly #sleeper = new Sleeper()
  readonly #stopping = new AbortController()
  #hadFence = false
  #roundAtMs = -Infinity
  #loop: Promise<void> | undefined

  constructor({ jobs, ...dependencies }: WorkerDependencies) {
    const right = new WorkRight(dependencies)
    const context = { right, clock: dependencies.clock, log: dependencies.log }
    const aside = jobs.filter(({ runsAside }) => runsAside === true)
    const inTurn = jobs.filter((job) => !aside.includes(job))
    this.#clock = dependencies.clock
    this.#right = right
    this.#context = context
    this.#dueAtMs = new Map(inTurn.map((job) => [job, -Infinity]))
    this.#aside = aside.map((job) => new AsideLoop(job, context))
  }

  start(): void {
    this.#loop ??= this.#run()
    for (const loop of this.#aside) loop.start()
  }

  /** Finishes the steps under way and begins no others. */
  async stop(): Promise<void> {
    // These first, while the lease is still renewed: what they leave running needs it.
    await Promise.all(this.#aside.map((loop) => loop.stop()))
    this.#stopping.abort()
    this.#sleeper.wake()
    await this.#loop
    await this.#right.release()
  }

  /** There is news for these jobs: they are due at once, here or on the server that does the work. */
  hurry(...jobs: readonly Job[]): void {
    for (const job of jobs) if (this.#dueAtMs.has(job)) this.#dueAtMs.set(job, -Infinity)
    for (const loop of this.#aside) if (jobs.includes(loop.job)) loop.wake()
    this.#sleeper.wake()
    this.#right.announceWork()
  }

  /** Another server has announced work, or is gone: the lease is looked at now and not when that is due. */
  lookAgain(): void {
    this.#right.recheck()
    this.#sleeper.wake()
  }

  /** One step of every job that is due in turn. Resolves with the time of the next round. */
  async round(): Promise<number> {
    const renewAtMs = await this.#renewRight()
    if (!this.#hadFence) return renewAtMs
    const nowMs = this.#clock.now()
    // The clock went back: nothing may wait until it is where it was.
    if (nowMs < this.#roundAtMs) this.#hurryAll()
    this.#roundAtMs = nowMs
    for (const [job, dueAtMs] of this.#dueAtMs) {
      if (this.#stopping.signal.aborted) break
      if (dueAtMs > this.#clock.now()) continue
      await this.#step(job)
      await nextTurn()
    }
    return Math.min(renewAtMs, ...this.#dueAtMs.values())
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const restMs = (await this.round()) - this.#clock.now()
      if (restMs > 0) await this.#sleeper.sleep(restMs)
      else await nextTurn()
    }
  }

  /** A job may be hurried while it is at work; then it is due again whatever its step says. */
  async #step(job: Job): Promise<void> {
    this.#dueAtMs.set(job, Infinity)
    const dueAtMs = await runStep(job, this.#stopping.signal, this.#context)
    if (this.#dueAtMs.get(job) === Infinity) this.#dueAtMs.set(job, dueAtMs)
  }

  async #renewRight(): Promise<number> {
    const renewAtMs = await this.#right.renewIfDue()
    const hasFence = this.#right.fence !== undefined
    const isNew = hasFence && !this.#hadFence
    if (hasFence !== this.#hadFence) for (const loop of this.#aside) loop.wake()
    this.#hadFence = hasFence
    // Another server may have left anything undone.
    if (isNew || (hasFence && this.#right.wasAnnounced())) this.#hurryAll()
    return renewAtMs
  }

  #hurryAll(): void {
    for (const job of this.#dueAtMs.keys()) this.#dueAtMs.set(job, -Infinity)
    for (const loop of this.#aside) loop.wake()
  }
}
