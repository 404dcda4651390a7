/**
 * Admit: is there room for the request now? Its cost is known only after it has run, so this checks
 * whether earlier requests have used up the capacity; `charge.ts` then deducts the cost.
 */
import type { PreparedCall } from './prepared-call.js'

export interface Admission {
  /** Whether any table is throttled now. While none is, requests are not looked at. */
  readonly isOn: boolean
  /** Returns the request, or what remains of it; throws if it has to wait as a whole. Never waits. */
  admit(call: PreparedCall): unknown
}
