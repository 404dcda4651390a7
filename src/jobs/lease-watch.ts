/**
 * Watches the lease of a shared store from outside: what it says, and for how long it has not changed.
 *
 * The clock is the watcher's and only measures how long it has been looking, so the clocks of servers need
 * not agree. A watcher that has just begun knows nothing yet, and waits.
 */
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { decodeLease, getBell, getLease, type LeaseRecord } from './lease-record.js'

export interface Sighting {
  /** As stored, to compare with what is found later; undefined if the lease is free. */
  readonly bytes: Buffer | undefined
  readonly bell: Buffer | undefined
  readonly record: LeaseRecord | undefined
  /** How long it has been the same while we watched. */
  readonly stillMs: number
}

export class LeaseWatch {
  readonly #clock: Clock
  #last: { readonly bytes: Buffer | undefined; readonly sinceMs: number } | undefined

  /** The clock must be monotonic. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  async look(engine: Engine): Promise<Sighting> {
    // The value was stored at some moment during the read. For the time it was first seen the end of the
    // read counts, for the time it was last seen the start.
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
