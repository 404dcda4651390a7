/**
 * A piece of background work that is done a step at a time.
 *
 * A job remembers nothing that matters: what there is to do is read from the store, so that any server
 * can continue after any step. Every change that a step makes carries the fence it was given.
 */
import type { Table } from '../catalog/table.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Fence } from '../storage/fence.js'
import { surveyRestFactor, surveyRestMsMax } from './limits.js'

export interface Job {
  /** For log lines: "index builds". */
  readonly name: string
  /**
   * True for a job that waits for something outside the store (a network, a user's code): it runs
   * beside the others instead of in turn with them.
   */
  readonly runsAside?: boolean
  /** How long to wait after a failed step. */
  readonly retryMs?: number
  /** How long a step may continue once the server stops, before its signal is aborted. */
  readonly graceMs?: number
  /** One bounded step. Resolves with the time at which the next one is due. */
  step(fence: Fence, signal: AbortSignal): Promise<number>
  /** Another server has the lease: ends at once what was left running between steps. */
  suspend?(): Promise<void>
  /** The server stops: ends what was left running between steps. Called while the lease is held. */
  stop?(): Promise<void>
}

export type TableRef = Scope & Pick<Table, 'name'>

/** A job that visits some of the tables. */
export interface TableJob extends Job {
  /** Whether a table has something to do for this job. */
  wants(table: Table): boolean
  /** Visits the table with the next step. */
  watch(table: TableRef): void
}

/** A job that does the same thing from time to time, and again at once if that resolves with `true`. */
export function periodicJob(
  name: string,
  work: (fence: Fence) => Promise<unknown>,
  { clock, intervalMs }: { readonly clock: Clock; readonly intervalMs: number },
): Job {
  return repeatedJob(name, clock, async (fence, startedAtMs) =>
    (await work(fence)) === true ? clock.now() : startedAtMs + intervalMs,
  )
}

/**
 * A job that looks at every table from time to time, after a rest that grows with what a look takes:
 * however many tables there are, looking is a small part of what a server does.
 */
export function surveyJob(
  name: string,
  look: (fence: Fence) => Promise<unknown>,
  { clock, intervalMs }: { readonly clock: Clock; readonly intervalMs: number },
): Job {
  return repeatedJob(name, clock, async (fence, startedAtMs) => {
    await look(fence)
    return startedAtMs + surveyRestMs(clock.now() - startedAtMs, intervalMs)
  })
}

/** `work` is told when it began, and resolves with when it is due again. */
function repeatedJob(
  name: string,
  clock: Clock,
  work: (fence: Fence, startedAtMs: number) => Promise<number>,
): Job {
  return { name, step: (fence) => work(fence, clock.now()) }
}

/** From the start of one look to that of the next. A clock that jumped does not end them. */
export function surveyRestMs(tookMs: number, intervalMs: number): number {
  return Math.max(intervalMs, Math.min(tookMs * surveyRestFactor, surveyRestMsMax))
}
