/** Random nonces, drawn many at a time, because asking the system for each costs more than sealing. */
import type { Random } from '../../stdx/random.js'
import { noncesDrawn } from './limits.js'
import { nonceBytes } from './sealed-layout.js'

export class Nonces {
  readonly #random: Random
  #drawn: Uint8Array = Buffer.alloc(0)
  #next = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Each is handed out once. */
  next(): Uint8Array {
    if (this.#next >= this.#drawn.length) {
      this.#drawn = this.#random.bytes(nonceBytes * noncesDrawn)
      this.#next = 0
    }
    return this.#drawn.subarray(this.#next, (this.#next += nonceBytes))
  }
}
