/**
 * Group commit: jobs queue in JavaScript and share LMDB transactions, and so flushes.
 *
 * One transaction runs the queued jobs synchronously, in order, each seeing the ones before it.
 * While its commit is being flushed on another thread, the next group queues up. A job's outcome is
 * reported only once its commit is flushed, even if the outcome is the job's own error: that may
 * depend on what another job of the group wrote. If the commit fails, it fails for the whole group.
 *
 * A job that throws must have written nothing.
 */
import { StorageError } from '../errors.js'
import { commitError, type LmdbDatabase, isReadable, lmdbError } from './database.js'

/** Runs inside a write transaction and returns its weight: the mutations and bytes it wrote. */
export type CommitJob<T> = () => { readonly result: T; readonly weight: Weight }

export interface Weight {
  readonly mutations: number
  readonly bytes: number
}

export interface GroupHooks {
  /** Runs before the first job. If it throws, the group fails with its error. */
  begin(): void
  /** Runs after the last job, to write what the group accumulated. */
  end(): void
}

export interface GroupLimits {
  readonly mutationsMax: number
  readonly bytesMax: number
}

/** Thrown by a job whose writes failed halfway: its whole group fails. */
export class WriteFailure extends Error {
  override readonly name = 'WriteFailure'
}

interface Waiting {
  /** Throws only `WriteFailure`; any other error becomes the outcome that `settle` reports. */
  run(): Weight
  settle(): void
  fail(error: Error): void
}

/** How a group went inside its transaction, before the commit. */
interface GroupRun {
  readonly jobs: readonly Waiting[]
  /** Nothing was written: the transaction may commit without effect. */
  readonly refusal?: Error
  /** Something may have been written: LMDB must refuse to commit it. */
  readonly failure?: Error
}

/** Longer than any flush or any wait for another process: the writing thread must be gone. */
const stalledAfterMs = 60_000

export class CommitQueue {
  readonly #database: LmdbDatabase
  readonly #hooks: GroupHooks
  readonly #limits: GroupLimits
  #waiting: Waiting[] = []
  /** Jobs that ran and wait for their commit. */
  readonly #committing = new Set<Waiting>()
  /** A transaction was requested and has not begun yet. */
  #asked = false
  /** Why no more jobs are accepted. */
  #broken: StorageError | undefined
  #watchdog: NodeJS.Timeout | undefined
  #onIdle: (() => void)[] = []

  constructor(database: LmdbDatabase, hooks: GroupHooks, limits: GroupLimits) {
    this.#database = database
    this.#hooks = hooks
    this.#limits = limits
  }

  get broken(): boolean {
    return this.#broken !== undefined
  }

  submit<T>(job: CommitJob<T>): Promise<T> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(waitingFor(job, resolve, reject))
      this.#ask()
    })
  }

  /** Resolves when no job is waiting. */
  drained(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  /** Requests a transaction from LMDB; its jobs are chosen only when it begins. */
  #ask(): void {
    if (this.#asked || this.#waiting.length === 0 || this.#broken !== undefined) return
    this.#asked = true
    this.#watchdog ??= setTimeout(() => this.#break(), stalledAfterMs)
    let run: GroupRun = { jobs: [] }
    this.#database
      .transaction(() => {
        run = this.#runGroup()
        // Requesting the next one now lets it begin as soon as this one is flushed.
        setImmediate(() => this.#ask())
      })
      .then(
        () => this.#committed(run),
        async (error: unknown) => this.#failed(run, await commitError(error)),
      )
  }

  /** Never throws: LMDB's binding would commit anyway. */
  #runGroup(): GroupRun {
    this.#asked = false
    const jobs: Waiting[] = []
    try {
      this.#hooks.begin()
    } catch (error) {
      return { jobs: this.#take(jobs, this.#waiting.length), refusal: lmdbError(error) }
    }
    try {
      this.#runJobs(jobs)
      this.#hooks.end()
      return { jobs }
    } catch (error) {
      return { jobs, failure: lmdbError(causeOf(error)) }
    }
  }

  #runJobs(jobs: Waiting[]): void {
    let [mutations, bytes, count] = [0, 0, 0]
    try {
      while (count < this.#waiting.length) {
        const weight = this.#waiting[count++]!.run()
        mutations += weight.mutations
        bytes += weight.bytes
        if (mutations >= this.#limits.mutationsMax || bytes >= this.#limits.bytesMax) break
      }
    } finally {
      this.#take(jobs, count)
    }
  }

  #take(jobs: Waiting[], count: number): readonly Waiting[] {
    for (const waiting of this.#waiting.splice(0, count)) {
      jobs.push(waiting)
      this.#committing.add(waiting)
    }
    return jobs
  }

  #committed({ jobs, refusal, failure }: GroupRun): void {
    // LMDB marks a transaction as failed if a write in it fails, so this should never happen; but
    // if it did, half a transaction would be on disk, and continuing would make that worse.
    if (failure !== undefined) {
      this.#broken = new StorageError('corruption', 'a failed write was committed', failure)
    }
    this.#finish(jobs, this.#broken ?? refusal)
  }

  /** After a full disk the next commit may succeed. After a fatal error no transaction ever ends. */
  #failed({ jobs, failure }: GroupRun, error: Error): void {
    if (!isReadable(this.#database)) this.#break(error)
    else this.#finish(jobs, failure ?? error)
  }

  #finish(jobs: readonly Waiting[], failure: Error | undefined): void {
    for (const waiting of jobs) {
      this.#committing.delete(waiting)
      if (failure === undefined) waiting.settle()
      else waiting.fail(failure)
    }
    // A transaction that LMDB refused to begin has not run its group.
    if (failure !== undefined) this.#asked = false
    this.#ask()
    this.#watch()
  }

  #watch(): void {
    if (!this.#isIdle()) {
      this.#watchdog?.refresh()
      return
    }
    clearTimeout(this.#watchdog)
    this.#watchdog = undefined
    for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#committing.size === 0
  }

  #break(cause?: Error): void {
    this.#broken = new StorageError('unavailable', 'the database file takes no writes', cause)
    this.#finish([...this.#committing, ...this.#waiting.splice(0)], this.#broken)
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof WriteFailure ? (error.cause ?? error) : error
}

function waitingFor<T>(
  job: CommitJob<T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): Waiting {
  let settle = () => {}
  return {
    run() {
      try {
        const { result, weight } = job()
        settle = () => resolve(result)
        return weight
      } catch (error) {
        if (error instanceof WriteFailure) throw error
        settle = () => reject(error)
        return { mutations: 0, bytes: 0 }
      }
    },
    settle: () => settle(),
    fail: reject,
  }
}
