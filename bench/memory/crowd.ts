/**
 * A thousand clients in one process of their own: most send one request after the other, some ask for much and hardly
 * read the answers. Bounded in time, and to this machine.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadRow } from '../load/rows.js'

export interface CrowdJob {
  readonly port: number
  readonly durationMs: number
  /** Clients that read their answers, and what they ask in turn. */
  readonly readers: number
  readonly rows: readonly LoadRow[]
  /** Clients that read a few bytes a second, and what they ask for. */
  readonly slowReaders: number
  readonly slowOperation: string
  readonly slowBody: string
}

export interface CrowdResult {
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Refusals that are not what SDKs retry. */
  readonly wrongRefusals: number
  /** Connections that the server closed: of readers, and of slow readers, which then come again. */
  readonly closed: number
  readonly slowClosed: number
}

export class Crowd implements Disposable {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./crowd-process.js', import.meta.url)))
  }

  async run(job: CrowdJob): Promise<CrowdResult> {
    const reply = once(this.#child, 'message') as Promise<[CrowdResult]>
    this.#child.send(job)
    const [result] = await reply
    return result
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
