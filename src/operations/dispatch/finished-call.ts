/** A call that is over, answered or not: what measuring and auditing look at. */
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
