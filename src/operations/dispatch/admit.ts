/**
 * Admit: is there room for the request now? What it will cost is known only once it has run, so this
 * asks whether earlier requests have used up what there is; `charge.ts` then takes the cost away.
 */
import type { PreparedCall } from './prepared-call.js'

/** Throws if the request has to wait. */
export type Admit = (call: PreparedCall) => void
