/** SHA-256 and HMAC as signatures use them. */
import * as crypto from 'node:crypto'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import { hashedBytesAtOnce } from './limits.js'

const { createHash, createHmac, timingSafeEqual } = crypto
/** Costs a third of `createHash` for something short. The first versions of Node 20 do not have it. */
const hashOnce = (crypto as Partial<typeof crypto>).hash

/** In hexadecimal digits. Texts are bytes: each character is one. */
export function sha256(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  return hashOnce === undefined
    ? createHash('sha256').update(bytes).digest('hex')
    : hashOnce('sha256', bytes, 'hex')
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

export function hmacHex(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Takes as long whatever the signatures are, so nobody can guess one character after another. */
export function isSameSignature(given: string, expected: string): boolean {
  const left = Buffer.from(given, 'latin1')
  const right = Buffer.from(expected, 'latin1')
  return left.length === right.length && timingSafeEqual(left, right)
}
