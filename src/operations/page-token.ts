/**
 * Where the next page of a list starts, sealed so that a client can neither read nor change it.
 *
 * A digest binds a token to the request it came from. The key is derived from the database's
 * secret: any server of the database can open a token that another has sealed, before or after a
 * restart.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { validation } from '../model/errors.js'
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Sealed content: version (1 byte) | digest (32) | position. */
const version = 1
const digestBytes = 32
const positionOffset = 1 + digestBytes

export class PageTokens {
  readonly #key: Buffer
  readonly #random: Random

  constructor(secret: Buffer, random: Random) {
    // A derived key, so that the secret can serve other purposes too. The name is that of its first
    // use.
    this.#key = createHmac('sha256', secret).update('partiql next-token').digest()
    this.#random = random
  }

  /**
   * `digest` identifies the request: 32 bytes. Only the operation knows what the position means.
   */
  seal(digest: Buffer, position: Buffer): string {
    assert(digest.length === digestBytes, 'a digest has 32 bytes', { length: digest.length })
    const nonce = this.#random.bytes(nonceBytes)
    const cipher = createCipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    const content = [cipher.update(Buffer.of(version)), cipher.update(digest)]
    const sealed = [...content, cipher.update(position), cipher.final()]
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
  }

  /**
   * Returns the position in a token. Throws DynamoDB's error if the token is invalid or belongs to
   * another request.
   */
  open(text: string, digest: Buffer): Buffer {
    const found = this.find(text, digest)
    if (found === 'invalid') throw validation('Invalid NextToken')
    if (found === 'foreign') throw validation('NextToken does not match request')
    return found
  }

  /** As `open`, for services with other errors. */
  find(text: string, digest: Buffer): Buffer | 'invalid' | 'foreign' {
    const content = this.#unseal(text)
    if (content?.[0] !== version) return 'invalid'
    if (!content.subarray(1, positionOffset).equals(digest)) return 'foreign'
    return content.subarray(positionOffset)
  }

  #unseal(text: string): Buffer | undefined {
    const bytes = Buffer.from(text, 'base64')
    // Node decodes nearly anything; the tokens we issue have exactly one spelling.
    if (bytes.toString('base64') !== text) return undefined
    if (bytes.length < nonceBytes + positionOffset + tagBytes) return undefined
    const nonce = bytes.subarray(0, nonceBytes)
    const cipher = createDecipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAuthTag(bytes.subarray(-tagBytes))
    try {
      return Buffer.concat([cipher.update(bytes.subarray(nonceBytes, -tagBytes)), cipher.final()])
    } catch {
      return undefined
    }
  }
}
