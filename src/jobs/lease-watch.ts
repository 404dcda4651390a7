/**
 * Watches the lease of a shared store from outside: what it says, and for how long it has said so.
 *
 * Time is the watcher's own and only ever measures how long it has been looking, so servers need not
 * agree on the hour. A watcher that has just begun knows nothing yet, and waits.
 */
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { decodeLease, getBell, getLease, type LeaseRecord } from './lease-record.js'

export interface Sighting {
  /** As stored, to be compared with what is found later; undefined when nobody has the lease. */
  readonly bytes: Buffer | undefined
  readonly bell: Buffer | undefined
  readonly record: LeaseRecord | undefined
  /** How long it has stood still before our eyes. */
  readonly stillMs: number
}

export class LeaseWatch {
  readonly #clock: Clock
  #last: { readonly bytes: Buffer | undefined; readonly sinceMs: number } | undefined

  /** The clock has to be one that only goes forward. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  async look(engine: Engine): Promise<Sighting> {
    // What is read was so at some moment in between: the latest counts as the first time it was seen,
    // the earliest as the last.
    const askedAtMs = this.#clock.now()
    const [bytes, bell] = await engine.read([getLease, getBell])
    if (this.#last === undefined || !sameBytes(this.#last.bytes, bytes)) {
      this.#last = { bytes, sinceMs: this.#clock.now() }
    }
    const record = bytes && decodeLease(bytes)
    return { bytes, bell, record, stillMs: Math.max(askedAtMs - this.#last.sinceMs, 0) }
  }
}

export function sameBytes(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other)
}
