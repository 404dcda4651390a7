/**
 * The result of calling a handler with a batch, and what its answer says about the batch.
 *
 * AWS: with partial answers, the batch is resumed at the lowest number that a handler reports,
 * whatever else it reports. An answer that names a record outside the batch fails the whole batch.
 */
import type { SourceRecord } from './stream-source.js'
import { isNamed } from './trigger-settings.js'

/** How a call ended. */
export type Invocation =
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** The handler threw, hung, crashed or refused. */
  | { readonly kind: 'failed'; readonly reason: string }

export type BatchOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly reason: string }
  /** Everything before this index was processed. */
  | { readonly kind: 'partial'; readonly failedFrom: number; readonly reason: string }

export function outcomeOf(
  invocation: Invocation,
  records: readonly SourceRecord[],
  partialAnswers: boolean,
): BatchOutcome {
  if (invocation.kind === 'failed') return { kind: 'failure', reason: invocation.reason }
  const { answer } = invocation
  if (!partialAnswers || answer === null || answer === undefined) return { kind: 'success' }
  if (!isNamed(answer)) return failure('the answer is not an object')
  const failures = answer['batchItemFailures']
  if (failures === undefined || failures === null) return { kind: 'success' }
  if (!Array.isArray(failures)) return failure('batchItemFailures is not a list')
  return failures.length === 0 ? { kind: 'success' } : firstFailure(failures, records)
}

function firstFailure(
  failures: readonly unknown[],
  records: readonly SourceRecord[],
): BatchOutcome {
  const indexes = new Map(records.map(({ sequenceNumber }, i) => [sequenceNumber, i]))
  let failedFrom = Infinity
  for (const each of failures) {
    const identifier = isNamed(each) ? each['itemIdentifier'] : undefined
    const index = typeof identifier === 'string' ? indexes.get(identifier) : undefined
    if (index === undefined)
      return failure('batchItemFailures names a record that is not in the batch')
    failedFrom = Math.min(failedFrom, index)
  }
  return { kind: 'partial', failedFrom, reason: 'the handler reported failures' }
}

function failure(reason: string): BatchOutcome {
  return { kind: 'failure', reason }
}
