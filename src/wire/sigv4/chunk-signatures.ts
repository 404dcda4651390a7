/**
 * The signatures within a body that is sent in signed chunks. Each covers the one before it, and the first
 * that of the request, so chunks can neither be changed nor left out nor moved.
 */
import type { Claim } from './claim.js'
import { signatureMismatch } from './faults.js'
import { isSameSignature, sha256, type SigningKey } from './hashes.js'
import { scopeOf } from './signature.js'

const emptyHash = sha256('')

export class ChunkSignatures {
  readonly #key: SigningKey
  readonly #scope: string
  #previous: string

  constructor(key: SigningKey, { date, credential, form }: Claim) {
    this.#key = key
    this.#scope = `${date.text}\n${scopeOf(credential)}`
    this.#previous = form.signature
  }

  /** Throws if the next chunk is not the one that was signed. */
  requireChunk(signature: string, contentHash: string): void {
    this.#require(
      signature,
      `AWS4-HMAC-SHA256-PAYLOAD\n${this.#preceding}\n${emptyHash}\n${contentHash}`,
    )
  }

  /** What follows the chunks: lines of a name, a colon and a value, each with a line feed. */
  requireTrailer(signature: string, lines: string): void {
    const hash = sha256(Buffer.from(lines, 'latin1'))
    this.#require(signature, `AWS4-HMAC-SHA256-TRAILER\n${this.#preceding}\n${hash}`)
  }

  get #preceding(): string {
    return `${this.#scope}\n${this.#previous}`
  }

  #require(signature: string, text: string): void {
    const expected = this.#key.sign(text)
    if (!isSameSignature(signature, expected)) throw signatureMismatch()
    this.#previous = expected
  }
}
