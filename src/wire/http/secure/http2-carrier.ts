/** A stream of HTTP/2: one request and its answer, beside others of its connection. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { Writable } from 'node:stream'
import type { Carrier } from '../carrier.js'
import type { Peer, WireHeaders, WireRequest } from '../message.js'
import { firstEncodingOnly, hasRepeatedHost } from '../node-request.js'
import { namesSameHost } from '../request-target.js'

/** As node:http2 gives them. */
export interface Http2Head {
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly peer: Peer
}

/** Headers about a connection of HTTP/1.1, which HTTP/2 forbids. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

export class Http2Carrier implements Carrier {
  readonly head: Omit<WireRequest, 'body'>
  readonly isQueued = false
  readonly #stream: ServerHttp2Stream
  readonly #declaredBytes: number | undefined
  /** Where a body goes that the answer must not have, such as one to HEAD. */
  #unwanted: Writable | undefined

  constructor(stream: ServerHttp2Stream, { headers, rawHeaders, peer }: Http2Head) {
    this.#stream = stream
    this.head = readHttp2Head(headers, rawHeaders, peer)
    const length = headers['content-length']
    this.#declaredBytes = stream.endAfterHeaders
      ? 0
      : length === undefined
        ? undefined
        : Number(length)
    // Nothing else has to be done: it is then closed.
    stream.on('error', () => undefined)
    if (headers.expect?.toLowerCase() === '100-continue') {
      stream.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE })
    }
  }

  get declaredBytes(): number | undefined {
    return this.#declaredBytes
  }

  get input(): ServerHttp2Stream {
    return this.#stream
  }

  get output(): Writable {
    return this.#unwanted ?? this.#stream
  }

  get isGone(): boolean {
    return this.#stream.destroyed || this.#stream.closed
  }

  /** A connection that is to be closed has been told so, whatever its streams answer. */
  begin(status: number, headers: readonly string[], isLast: boolean): void {
    const stream = this.#stream
    stream.respond(http2Headers(status, headers))
    if (stream.writableEnded)
      this.#unwanted = new Writable({ write: (_piece, _coding, done) => done() })
    // The client is to stop sending a body that nobody reads.
    if (isLast) stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR))
  }

  onClose(closed: () => void): void {
    this.#stream.once('close', closed)
  }

  /** The window of a stream bounds what its client can send before somebody reads. */
  pause(): void {}

  cutOff(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  abandon(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  }
}

/** HTTP/2 names the host in `:authority`; a Host header may only repeat it. */
function readHttp2Head(
  received: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  peer: Peer,
): Omit<WireRequest, 'body'> {
  const { ':method': method = '', ':path': url = '', ':authority': authority, host } = received
  const headers: Record<string, WireHeaders[string]> = {}
  for (const [name, value] of Object.entries(received)) {
    // A signature may name this one instead of the host.
    if (!name.startsWith(':') || name === ':authority') headers[name] = value
  }
  if (authority !== undefined) headers['host'] = authority
  const differs = authority !== undefined && host !== undefined && !namesSameHost(authority, host)
  return {
    method,
    url,
    headers: firstEncodingOnly(headers, rawHeaders),
    repeatedHost: hasRepeatedHost(rawHeaders) || differs,
    rawHeaders,
    peer,
  }
}

function http2Headers(status: number, flat: readonly string[]): Record<string, string | number> {
  const headers: Record<string, string | number> = { ':status': status }
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i]!.toLowerCase()
    if (!connectionHeaders.has(name)) headers[name] = flat[i + 1]!
  }
  return headers
}
