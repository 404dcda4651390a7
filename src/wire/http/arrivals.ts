/**
 * Lets connections in before the requests of those that are in already.
 *
 * Node accepts one connection in each turn of the event loop. Hundreds of clients that come at once, as after a restart,
 * need as many turns, and a turn takes the longer the more of them already send requests: the last ones would wait for
 * seconds. So while connections arrive requests are held, until a turn without an arrival or for some milliseconds.
 *
 * Where clients connect anew for each request, connections arrive all the time. So holding has an allowance, which a
 * crowd does not use up and which grows again slowly.
 */
import { heldForArrivalsMsMax, heldForArrivalsShare, heldForCrowdMsMax } from '../limits.js'

export class Arrivals {
  readonly #now: () => number
  #held: (() => void)[] = []
  #heldSinceMs = 0
  #isExpected = false
  #hasArrived = false
  /** For how long requests may still be held, as of a time. */
  #allowedMs = heldForCrowdMsMax
  #allowedAtMs = 0

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Whether more connections may be about to arrive, and requests have to be held for them. */
  get comeFirst(): boolean {
    return this.#isExpected && this.#allowedMs > 0
  }

  /** Call when a connection has arrived. */
  note(): void {
    this.#hasArrived = true
    if (this.#isExpected) return
    this.#isExpected = true
    this.#addToAllowance()
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
    this.#addToAllowance()
    if (this.#held.length === 0) return
    const heldMs = this.#now() - this.#heldSinceMs
    if (!this.#isExpected || heldMs >= heldForArrivalsMsMax) this.#release(heldMs)
  }

  #addToAllowance(): void {
    const nowMs = this.#now()
    const grownMs = (nowMs - this.#allowedAtMs) * heldForArrivalsShare
    this.#allowedMs = Math.min(heldForCrowdMsMax, this.#allowedMs + grownMs)
    this.#allowedAtMs = nowMs
  }

  #release(heldMs: number): void {
    this.#allowedMs -= heldMs
    const held = this.#held
    this.#held = []
    for (const begin of held) begin()
  }
}
