/**
 * The connections of HTTP/2. node:http2 reads their frames; this gives each stream to the listener, and
 * bounds what a connection may do: streams at a time, headers, silence, and streams that it cancels, since a
 * client that opens and cancels without a pause makes work for which it never waits.
 */
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import {
  http2HeadersMax,
  http2MemoryMbMax,
  http2ResetsMax,
  http2ResetsWindowMs,
  http2StreamsMax,
  requestHeadBytesMax,
} from '../../limits.js'
import type { Carrier } from '../carrier.js'
import type { Peer } from '../message.js'
import { peerOf } from '../peer.js'
import type { Http2Connections, Http2Timeouts } from '../transport.js'
import { Http2Carrier } from './http2-carrier.js'

export class Http2Sessions implements Http2Connections {
  readonly #server: Http2Server
  readonly #begin: (carrier: Carrier) => void
  readonly #timeouts: Http2Timeouts
  readonly #sessions = new Set<Http2Session>()
  #draining = false

  constructor(timeouts: Http2Timeouts, begin: (carrier: Carrier) => void) {
    this.#timeouts = timeouts
    this.#begin = begin
    this.#server = createServer({
      settings: {
        enablePush: false,
        maxConcurrentStreams: http2StreamsMax,
        maxHeaderListSize: requestHeadBytesMax,
      },
      maxHeaderListPairs: http2HeadersMax,
      maxSessionMemory: http2MemoryMbMax,
    })
    // A session that fails is closed, and so are its streams.
    this.#server.on('sessionError', () => undefined)
  }

  /** A connection whose client has chosen HTTP/2. */
  take(socket: Socket): void {
    const peer = peerOf(socket)
    this.#server.once('session', (session: ServerHttp2Session) => this.#enter(session, peer))
    this.#server.emit('connection', socket)
  }

  get underWay(): number {
    return [...this.#sessions].reduce((sum, { streams }) => sum + streams, 0)
  }

  /** Streams under way are finished. */
  drain(): void {
    this.#draining = true
    for (const { session } of this.#sessions) session.close()
  }

  closeAll(): void {
    for (const { session } of this.#sessions) session.destroy()
  }

  #enter(session: ServerHttp2Session, peer: Peer): void {
    const entered = new Http2Session(session, peer, this.#timeouts, this.#begin)
    this.#sessions.add(entered)
    session.once('close', () => this.#sessions.delete(entered))
    if (this.#draining) session.close()
  }
}

class Http2Session {
  readonly session: ServerHttp2Session
  readonly #peer: Peer
  readonly #timeouts: Http2Timeouts
  readonly #begin: (carrier: Carrier) => void
  #streams = 0
  #resets = 0
  #resetsSinceMs = 0

  constructor(
    session: ServerHttp2Session,
    peer: Peer,
    timeouts: Http2Timeouts,
    begin: (carrier: Carrier) => void,
  ) {
    this.session = session
    this.#peer = peer
    this.#timeouts = timeouts
    this.#begin = begin
    session.setTimeout(timeouts.headMsMax, () => this.#onSilence())
    session.on('stream', (stream, headers, _flags, rawHeaders?: readonly string[]) => {
      this.#open(stream, headers, rawHeaders ?? [])
    })
  }

  get streams(): number {
    return this.#streams
  }

  #open(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): void {
    this.#streams++
    this.session.setTimeout(this.#timeouts.silenceMsMax)
    stream.once('close', () => this.#closed(stream))
    if (headBytes(rawHeaders) >= requestHeadBytesMax) return refuseHead(stream)
    this.#begin(new Http2Carrier(stream, { headers, rawHeaders, peer: this.#peer }))
  }

  #closed({ rstCode }: ServerHttp2Stream): void {
    this.#streams--
    if (this.#streams === 0) this.session.setTimeout(this.#timeouts.idleMsMax)
    if (rstCode === constants.NGHTTP2_CANCEL) this.#countReset()
  }

  #countReset(): void {
    const now = performance.now()
    if (now - this.#resetsSinceMs > http2ResetsWindowMs) {
      this.#resetsSinceMs = now
      this.#resets = 0
    }
    this.#resets++
    if (this.#resets <= http2ResetsMax || this.session.destroyed) return
    this.session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }

  #onSilence(): void {
    if (this.#streams === 0 && !this.session.closed) this.session.close()
    else this.session.destroy()
  }
}

/** As HTTP/1.1 would send it: blanks, colons and line ends count as well. */
function headBytes(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
}

/** As HTTP/1.1 refuses it. node:http2 announces a limit, and takes more. */
function refuseHead(stream: ServerHttp2Stream): void {
  stream.on('error', () => undefined)
  stream.respond({ ':status': constants.HTTP_STATUS_BAD_REQUEST }, { endStream: true })
  stream.close(constants.NGHTTP2_NO_ERROR)
}
