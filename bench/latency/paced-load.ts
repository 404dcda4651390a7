/**
 * Load at a given rate from a process of its own. Requests are due at fixed times, whether or not earlier ones have
 * been answered, and their latency counts from then on: a server that stops for a while delays all that come due, as
 * clients that do not know of each other would see it.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

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

export type PacedReply = { readonly result: PacedResult } | { readonly error: string }

export class PacedLoad implements Disposable {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./paced-process.js', import.meta.url)))
  }

  async run(job: PacedJob): Promise<PacedResult> {
    const reply = once(this.#child, 'message') as Promise<[PacedReply]>
    this.#child.send(job)
    const [answer] = await reply
    if ('error' in answer) throw new Error(`load on port ${job.port}: ${answer.error}`)
    return answer.result
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
