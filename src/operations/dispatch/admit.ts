/**
 * Admit: is there room for the request now? Its cost is known only after it has run, so this checks
 * whether earlier requests have used up the capacity; `charge.ts` then deducts the cost.
 */
import type { PreparedCall } from './prepared-call.js'

/** Throws if the request has to wait. */
export type Admit = (call: PreparedCall) => void
