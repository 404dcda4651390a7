/** A second client, in its own process, that sees how long the server leaves others waiting. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface PingJob {
  readonly port: number
  /** The server's first process. */
  readonly pid: number
  /** The input of the GetItem. */
  readonly body: string
}

export interface PingReply {
  readonly worstMs: number
  /** The most processor time that the main thread of any process of the server took during one ping. */
  readonly busiestMs: number
  readonly pings: number
}

export class Pinger implements Disposable {
  readonly #child: ChildProcess

  constructor(job: PingJob) {
    this.#child = fork(fileURLToPath(new URL('./ping-process.js', import.meta.url)))
    this.#child.send(job)
  }

  /** The slowest ping since the last call. */
  async worst(): Promise<PingReply> {
    const reply = once(this.#child, 'message') as Promise<[PingReply]>
    this.#child.send('worst')
    const [answer] = await reply
    return answer
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
