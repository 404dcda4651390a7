/** Measure: how long calls take, what they touch and how they fail, added up. */
import type { FinishedCall } from './finished-call.js'

export type Measure = (call: FinishedCall) => void
