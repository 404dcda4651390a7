/**
 * The same row operations in plain SQL, from a separate process: what the database and client can
 * do.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadResult } from '../load/load-result.js'
import type { Operation } from '../load/operations.js'

export type RawJob =
  | { readonly kind: 'open'; readonly url: string }
  | {
      readonly kind: 'run'
      readonly operation: Operation
      readonly inFlight: number
      readonly durationMs: number
    }
  | { readonly kind: 'close' }

export type RawReply = { readonly result?: LoadResult } | { readonly error: string }

export class RawSql {
  readonly #child: ChildProcess

  private constructor() {
    this.#child = fork(fileURLToPath(new URL('./raw-sql-process.js', import.meta.url)))
  }

  static async open(url: string): Promise<RawSql> {
    const raw = new RawSql()
    await raw.#ask({ kind: 'open', url })
    return raw
  }

  async run(operation: Operation, inFlight: number, durationMs: number): Promise<LoadResult> {
    const result = await this.#ask({ kind: 'run', operation, inFlight, durationMs })
    if (result === undefined) throw new Error('raw SQL returned no result')
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ask({ kind: 'close' })
    this.#child.disconnect()
  }

  async #ask(job: RawJob): Promise<LoadResult | undefined> {
    const reply = once(this.#child, 'message') as Promise<[RawReply]>
    this.#child.send(job)
    const [answer] = await reply
    if ('error' in answer) throw new Error(`raw SQL: ${answer.error}`)
    return answer.result
  }
}
