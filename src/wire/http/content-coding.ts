/** Compressed bodies in both directions, processed outside the event loop. */
import { constants, deflate, gunzip, gzip, inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { internalServerError } from '../../model/errors.js'
import { requestBodyBytesMax } from '../../model/limits.js'
import type { Coding } from './accept-encoding.js'

const decoders: ReadonlyMap<string, (body: Buffer, options: object) => Promise<Buffer>> = new Map([
  ['gzip', promisify<Buffer, object, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, object, Buffer>(inflate)],
])

const encoders = {
  gzip: promisify<Buffer, object, Buffer>(gzip),
  deflate: promisify<Buffer, object, Buffer>(deflate),
} as const

/**
 * Returns the body before compression, or `over-limit` as soon as it turns out to be too large.
 *
 * AWS: an unknown coding and a body that does not match its coding are both answered with 500.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string,
): Promise<Buffer | 'over-limit'> {
  const coding = contentEncoding.trim().toLowerCase()
  if (coding === '' || coding === 'identity') return body
  const decode = decoders.get(coding)
  if (decode === undefined) throw internalServerError()
  try {
    return await decode(body, { maxOutputLength: requestBodyBytesMax })
  } catch (error) {
    if (isTooLarge(error)) return 'over-limit'
    throw internalServerError()
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

/**
 * Compresses fast rather than small: most clients are near, and the server is busy with other
 * requests.
 */
export function encodeBody(body: Buffer, coding: Coding): Promise<Buffer> {
  return encoders[coding](body, { level: constants.Z_BEST_SPEED })
}
