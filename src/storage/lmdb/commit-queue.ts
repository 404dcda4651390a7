/**
 * Group commit: jobs queue in JavaScript and share LMDB transactions, hence flushes.
 *
 * One transaction runs the queued jobs synchronously, in order, each seeing the ones before it. While
 * its commit is being flushed on another thread, the next group gathers. A job's outcome is told only
 * when the commit it was part of is flushed, also if the outcome is an error of its own: that may
 * rest on what another job of the group wrote. If the commit fails, it fails for the whole group.
 *
 * What jobs do is theirs; a job that throws must have written nothing.
 */
import { StorageError } from '../errors.js'
import { commitError, type Database, isReadable, storageError } from './database.js'

/** Runs inside a write transaction and returns what it weighed: the mutations and bytes it wrote. */
export type Job<T> = () => { readonly result: T; readonly weight: Weight }

export interface Weight {
  readonly mutations: number
  readonly bytes: number
}

export interface GroupHooks {
  /** Before the first job. If it throws, the group fails with its error. */
  begin(): void
  /** After the last job, to write what the group gathered. */
  end(): void
}

export interface GroupLimits {
  readonly mutationsMax: number
  readonly bytesMax: number
}

/** What a job throws when writing failed halfway: its whole group is void. */
export class WriteFailure extends Error {
  override readonly name = 'WriteFailure'
}

interface Waiting {
  /** Throws only `WriteFailure`; anything else becomes the outcome that `settle` tells. */
  run(): Weight
  settle(): void
  fail(error: Error): void
}

/** How a group went inside its transaction; whether that is committed is another matter. */
interface GroupRun {
  readonly jobs: readonly Waiting[]
  /** Nothing was written: the transaction may commit, to no effect. */
  readonly refusal?: Error
  /** Something may have been written: LMDB must refuse to commit it. */
  readonly failure?: Error
}

/** Far beyond any flush or any wait for another process: the writing thread must be gone. */
const stalledAfterMs = 60_000

export class CommitQueue {
  readonly #database: Database
  readonly #hooks: GroupHooks
  readonly #limits: GroupLimits
  #waiting: Waiting[] = []
  /** Jobs that ran and wait for their commit. */
  readonly #committing = new Set<Waiting>()
  /** A group was asked for and has not run yet. */
  #asked = false
  /** Why nothing is taken any more. */
  #broken: StorageError | undefined
  #watchdog: NodeJS.Timeout | undefined
  #onIdle: (() => void)[] = []

  constructor(database: Database, hooks: GroupHooks, limits: GroupLimits) {
    this.#database = database
    this.#hooks = hooks
    this.#limits = limits
  }

  get broken(): boolean {
    return this.#broken !== undefined
  }

  submit<T>(job: Job<T>): Promise<T> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(waitingFor(job, resolve, reject))
      this.#ask()
    })
  }

  /** Resolves when nothing waits. */
  drained(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  /** Asks LMDB for a transaction, whose jobs are chosen only when it begins. */
  #ask(): void {
    if (this.#asked || this.#waiting.length === 0 || this.#broken !== undefined) return
    this.#asked = true
    this.#watchdog ??= setTimeout(() => this.#break(), stalledAfterMs)
    let run: GroupRun = { jobs: [] }
    this.#database
      .transaction(() => {
        run = this.#runGroup()
        // Asking for the next one now lets its transaction begin as soon as this one is flushed.
        setImmediate(() => this.#ask())
      })
      .then(
        () => this.#committed(run),
        async (error: unknown) => this.#failed(run, await commitError(error)),
      )
  }

  /** Never throws: LMDB's binding would commit all the same. */
  #runGroup(): GroupRun {
    this.#asked = false
    const jobs: Waiting[] = []
    try {
      this.#hooks.begin()
    } catch (error) {
      return { jobs: this.#take(jobs, this.#waiting.length), refusal: storageError(error) }
    }
    try {
      this.#runJobs(jobs)
      this.#hooks.end()
      return { jobs }
    } catch (error) {
      return { jobs, failure: storageError(causeOf(error)) }
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
    // LMDB marks a transaction as failed when a write in it fails, so this is never seen; but if it
    // were, half a transaction would be on disk, and going on would make that worse.
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
  job: Job<T>,
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
