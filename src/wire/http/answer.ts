/**
 * The last step of every answer: compression if the client wants it, then the headers that describe
 * the bytes as they are sent.
 *
 * AWS: the checksum is that of the body as sent, after compression; SDKs verify it before they
 * decompress.
 */
import { compressedAnswerBytesMin } from '../limits.js'
import { crc32 } from '../../stdx/crc32.js'
import { uint32Digits } from '../../stdx/uint32-digits.js'
import { preferredCoding } from './accept-encoding.js'
import { encodeBody } from './content-coding.js'
import { headerOf, type WireRequest, type WireResponse } from './message.js'

export interface Answer {
  readonly status: number
  readonly mediaType: string
  readonly body: Buffer
  /** Of the body, if it is known already. */
  readonly crc32?: number | undefined
  /** Alternating names and values. */
  readonly headers?: readonly string[]
  /** Sent without a length. */
  readonly chunked?: boolean
  /** Of the console: compressed before, if at all, and only for pages of its own origin. */
  readonly isPage?: boolean
}

export function finishAnswer(
  request: WireRequest,
  answer: Answer,
  requestId: string,
  checksum: boolean,
): WireResponse | Promise<WireResponse> {
  if (answer.body.length < compressedAnswerBytesMin || answer.isPage === true) {
    return respond(answer, requestId, checksum)
  }
  const coding = preferredCoding(headerOf(request, 'accept-encoding'))
  if (coding === undefined) return respond(answer, requestId, checksum)
  return encodeBody(answer.body, coding).then((body) => {
    const headers = [...(answer.headers ?? []), 'Content-Encoding', coding]
    return respond({ ...answer, body, headers, crc32: undefined }, requestId, checksum)
  })
}

function respond(answer: Answer, requestId: string, checksum: boolean): WireResponse {
  const { status, body } = answer
  const headers = [
    'Server',
    'Server',
    'Content-Type',
    answer.mediaType,
    'x-amzn-RequestId',
    requestId,
  ]
  if (checksum) headers.push('x-amz-crc32', uint32Digits(answer.crc32 ?? crc32(body)))
  if (answer.chunked === true) headers.push('Transfer-Encoding', 'chunked')
  else if (status !== 304) headers.push('Content-Length', String(body.length))
  if (answer.headers !== undefined) headers.push(...answer.headers)
  return { status, headers, body }
}
