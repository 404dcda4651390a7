/**
 * The HTTP door: sockets on one side, `Handle` on the other, and two lanes between them. A connection
 * begins in the express lane and belongs to node:http from its first unusual bytes on.
 *
 * Slow, silent and broken clients cost bounded time and memory. Draining lets requests under way finish,
 * and closes every other connection.
 */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InFlight } from '../flight/in-flight.js'
import {
  connectionsMax,
  connectionsPerAddressMax,
  contendedAnswerMsMax,
  idleConnectionMsMax,
  plainRequestPieceMsMax,
  requestDurationMsMax,
  requestHeadBytesMax,
  requestHeadDurationMsMax,
  silentConnectionMsMax,
} from '../limits.js'
import type { Log } from '../../stdx/log.js'
import type { Address } from '../address.js'
import type { Door, ListenAt, Served } from '../door.js'
import { Listening } from '../listening.js'
import type { ConnectionLimits } from './connection-counts.js'
import { ConnectionGate } from './connection-gate.js'
import { ExpressLane } from './express/express-lane.js'
import { readRequest, type RequestReader } from './express/read-request.js'
import { refuseConnection } from './refuse-connection.js'
import type { Carrier } from './carrier.js'
import type { Handle } from './message.js'
import { Exchange, type ExchangeParts } from './exchange.js'
import { NodeCarrier } from './node-carrier.js'
import { Outbox } from './outbox.js'
import type { PassedConnections } from './passed-connections.js'
import { findStreamRoute } from './routes.js'
import type { AnswerSender } from './sending/answer-sender.js'
import { StreamExchange } from './stream-exchange.js'
import {
  plainTransport,
  type Http2Connections,
  type HttpServer,
  type Transport,
} from './transport.js'

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

const usualConnections: ConnectionLimits = { connectionsMax, connectionsPerAddressMax }

export interface ListenerOptions {
  /** Default: without TLS. */
  readonly transport?: Transport
  readonly connections?: ConnectionLimits
  /** Another process listens, and passes its connections on. */
  readonly passed?: PassedConnections | undefined
  readonly timeouts?: Timeouts
  /** Sends answers while the server is busy. Whoever made it closes it. */
  readonly sender?: AnswerSender | undefined
  /** What it finds unusual is left to node:http, and so is everything if a test wants `node-only`. */
  readonly read?: RequestReader | 'node-only'
}

export class HttpListener implements Door {
  readonly name: string
  readonly at: ListenAt
  readonly #server: HttpServer
  readonly #log: Log
  readonly #express: ExpressLane | undefined
  readonly #http2: Http2Connections | undefined
  readonly #gate: ConnectionGate
  readonly #listening: Listening
  readonly #underWay = new Set<ServerResponse>()
  readonly #exchange: ExchangeParts
  #handle: Handle
  #serve!: (handle: Handle) => void

  readonly #outbox = new Outbox<Exchange>((answer, exchange) =>
    exchange.send(answer, this.#listening.isDraining),
  )

  constructor(at: ListenAt, log: Log, flight: InFlight, options: ListenerOptions = {}) {
    const { timeouts = usualTimeouts, read = readRequest, transport = plainTransport } = options
    this.name = transport.scheme
    this.at = at
    this.#log = log
    const served = new Promise<Handle>((resolve) => (this.#serve = resolve))
    this.#handle = async (request) => (await served)(request)
    this.#server = transport.createServer(serverOptions(timeouts), (request, response) => {
      this.#receive(request, response)
    })
    this.#server.timeout = timeouts.silenceMsMax
    this.#server.on('clientError', (error, socket) => this.#refuse(error, socket))
    const handle = withHeaders((request) => this.#handle(request), transport.headers)
    const failed = (error: unknown) => log.error('answer could not be sent', { error })
    this.#exchange = {
      handle,
      flight,
      reading: { contendedMsMax: contendedAnswerMsMax, msMax: timeouts.silenceMsMax },
      post: (answer, exchange) => this.#outbox.add(answer, exchange),
      failed,
      requestMsMax: timeouts.requestMsMax,
    }
    this.#http2 = transport.createHttp2?.(timeouts, (carrier) => this.#begin(carrier))
    if (read !== 'node-only') {
      const takeHttp2 = (socket: Socket): void => this.#http2?.take(socket)
      const { event } = transport
      const { sender } = options
      const parts = { event, sender, read, handle, flight, timeouts, failed, takeHttp2 }
      this.#express = new ExpressLane(this.#server, parts)
    }
    const { connections = usualConnections } = options
    this.#gate = new ConnectionGate(this.#server, connections, transport.scheme === 'https', log)
    const { scheme } = transport
    this.#listening = new Listening({
      ...{ server: this.#server, scheme, at, log, passed: options.passed },
      watch: () => transport.watch?.(this.#server),
      drain: () => this.#drainAll(),
      emptied: () => this.#gate.emptied(),
      cutOff: () => this.#cutOff(),
    })
  }

  bind(): Promise<void> {
    return this.#listening.bind()
  }

  get address(): Address {
    return this.#listening.address
  }

  get connections(): number {
    return this.#gate.open
  }

  serve({ handle }: Served): void {
    this.#handle = handle
    this.#serve(handle)
  }

  reload(): Promise<void> {
    return this.#listening.reload()
  }

  drain(waitMsMax: number): Promise<void> {
    return this.#listening.drain(waitMsMax)
  }

  close(): Promise<void> {
    return this.drain(0)
  }

  #drainAll(): void {
    this.#server.closeIdleConnections()
    this.#express?.drain()
    this.#http2?.drain()
  }

  #cutOff(): void {
    const count =
      this.#underWay.size + (this.#express?.underWay ?? 0) + (this.#http2?.underWay ?? 0)
    this.#log.warn('unfinished requests were cut off', { count })
    this.#server.closeAllConnections()
    this.#express?.closeAll()
    this.#http2?.closeAll()
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    this.#underWay.add(response)
    response.once('close', () => this.#forget(response))
    this.#begin(new NodeCarrier(request, response))
  }

  #begin(carrier: Carrier): void {
    if (findStreamRoute(carrier.head) === undefined) {
      new Exchange(carrier, this.#exchange).start()
    } else {
      const isLast = (): boolean => this.#listening.isDraining
      void new StreamExchange(carrier, this.#exchange, isLast).run()
    }
  }

  #forget(response: ServerResponse): void {
    this.#underWay.delete(response)
    // An answer that promised to keep the connection alive was sent before draining began.
    if (this.#listening.isDraining) setImmediate(() => this.#server.closeIdleConnections())
  }

  /** The bytes of a refusal must not get into the middle of another request's answer. */
  #refuse(error: Error, socket: Duplex): void {
    const answering = [...this.#underWay].some((response) => response.socket === socket)
    if (answering) socket.destroy()
    // If node:http has sent a last answer itself, it closes the socket within this turn.
    else setImmediate(() => refuseConnection(error, socket))
  }
}

/** DynamoDB's own answers have none of them, so a plain server adds none. */
function withHeaders(handle: Handle, added: readonly string[] | undefined): Handle {
  if (added === undefined) return handle
  return async (request) => {
    const answer = await handle(request)
    return { ...answer, headers: [...answer.headers, ...added] }
  }
}

function serverOptions(timeouts: Timeouts): ServerOptions {
  return {
    maxHeaderSize: requestHeadBytesMax,
    headersTimeout: timeouts.headMsMax,
    // Of all requests alike. Some have bodies that take hours, so the exchanges see to it.
    requestTimeout: 0,
    keepAliveTimeout: timeouts.idleMsMax,
    connectionsCheckingInterval: timeouts.intervalMs,
    noDelay: true,
  }
}
