/** SHA-256 and HMAC as signatures use them. */
import * as crypto from 'node:crypto'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import { hashedBytesAtOnce } from './limits.js'

const { createHash, createHmac, timingSafeEqual } = crypto
/** Costs a third of `createHash` for something short. The first versions of Node 20 do not have it. */
const hashOnce = (crypto as Partial<typeof crypto>).hash

/** In hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return hashOnce === undefined
    ? createHash('sha256').update(content).digest('hex')
    : hashOnce('sha256', content, 'hex')
}

/** A promise only if the body is long. */
export function bodyHash(body: Uint8Array): string | Promise<string> {
  return body.length <= hashedBytesAtOnce ? sha256(body) : hashInTurns(body)
}

async function hashInTurns(body: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += hashedBytesAtOnce) {
    if (turnIsOver()) await nextTurn()
    hash.update(body.subarray(at, at + hashedBytesAtOnce))
  }
  return hash.digest('hex')
}

export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

const blockBytes = 64
const hashBytes = 32
/** No text that is signed is longer. */
const signedTextMax = 1_024
const innerBlocks = Buffer.alloc(blockBytes + signedTextMax)
const outerBlocks = Buffer.alloc(blockBytes + hashBytes)

/**
 * A key that signs many texts: HMAC, with the parts that depend on the key alone computed once. Costs half of
 * `createHmac`.
 */
export class SigningKey {
  readonly #key: Buffer
  readonly #inner: Buffer
  readonly #outer: Buffer

  constructor(key: Buffer) {
    this.#key = key
    this.#inner = padded(key, 0x36)
    this.#outer = padded(key, 0x5c)
  }

  /** In hexadecimal digits. The text has to be ASCII. */
  sign(text: string): string {
    if (hashOnce === undefined || text.length > signedTextMax)
      return hmac(this.#key, text).toString('hex')
    this.#inner.copy(innerBlocks)
    const length = innerBlocks.write(text, blockBytes, 'latin1')
    const inner = hashOnce('sha256', innerBlocks.subarray(0, blockBytes + length), 'binary')
    this.#outer.copy(outerBlocks)
    outerBlocks.write(inner, blockBytes, 'latin1')
    return hashOnce('sha256', outerBlocks, 'hex')
  }
}

/** The key must not be longer than a block. */
function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(blockBytes, pad)
  for (const [i, byte] of key.entries()) block[i] = byte ^ pad
  return block
}

const signatureLength = 64
/** Other characters could be cut to these when they are written as bytes. */
const signatureForm = /^[\da-f]{64}$/
const given = Buffer.alloc(signatureLength)
const wanted = Buffer.alloc(signatureLength)

/** Takes as long whatever the signatures are, so nobody can guess one character after another. */
export function isSameSignature(signature: string, expected: string): boolean {
  if (!signatureForm.test(signature) || !signatureForm.test(expected)) return false
  given.write(signature, 'latin1')
  wanted.write(expected, 'latin1')
  return timingSafeEqual(given, wanted)
}
