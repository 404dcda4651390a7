/**
 * Clients that ask a server for more than it has memory for: many at once, bodies that never end,
 * answers that nobody reads. Bodies are shared, so that the clients themselves need little.
 */
import { request as httpRequest, type Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization:
    'AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=beef',
  'x-amz-date': '20260101T000000Z',
}

export interface Flood {
  readonly status: number
  readonly text: string
}

type Headers = Readonly<Record<string, string>>

function callHeaders(operation: string, body: Buffer, more: Headers): Headers {
  const target = `DynamoDB_20120810.${operation}`
  return { ...headers, 'x-amz-target': target, 'content-length': String(body.length), ...more }
}

export interface Sending {
  readonly headers?: Headers
  /** Keeps connections; without it, each request has one of its own. */
  readonly agent?: Agent
}

export function send(
  url: string,
  operation: string,
  body: Buffer,
  { headers: more = {}, agent }: Sending = {},
): Promise<Flood> {
  const headers = callHeaders(operation, body, more)
  const options = { method: 'POST', headers, agent: agent ?? false }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece.slice(0, 1000)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end(body)
  })
}

/** Sends again what is refused with a 503, as SDKs do, but as often as it takes. */
export async function insist(
  url: string,
  operation: string,
  body: Buffer,
  sending: Sending = {},
): Promise<Flood> {
  for (;;) {
    const answer = await send(url, operation, body, sending)
    if (answer.status !== 503) return answer
  }
}

/** A connection on which nothing is read; `body` may be less than its length says. */
export async function abandon(
  url: string,
  operation: string,
  body: Buffer,
  length = body.length,
): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const lines = { host, ...callHeaders(operation, body, { 'content-length': String(length) }) }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`POST / HTTP/1.1\r\n${head.join('')}\r\n`)
  socket.write(body)
  return socket
}

/** Many megabytes in a few kilobytes. */
export function bomb(url: string, text: string): () => Promise<Flood> {
  const body = gzipSync(text)
  return () => send(url, 'PutItem', body, { headers: { 'content-encoding': 'gzip' } })
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
