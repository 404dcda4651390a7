/**
 * What only holders of a secret can open, such as tokens that clients carry back. Each purpose has its own
 * key, derived from the secret, so boxes of different purposes cannot open each other's contents.
 */
import { createHmac } from 'node:crypto'
import type { Random } from './random.js'
import { openBytes, sealBytes } from './sealed-bytes.js'

export class SecretBox {
  readonly #key: Buffer
  readonly #random: Random

  constructor(secret: Buffer, purpose: string, random: Random) {
    this.#key = createHmac('sha256', secret).update(purpose).digest()
    this.#random = random
  }

  seal(content: Uint8Array): Buffer {
    return sealBytes(this.#key, content, this.#random)
  }

  /** Undefined if it was not sealed by such a box, or was changed. */
  open(sealed: Uint8Array): Buffer | undefined {
    return openBytes(this.#key, sealed)
  }
}
