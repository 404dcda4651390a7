/**
 * NextToken: where the next page of a SELECT starts, sealed, so that a client can neither read nor
 * change it.
 *
 * A digest binds it to the request it came from. The key is derived from the database's secret: any
 * server of the database can open what another has sealed, before or after a restart.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { StretchPosition } from '../items/read/read-stretches.js'
import { validation, type ServiceError } from '../model/errors.js'
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Sealed content: version (1 byte) | digest (32) | stretch (2) | key to continue after, if any. */
const version = 1
const digestBytes = 32
const stretchOffset = 1 + digestBytes
const afterOffset = stretchOffset + 2

export class NextTokens {
  readonly #key: Buffer
  readonly #random: Random

  constructor(secret: Buffer, random: Random) {
    // A derived key, so that the secret can serve other purposes too.
    this.#key = createHmac('sha256', secret).update('partiql next-token').digest()
    this.#random = random
  }

  /** `digest` identifies the request: 32 bytes. */
  seal(digest: Buffer, position: StretchPosition): string {
    const nonce = this.#random.bytes(nonceBytes)
    const cipher = createCipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    const sealed = [cipher.update(encode(digest, position)), cipher.final()]
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
  }

  /** Throws the service's error for an invalid token, or one of another request. */
  open(text: string, digest: Buffer): StretchPosition {
    const bytes = this.#unseal(text)
    if (bytes?.[0] !== version) throw invalidToken()
    if (!bytes.subarray(1, stretchOffset).equals(digest)) {
      throw validation('NextToken does not match request')
    }
    const after = bytes.subarray(afterOffset)
    return {
      stretch: bytes.readUInt16BE(stretchOffset),
      after: after.length === 0 ? undefined : after,
    }
  }

  #unseal(text: string): Buffer | undefined {
    const bytes = Buffer.from(text, 'base64')
    // Node decodes nearly anything; the tokens we issue have exactly one spelling.
    if (bytes.toString('base64') !== text) return undefined
    if (bytes.length < nonceBytes + afterOffset + tagBytes) return undefined
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

function encode(digest: Buffer, { stretch, after }: StretchPosition): Buffer {
  assert(digest.length === digestBytes, 'a digest has 32 bytes', { length: digest.length })
  assert(after === undefined || after.length > 0, 'a position is not empty')
  const head = Buffer.alloc(afterOffset)
  head[0] = version
  digest.copy(head, 1)
  head.writeUInt16BE(stretch, stretchOffset)
  return after === undefined ? head : Buffer.concat([head, after])
}

function invalidToken(): ServiceError {
  return validation('Invalid NextToken')
}
