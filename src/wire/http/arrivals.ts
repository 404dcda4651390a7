/**
 * Lets connections in before the requests of those that are in already.
 *
 * Node accepts one connection in each turn of the event loop. Hundreds of clients that come at once, as after a restart,
 * need as many turns, and a turn takes the longer the more of them already send requests: the last ones would wait for
 * seconds. So while connections arrive requests are held, until a turn without an arrival or for some milliseconds.
 */
import { heldForArrivalsMsMax } from '../limits.js'

export class Arrivals {
  readonly #now: () => number
  #held: (() => void)[] = []
  #heldSinceMs = 0
  #isExpected = false
  #hasArrived = false

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Whether more connections may be about to arrive, so that requests have to be held. */
  get areExpected(): boolean {
    return this.#isExpected
  }

  /** Call when a connection has arrived. */
  note(): void {
    this.#hasArrived = true
    if (this.#isExpected) return
    this.#isExpected = true
    setImmediate(this.#look)
  }

  /** Calls `begin` a little later. */
  hold(begin: () => void): void {
    if (this.#held.length === 0) this.#heldSinceMs = this.#now()
    this.#held.push(begin)
  }

  /** At the end of a turn. */
  readonly #look = (): void => {
    this.#isExpected = this.#hasArrived
    this.#hasArrived = false
    if (this.#isExpected) setImmediate(this.#look)
    if (!this.#isExpected || this.#isOverdue()) this.#release()
  }

  #isOverdue(): boolean {
    return this.#held.length > 0 && this.#now() - this.#heldSinceMs >= heldForArrivalsMsMax
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    for (const begin of held) begin()
  }
}
