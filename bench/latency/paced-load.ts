/**
 * Load at a given rate from a process of its own. Requests are due at fixed times, whether or not earlier ones have
 * been answered, and their latency counts from then on: a server that stops for a while delays all that come due, as
 * clients that do not know of each other would see it.
 */
import { JobProcess } from '../load/job-process.js'

export interface PacedJob {
  readonly port: number
  readonly operation: string
  readonly bodies: readonly string[]
  /** Requests that come due while all of them are busy wait, and their latency with them. */
  readonly connections: number
  readonly perSecond: number
  readonly durationMs: number
}

export interface PacedResult {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly worstMs: number
  /** How late requests were sent, which is part of their latency and the fault of the sender or of a full server. */
  readonly late99Ms: number
}

export class PacedLoad extends JobProcess<PacedJob, PacedResult> {
  constructor() {
    super(new URL('./paced-process.js', import.meta.url))
  }
}
