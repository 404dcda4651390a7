/**
 * Load from a separate process: connections that each send a request, wait for the answer and send
 * the next, for a limited time and count, to this machine only.
 */
import { JobProcess } from './job-process.js'
import type { LoadResult } from './load-result.js'
import type { SigningCredentials } from './sign.js'

export interface LoadJob {
  readonly port: number
  readonly operation: string
  /** The bodies of the requests, sent in turn. */
  readonly bodies: readonly string[]
  /** The number of the body to begin with, of as many as there would be if they were repeated; 0 if absent. */
  readonly first?: number
  readonly connections: number
  readonly durationMs: number
  readonly operationsMax: number
  /** What the requests are signed with; a server in open mode does not need it. */
  readonly credentials?: SigningCredentials
}

export class LoadGenerator extends JobProcess<LoadJob, LoadResult> {
  constructor() {
    super(new URL('./load-process.js', import.meta.url))
  }
}
