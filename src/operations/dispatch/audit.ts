/** Audit: a record of each call, with who made it and how it ended. */
import type { FinishedCall } from './finished-call.js'

export type Audit = (call: FinishedCall) => void
