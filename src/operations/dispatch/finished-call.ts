/** A call that has ended, with an answer or an error: the input of measuring and auditing. */
import type { Call } from '../dispatcher.js'
import type { Result } from '../operation.js'
import type { FoundTables } from './find-tables.js'

export interface FinishedCall {
  readonly call: Call
  readonly startedAtMs: number
  /** By a clock that is never set, to a fraction of a millisecond. */
  readonly durationMs: number
  /** As the operation named them; empty if it named none, or failed before they were found. */
  readonly tables: FoundTables
  readonly outcome:
    | { readonly kind: 'answered'; readonly result: Result<unknown> }
    | { readonly kind: 'failed'; readonly error: unknown }
}
