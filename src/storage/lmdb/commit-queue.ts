/**
 * Group commit: jobs queue in JavaScript and share LMDB transactions, and so flushes.
 *
 * One transaction runs the queued jobs synchronously, in order, each seeing the ones before it.
 * While its commit is being flushed on another thread, the next group queues up. A job's outcome is
 * reported only once its commit is flushed, even if the outcome is the job's own error: that may
 * depend on what another job of the group wrote. If the commit fails, it fails for the whole group.
 * Jobs hold the event loop, so a group also ends when its jobs have taken some time.
 *
 * A commit that takes very long (a frozen disk) fails its jobs and refuses new ones, so that nobody
 * waits for ever. If it completes after all, the queue goes on; who was told of a failure stays with it.
 *
 * A job that throws must have written nothing.
 */
import { StorageError, WritesRefused } from '../errors.js'
import { commitError, isReadable, lmdbError } from './database.js'
import { commitStalledAfterMs } from './limits.js'
import type { Tree } from './tree.js'

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
  /** The error to report if a commit failed with this one. */
  failureOf?(error: Error): Error
  /** Runs when a group has committed, or failed for this reason, or when no more are accepted. */
  settled?(failure: Error | undefined): void
}

export interface GroupLimits {
  readonly mutationsMax: number
  readonly bytesMax: number
  /** How long the jobs of a group may take; the one that reaches it is the last. */
  readonly durationMsMax: number
  /** The clock for that. */
  readonly now?: () => number
  /** How long a commit may take before jobs are refused. */
  readonly stalledAfterMs?: number
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

/**
 * A stall is counted in looks, not read off a clock: after the process itself was suspended, one
 * look finds no progress, and the commit that completed meanwhile is heard of before the next.
 */
const looksUntilStalled = 4

export class CommitQueue {
  readonly #tree: Tree
  readonly #hooks: GroupHooks
  readonly #limits: GroupLimits
  #waiting: Waiting[] = []
  /**
   * Jobs that ran and wait for their commit, by group. Not a set of jobs: V8 links the tables that a set has
   * outgrown, so jobs that are long done would keep others in memory.
   */
  #committing: (readonly Waiting[])[] = []
  /** A transaction was requested and has not begun yet. */
  #asked = false
  /** Transactions that LMDB was asked for and that have not ended. */
  #underWay = 0
  /** How many keep groups from beginning: see `pause`. */
  #pauses = 0
  #onQuiet: (() => void)[] = []
  /** Why no more jobs are ever accepted. */
  #broken: StorageError | undefined
  /** Why no jobs are accepted until the commit under way completes. */
  #stalled: StorageError | undefined
  #watchdog: NodeJS.Timeout | undefined
  #looksWithoutProgress = 0
  #onIdle: (() => void)[] = []

  constructor(tree: Tree, hooks: GroupHooks, limits: GroupLimits) {
    this.#tree = tree
    this.#hooks = hooks
    this.#limits = limits
  }

  /** Why jobs are refused at the moment. */
  get refusal(): StorageError | undefined {
    return this.#broken ?? this.#stalled
  }

  /** Whether jobs are refused for good. */
  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  submit<T>(job: CommitJob<T>): Promise<T> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal)
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

  /**
   * Lets no group begin until the returned function is called. Resolves when no transaction is under
   * way, for a moment in which another process opens the file.
   */
  async pause(): Promise<() => void> {
    this.#pauses++
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#onQuiet.push(resolve))
    let paused = true
    return () => {
      if (!paused) return
      paused = false
      this.#pauses--
      this.#looksWithoutProgress = 0
      this.#ask()
    }
  }

  /** Requests a transaction from LMDB; its jobs are chosen only when it begins. */
  #ask(): void {
    if (this.#waiting.length === 0 || this.refusal !== undefined || this.#pauses > 0) return
    this.#watchdog ??= this.#startWatchdog()
    if (this.#asked) return
    this.#asked = true
    this.#underWay++
    let run: GroupRun = { jobs: [] }
    this.#tree
      .transaction(() => {
        run = this.#runGroup()
        // Requesting the next one now lets it begin as soon as this one is flushed.
        setImmediate(() => this.#ask())
        return run.failure
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
    const { mutationsMax, bytesMax, durationMsMax, now = monotonicMs } = this.#limits
    let [mutations, bytes, count] = [0, 0, 0]
    const endsAtMs = now() + durationMsMax
    try {
      while (count < this.#waiting.length) {
        const weight = this.#waiting[count++]!.run()
        mutations += weight.mutations
        bytes += weight.bytes
        if (mutations >= mutationsMax || bytes >= bytesMax || now() >= endsAtMs) break
      }
    } finally {
      this.#take(jobs, count)
    }
  }

  #take(jobs: Waiting[], count: number): readonly Waiting[] {
    jobs.push(...this.#waiting.splice(0, count))
    this.#committing.push(jobs)
    return jobs
  }

  #committed({ jobs, refusal, failure }: GroupRun): void {
    this.#ended()
    // LMDB marks a transaction as failed if a write in it fails, so this should never happen; but
    // if it did, half a transaction would be on disk, and continuing would make that worse.
    if (failure !== undefined) {
      this.#broken = new StorageError('corruption', 'a failed write was committed', failure)
    }
    this.#finish(jobs, this.#broken ?? refusal)
  }

  /** After a full disk the next commit may succeed. After a fatal error no transaction ever ends. */
  #failed({ jobs, failure }: GroupRun, error: Error): void {
    this.#ended()
    if (!isReadable(this.#tree)) this.#break(error)
    else this.#finish(jobs, this.#hooks.failureOf?.(failure ?? error) ?? failure ?? error)
  }

  #ended(): void {
    this.#stalled = undefined
    if (--this.#underWay === 0) for (const resolve of this.#onQuiet.splice(0)) resolve()
  }

  #finish(jobs: readonly Waiting[], failure: Error | undefined): void {
    this.#committing = this.#committing.filter((group) => group !== jobs)
    this.#report(jobs, failure)
    this.#hooks.settled?.(failure)
    // A transaction that LMDB refused to begin has not run its group.
    if (failure !== undefined) this.#asked = false
    this.#ask()
    this.#watch()
  }

  /** Has no effect on jobs that were reported before. */
  #report(jobs: readonly Waiting[], failure: Error | undefined): void {
    for (const waiting of jobs) {
      if (failure === undefined) waiting.settle()
      else waiting.fail(failure)
    }
  }

  #startWatchdog(): NodeJS.Timeout {
    this.#looksWithoutProgress = 0
    const { stalledAfterMs = commitStalledAfterMs } = this.#limits
    return setInterval(() => this.#look(), stalledAfterMs / looksUntilStalled)
  }

  #look(): void {
    if (++this.#looksWithoutProgress >= looksUntilStalled) this.#stall()
  }

  #watch(): void {
    this.#looksWithoutProgress = 0
    if (!this.#isIdle()) return
    clearInterval(this.#watchdog)
    this.#watchdog = undefined
    for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#committing.length === 0
  }

  /** Leaves `#asked` alone: the transaction that was requested may still begin. */
  #stall(): void {
    this.#stalled = new WritesRefused('a commit takes too long')
    this.#report(this.#allJobs(), this.#stalled)
    this.#hooks.settled?.(this.#stalled)
    this.#watch()
  }

  #break(cause: Error): void {
    this.#broken = new WritesRefused('the database file cannot be used any more', cause)
    this.#finish(this.#allJobs(), this.#broken)
  }

  #allJobs(): readonly Waiting[] {
    return [...this.#committing.splice(0).flat(), ...this.#waiting.splice(0)]
  }
}

function monotonicMs(): number {
  return performance.now()
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
