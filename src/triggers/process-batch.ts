/**
 * Processes one batch: calls the handler until all its records are processed or given up.
 *
 * As Lambda does it: a failed batch is retried whole; or in halves, if the trigger says so, and
 * then a split uses no attempt; or from the record that the handler reported, and then the attempts
 * start over, because the handler got further. Records are given up when the attempts are used up
 * or when they are too old. Nothing is given up in silence: `giveUp` has to succeed before the
 * batch counts as done. Nothing here knows what a handler is.
 */
import { changeRetentionMs } from '../model/limits.js'
import { triggerRetryMsMax, triggerRetryMsMin } from './limits.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { SourceRecord } from './stream-source.js'
import { outcomeOf, type BatchOutcome, type Invocation } from './invocation.js'
import type { Trigger } from './trigger.js'

export interface BatchCalls {
  invoke(records: readonly SourceRecord[]): Promise<Invocation>
  /** Stores the facts about records that were not processed; retried until it succeeds. */
  giveUp(batch: GivenUpBatch): Promise<void>
  /** Called for each failed attempt. */
  failed(failure: FailedAttempt): void
}

export interface GivenUpBatch {
  readonly records: readonly SourceRecord[]
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded'
  readonly invocations: number
  readonly reason: string | undefined
}

export interface FailedAttempt {
  readonly records: readonly SourceRecord[]
  readonly reason: string
  readonly attempts: number
}

export interface TriggerTime {
  readonly clock: Clock
  /** By which records are too old; the clock if there is no other. */
  readonly trusted?: TimeSource
  /** Rejects if the signal is aborted. */
  pause(durationMs: number, signal: AbortSignal): Promise<void>
}

type BatchRules = Pick<Trigger, 'retriesMax' | 'recordAgeMsMax' | 'bisects' | 'partialAnswers'>

/** A run of the batch's records that is still to be processed. */
interface Stretch {
  readonly records: readonly SourceRecord[]
  /** Failures that count. */
  readonly attempts: number
  readonly invocations: number
  readonly reason: string | undefined
}

export interface BatchRun {
  readonly time: TriggerTime
  /** Aborted when the trigger is to stop. */
  readonly signal: AbortSignal
}

/** Resolves when the whole batch is processed or given up; rejects if the signal is aborted. */
export async function processBatch(
  batch: readonly SourceRecord[],
  rules: BatchRules,
  calls: BatchCalls,
  { time, signal }: BatchRun,
): Promise<void> {
  // In order; a split replaces one by two.
  const stretches: Stretch[] = [fresh(batch)]
  for (let next = stretches.shift(); next !== undefined; next = stretches.shift()) {
    const stretch = await giveUpTooOld(next, rules, calls, time.trusted ?? time.clock)
    if (stretch.records.length === 0) continue
    signal.throwIfAborted()
    const invocation = await calls.invoke(stretch.records)
    const outcome = outcomeOf(invocation, stretch.records, rules.partialAnswers)
    if (outcome.kind === 'success') continue
    // A failure caused by stopping does not count.
    signal.throwIfAborted()
    const rest = afterFailure(stretch, outcome, rules)
    calls.failed({ records: stretch.records, reason: outcome.reason, attempts: rest[0]!.attempts })
    if (rest[0]!.attempts > rules.retriesMax) {
      await calls.giveUp({ ...rest[0]!, condition: 'RetryAttemptsExhausted' })
      continue
    }
    stretches.unshift(...rest)
    await time.pause(retryPauseMs(rest[0]!.invocations), signal)
  }
}

function fresh(records: readonly SourceRecord[]): Stretch {
  return { records, attempts: 0, invocations: 0, reason: undefined }
}

function afterFailure(
  stretch: Stretch,
  outcome: Exclude<BatchOutcome, { kind: 'success' }>,
  { bisects }: BatchRules,
): readonly Stretch[] {
  const { records } = stretch
  const { reason } = outcome
  if (outcome.kind === 'partial' && outcome.failedFrom > 0) {
    return [{ ...fresh(records.slice(outcome.failedFrom)), invocations: 1, reason }]
  }
  const invocations = stretch.invocations + 1
  if (!bisects || records.length === 1) {
    return [{ records, attempts: stretch.attempts + 1, invocations, reason }]
  }
  const middle = Math.ceil(records.length / 2)
  const halves = [records.slice(0, middle), records.slice(middle)]
  return halves.map((half) => ({ ...stretch, records: half, invocations, reason }))
}

/** AWS: a trigger without an age limit also gives up records that its stream no longer has. */
async function giveUpTooOld(
  stretch: Stretch,
  { recordAgeMsMax }: BatchRules,
  calls: BatchCalls,
  time: TimeSource,
): Promise<Stretch> {
  const oldestMs = (await time.now()) - Math.min(recordAgeMsMax, changeRetentionMs)
  const isTooOld = ({ atMs }: SourceRecord) => atMs < oldestMs
  const tooOld = stretch.records.filter(isTooOld)
  if (tooOld.length === 0) return stretch
  await calls.giveUp({ ...stretch, records: tooOld, condition: 'RecordAgeExceeded' })
  return { ...stretch, records: stretch.records.filter((record) => !isTooOld(record)) }
}

function retryPauseMs(invocations: number): number {
  return Math.min(triggerRetryMsMin * 2 ** Math.min(invocations - 1, 20), triggerRetryMsMax)
}
