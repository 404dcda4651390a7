/**
 * Answers leave together at the end of the turn in which they were found.
 *
 * A client that sleeps is woken by the first byte it gets, and waking it costs the server more than
 * finding most answers. When one turn of the event loop finds several, sending them in a row wakes the
 * other side once instead of once for each; an answer that is alone waits for nothing.
 */
import type { ServerResponse } from 'node:http'
import type { WireResponse } from './message.js'

export type Send = (answer: WireResponse, response: ServerResponse) => void

export class Outbox {
  readonly #send: Send
  #waiting: (readonly [WireResponse, ServerResponse])[] = []

  constructor(send: Send) {
    this.#send = send
  }

  add(answer: WireResponse, response: ServerResponse): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push([answer, response])
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const [answer, response] of waiting) this.#send(answer, response)
  }
}
