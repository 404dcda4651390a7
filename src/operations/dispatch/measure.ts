/** Measure: adds up how long calls take, what they touch and how they fail. */
import type { FinishedCall } from './finished-call.js'

export type Measure = (call: FinishedCall) => void
