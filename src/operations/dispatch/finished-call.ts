/** A call that has ended, with an answer or an error: the input of measuring and auditing. */
import type { Call } from '../dispatcher.js'
import type { Result } from '../operation.js'

export interface FinishedCall {
  readonly call: Call
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly outcome:
    | { readonly kind: 'answered'; readonly result: Result<unknown> }
    | { readonly kind: 'failed'; readonly error: unknown }
}
