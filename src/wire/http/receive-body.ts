/**
 * Collects the body of a request, without copying if it comes in one piece.
 *
 * A body over the limit is read to its end and discarded, because a client that writes before it
 * reads would not see the answer otherwise; the time limit of a request bounds that. If the client
 * disconnects half way, `received` is never called, since no one is left to answer.
 */
import type { IncomingMessage } from 'node:http'
import { requestBodyBytesMax } from '../../model/limits.js'
import { emptyBody } from './message.js'

export function receiveBody(
  request: IncomingMessage,
  received: (body: Buffer | 'over-limit') => void,
): void {
  let chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= requestBodyBytesMax) chunks.push(chunk)
    else chunks = []
  })
  request.on('end', () => received(length > requestBodyBytesMax ? 'over-limit' : joined(chunks)))
}

function joined(chunks: readonly Buffer[]): Buffer {
  if (chunks.length === 0) return emptyBody
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
