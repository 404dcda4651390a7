/**
 * The HTTP door: sockets on one side, `Handle` on the other, and two lanes between them. A connection
 * begins in the express lane and belongs to node:http from its first unusual bytes on.
 *
 * Slow, silent and broken clients cost bounded time and memory. Draining lets requests under way finish,
 * and closes every other connection.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  idleConnectionMsMax,
  plainRequestPieceMsMax,
  requestDurationMsMax,
  requestHeadBytesMax,
  requestHeadDurationMsMax,
  silentConnectionMsMax,
} from '../limits.js'
import type { Log } from '../../stdx/log.js'
import { addressOf, type Address } from '../address.js'
import type { Door, ListenAt, Served } from '../door.js'
import { ExpressLane } from './express/express-lane.js'
import { readRequest, type RequestReader } from './express/read-request.js'
import { refuseConnection } from './refuse-connection.js'
import type { Handle, WireHeaders, WireRequest, WireResponse } from './message.js'
import { Outbox } from './outbox.js'
import { receiveBody } from './receive-body.js'
import { namesSameHost, readTarget } from './request-target.js'

/** How long a client may take. */
export interface Timeouts {
  readonly headMsMax: number
  readonly requestMsMax: number
  readonly silenceMsMax: number
  readonly idleMsMax: number
  /** How long the express lane waits for the next piece of a request before node:http does. */
  readonly pieceMsMax: number
  /** How often the timeouts of heads and requests are checked. */
  readonly intervalMs: number
}

export const usualTimeouts: Timeouts = {
  headMsMax: requestHeadDurationMsMax,
  requestMsMax: requestDurationMsMax,
  silenceMsMax: silentConnectionMsMax,
  idleMsMax: idleConnectionMsMax,
  pieceMsMax: plainRequestPieceMsMax,
  intervalMs: 5_000,
}

export class HttpListener implements Door {
  readonly name = 'http'
  readonly at: ListenAt
  readonly #server: Server
  readonly #log: Log
  readonly #express: ExpressLane | undefined
  readonly #underWay = new Set<ServerResponse>()
  #handle: Handle
  #serve!: (handle: Handle) => void
  #draining = false

  readonly #outbox = new Outbox<ServerResponse>((answer, response) =>
    send(answer, response, this.#draining),
  )
  #port: number | undefined
  #drained: Promise<void> | undefined

  /**
   * What `read` finds unusual is left to node:http, and so is everything if a test wants `node-only`.
   */
  constructor(
    at: ListenAt,
    log: Log,
    timeouts = usualTimeouts,
    read: RequestReader | 'node-only' = readRequest,
  ) {
    this.at = at
    this.#log = log
    const served = new Promise<Handle>((resolve) => (this.#serve = resolve))
    this.#handle = async (request) => (await served)(request)
    this.#server = createServer(serverOptions(timeouts), (request, response) => {
      this.#receive(request, response)
    })
    this.#server.timeout = timeouts.silenceMsMax
    this.#server.on('clientError', (error, socket) => this.#refuse(error, socket))
    if (read === 'node-only') return
    this.#express = new ExpressLane(this.#server, {
      event: 'connection',
      read,
      handle: (request) => this.#handle(request),
      timeouts,
      failed: (error) => log.error('answer could not be sent', { error }),
    })
  }

  async bind(): Promise<void> {
    const server = this.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.at.port, this.at.host, resolve)
    })
    this.#port = (server.address() as AddressInfo).port
    server.removeAllListeners('error')
    server.on('error', (error) => this.#log.error('listener failed', { error }))
  }

  get address(): Address {
    if (this.#port === undefined) throw new Error('The door is not bound.')
    return addressOf('http', this.at.host, this.#port)
  }

  serve({ handle }: Served): void {
    this.#handle = handle
    this.#serve(handle)
  }

  async drain(waitMsMax: number): Promise<void> {
    if (this.#port === undefined) return
    this.#drained ??= this.#close()
    const force = setTimeout(() => this.#cutOff(), waitMsMax)
    await this.#drained
    clearTimeout(force)
  }

  close(): Promise<void> {
    return this.drain(0)
  }

  async #close(): Promise<void> {
    this.#draining = true
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeIdleConnections()
    this.#express?.drain()
    await closed
  }

  #cutOff(): void {
    const count = this.#underWay.size + (this.#express?.underWay ?? 0)
    this.#log.warn('unfinished requests were cut off', { count })
    this.#server.closeAllConnections()
    this.#express?.closeAll()
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    this.#underWay.add(response)
    response.once('close', () => this.#forget(response))
    receiveBody(request, (body) => void this.#answer(wireRequest(request, body), response))
  }

  async #answer(request: WireRequest, response: ServerResponse): Promise<void> {
    try {
      this.#outbox.add(await this.#handle(request), response)
    } catch (error) {
      this.#log.error('answer could not be sent', { error })
      response.destroy()
    }
  }

  #forget(response: ServerResponse): void {
    this.#underWay.delete(response)
    // An answer that promised to keep the connection alive was sent before draining began.
    if (this.#draining) setImmediate(() => this.#server.closeIdleConnections())
  }

  /** The bytes of a refusal must not get into the middle of another request's answer. */
  #refuse(error: Error, socket: Duplex): void {
    const answering = [...this.#underWay].some((response) => response.socket === socket)
    if (answering) socket.destroy()
    // If node:http has sent a last answer itself, it closes the socket within this turn.
    else setImmediate(() => refuseConnection(error, socket))
  }
}

function serverOptions(timeouts: Timeouts): ServerOptions {
  return {
    maxHeaderSize: requestHeadBytesMax,
    headersTimeout: timeouts.headMsMax,
    requestTimeout: timeouts.requestMsMax,
    keepAliveTimeout: timeouts.idleMsMax,
    connectionsCheckingInterval: timeouts.intervalMs,
    noDelay: true,
  }
}

function wireRequest(request: IncomingMessage, body: Buffer | 'over-limit'): WireRequest {
  const { url, authority } = readTarget(request.url ?? '')
  const headers = headersOf(request)
  return {
    method: request.method ?? '',
    url,
    headers: authority === undefined ? headers : { ...headers, host: authority },
    repeatedHost: hasRepeatedHost(request.rawHeaders) || differs(authority, request.headers.host),
    body,
  }
}

function differs(authority: string | undefined, host: string | undefined): boolean {
  return authority !== undefined && host !== undefined && !namesSameHost(authority, host)
}

/** AWS: of several Accept-Encoding headers the first counts, and node:http joins them. */
function headersOf({ headers, rawHeaders }: IncomingMessage): WireHeaders {
  const joined = headers['accept-encoding']
  if (joined === undefined) return headers
  const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && /^accept-encoding$/i.test(name))
  const first = rawHeaders[at + 1]
  return first === joined ? headers : { ...headers, 'accept-encoding': first }
}

function hasRepeatedHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** Does nothing if the client has disconnected. */
function send({ status, headers, body }: WireResponse, response: ServerResponse, last: boolean) {
  if (response.destroyed) return
  response.writeHead(status, (last ? [...headers, 'Connection', 'close'] : headers) as string[])
  response.end(body)
}
