/**
 * Secrets of access keys and contents of session tokens, sealed under a key derived from the database's
 * secret: every server of the database can open them, and nobody who has only the records can.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Random } from '../stdx/random.js'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export class SecretBox {
  readonly #key: Buffer
  readonly #random: Random

  /** Boxes of different purposes cannot open each other's contents. */
  constructor(databaseSecret: Buffer, purpose: string, random: Random) {
    this.#key = createHmac('sha256', databaseSecret).update(purpose).digest()
    this.#random = random
  }

  seal(content: Uint8Array): Buffer {
    const nonce = this.#random.bytes(nonceBytes)
    const cipher = createCipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    const sealed = [cipher.update(content), cipher.final()]
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()])
  }

  /** Undefined if it was not sealed by such a box, or was changed. */
  open(sealed: Uint8Array): Buffer | undefined {
    if (sealed.length < nonceBytes + tagBytes) return undefined
    const nonce = sealed.subarray(0, nonceBytes)
    const cipher = createDecipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAuthTag(sealed.subarray(-tagBytes))
    try {
      const content = cipher.update(sealed.subarray(nonceBytes, -tagBytes))
      return Buffer.concat([content, cipher.final()])
    } catch {
      return undefined
    }
  }
}
