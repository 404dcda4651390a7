/**
 * The HTTP listener: sockets on one side, `Handle` on the other, and two lanes between them. A
 * connection begins in the express lane and is node:http's from its first unusual bytes on.
 *
 * It can be bound before there is anything to serve, and keeps early requests waiting; so a taken
 * port is found out before the data is touched. Slow, silent and broken clients cost bounded time and
 * memory. Draining lets requests under way finish, and everything else go.
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
import { ExpressLane } from './express/express-lane.js'
import { readRequest, type ReadRequest } from './express/read-request.js'
import { refuseConnection } from './refuse-connection.js'
import type { Handle, WireRequest, WireResponse } from './message.js'
import { Outbox } from './outbox.js'
import { receiveBody } from './receive-body.js'

export interface ListenAt {
  readonly host: string
  readonly port: number
}

/** How long a client may take over things. */
export interface Timeouts {
  readonly headMsMax: number
  readonly requestMsMax: number
  readonly silenceMsMax: number
  readonly idleMsMax: number
  /** How long the express lane waits for the next piece of a request before node:http does. */
  readonly pieceMsMax: number
  /** How often head and request are looked after. */
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

export class HttpListener {
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
  #port = 0

  private constructor(log: Log, timeouts: Timeouts, read: ReadRequest | 'node-only') {
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
      read,
      handle: (request) => this.#handle(request),
      timeouts,
      failed: (error) => log.error('answer could not be sent', { error }),
    })
  }

  /**
   * Rejects with the system's error when the address cannot be had. What `read` finds
   * unusual is left to node:http, and so is everything when a test wants it so.
   */
  static async bind(
    at: ListenAt,
    log: Log,
    timeouts = usualTimeouts,
    read: ReadRequest | 'node-only' = readRequest,
  ): Promise<HttpListener> {
    const listener = new HttpListener(log, timeouts, read)
    await new Promise<void>((resolve, reject) => {
      listener.#server.once('error', reject)
      listener.#server.listen(at.port, at.host, resolve)
    })
    listener.#port = (listener.#server.address() as AddressInfo).port
    listener.#server.removeAllListeners('error')
    listener.#server.on('error', (error) => log.error('listener failed', { error }))
    return listener
  }

  /** The port in use, also when any was asked for. */
  get port(): number {
    return this.#port
  }

  /** From now on requests are answered, those that came early first. */
  serve(handle: Handle): void {
    this.#handle = handle
    this.#serve(handle)
  }

  /** No new connections; resolves when the last is closed, by force once the wait is over. */
  async drain(waitMsMax: number): Promise<void> {
    this.#draining = true
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeIdleConnections()
    this.#express?.drain()
    const force = setTimeout(() => this.#cutOff(), waitMsMax)
    await closed
    clearTimeout(force)
  }

  #cutOff(): void {
    const count = this.#underWay.size + (this.#express?.underWay ?? 0)
    this.#log.warn('requests still under way were cut off', { count })
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
    // An answer that promised to keep the connection alive was on its way when draining began.
    if (this.#draining) setImmediate(() => this.#server.closeIdleConnections())
  }

  /** Bytes of a refusal must not get into the middle of another request's answer. */
  #refuse(error: Error, socket: Duplex): void {
    const answering = [...this.#underWay].some((response) => response.socket === socket)
    if (answering) socket.destroy()
    // An answer that node:http gave by itself, and for the last time, closes the socket within the turn.
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
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    repeatedHost: hasRepeatedHost(request.rawHeaders),
    body,
  }
}

function hasRepeatedHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** To nobody when the client is gone. */
function send({ status, headers, body }: WireResponse, response: ServerResponse, last: boolean) {
  if (response.destroyed) return
  response.writeHead(status, (last ? [...headers, 'Connection', 'close'] : headers) as string[])
  response.end(body)
}
