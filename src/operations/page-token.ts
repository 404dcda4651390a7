/**
 * Where the next page of a list starts, sealed so that a client can neither read nor change it.
 *
 * A digest binds a token to the request it came from. The key is derived from the database's
 * secret: any server of the database can open a token that another has sealed, before or after a
 * restart.
 */
import { validation } from '../model/errors.js'
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'
import { SecretBox } from '../stdx/secret-box.js'

/** Sealed content: version (1 byte) | digest (32) | position. */
const version = 1
const digestBytes = 32
const positionOffset = 1 + digestBytes

export class PageTokens {
  readonly #box: SecretBox

  constructor(secret: Buffer, random: Random) {
    // The name is that of its first use.
    this.#box = new SecretBox(secret, 'partiql next-token', random)
  }

  /**
   * `digest` identifies the request: 32 bytes. Only the operation knows what the position means.
   */
  seal(digest: Buffer, position: Buffer): string {
    assert(digest.length === digestBytes, 'a digest has 32 bytes', { length: digest.length })
    const content = Buffer.concat([Buffer.of(version), digest, position])
    return this.#box.seal(content).toString('base64')
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
    const content = this.#box.open(bytes)
    return content !== undefined && content.length >= positionOffset ? content : undefined
  }
}
