/** The loop of a job that waits for something outside the store, beside all other work. */
import { Sleeper } from '../stdx/sleeper.js'
import type { Job } from './job.js'
import { leaseRenewalMs } from './limits.js'
import { runStep, type StepContext } from './run-step.js'

export class AsideLoop {
  readonly job: Job
  readonly #context: StepContext
  readonly #sleeper = new Sleeper()
  readonly #abort = new AbortController()
  #stopped = false
  #loop: Promise<void> | undefined

  constructor(job: Job, context: StepContext) {
    this.job = job
    this.#context = context
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** The next step is due at once. */
  wake(): void {
    this.#sleeper.wake()
  }

  /** Lets the step under way finish, for as long as the job allows. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#sleeper.wake()
    const timer = setTimeout(() => this.#abort.abort(), this.job.graceMs ?? 0)
    await this.#loop
    clearTimeout(timer)
    await this.job.stop?.()
  }

  async #run(): Promise<void> {
    while (!this.#stopped) await this.#sleeper.sleep(await this.#step())
  }

  /** Resolves with how long to rest. */
  async #step(): Promise<number> {
    const { right, clock } = this.#context
    if (right.fence !== undefined) {
      return (await runStep(this.job, this.#abort.signal, this.#context)) - clock.now()
    }
    await this.job.suspend?.()
    return leaseRenewalMs
  }
}
