/**
 * Load from a separate process: connections that each send a request, wait for the answer and send
 * the next, for a limited time and count, to this machine only.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
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

export type LoadReply = { readonly result: LoadResult } | { readonly error: string }

export class LoadGenerator {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./load-process.js', import.meta.url)))
  }

  async run(job: LoadJob): Promise<LoadResult> {
    const reply = once(this.#child, 'message') as Promise<[LoadReply]>
    this.#child.send(job)
    const [answer] = await reply
    if ('error' in answer) throw new Error(`load on port ${job.port}: ${answer.error}`)
    return answer.result
  }

  /** Without its channel the process has nothing to wait for, and exits. */
  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
