/**
 * Sends answers together at the end of the turn in which they were completed.
 *
 * A sleeping client is woken by the first byte it gets, and waking it costs the server more than
 * computing most answers. If one turn of the event loop completes several, sending them in a row
 * wakes the other side once instead of once for each; a single answer does not wait. With many hundreds of
 * connections a turn takes long, so those that are already many are sent before it ends.
 */
import { gatheredAnswersMax } from '../limits.js'
import type { WireResponse } from './message.js'

/** `together` is how many answers are sent in a row. */
export type Send<Recipient> = (answer: WireResponse, recipient: Recipient, together: number) => void

/** How many answers wait at most. */
export interface AnswerGathering {
  readonly gatheredMax: number
}

const usualGathering: AnswerGathering = { gatheredMax: gatheredAnswersMax }

export class Outbox<Recipient> {
  readonly #send: Send<Recipient>
  readonly #gathering: AnswerGathering
  #waiting: (readonly [WireResponse, Recipient])[] = []

  constructor(send: Send<Recipient>, gathering = usualGathering) {
    this.#send = send
    this.#gathering = gathering
  }

  add(answer: WireResponse, recipient: Recipient): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push([answer, recipient])
    if (this.#waiting.length >= this.#gathering.gatheredMax) this.#flush()
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const together = waiting.length
    for (const [answer, recipient] of waiting) this.#send(answer, recipient, together)
  }
}
