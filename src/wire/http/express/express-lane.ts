/**
 * The express lane: where every HTTP/1.1 connection begins, in front of node:http.
 *
 * node:http is made for all of HTTP, and most of what it does for a request is of no use to the plain
 * ones that SDKs send. Those are answered here for less; anything unusual, slow, broken or hostile is
 * left to node:http. A client that sends nothing, or stops in the middle of a head, is treated here as
 * node:http treats it.
 *
 * The lane reads a duplex stream, encrypted or not. On a TLS server it listens for `secureConnection`, when
 * the handshake is done and ALPN has chosen the protocol; a connection that chose HTTP/2 goes to the
 * server at once, because its bytes are frames and node:http2 alone reads them.
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { systemClock } from '../../../stdx/clock.js'
import type { InFlight } from '../../flight/in-flight.js'
import { contendedAnswerMsMax } from '../../limits.js'
import type { Handle } from '../message.js'
import { Arrivals } from '../arrivals.js'
import { Outbox } from '../outbox.js'
import type { AnswerSender } from '../sending/answer-sender.js'
import {
  takeConnections,
  type ConnectionEvent,
  type ConnectionServer,
} from '../take-connections.js'
import { ExpressConnection, type Lane, type Patience } from './express-connection.js'
import type { RequestReader } from './read-request.js'
import { AnswerWriter } from './write-answer.js'

/** node:http keeps a connection this much longer than it announces, so that no request comes too late. */
const idleBufferMs = 1_000

export interface ExpressTimeouts {
  readonly headMsMax: number
  readonly silenceMsMax: number
  readonly idleMsMax: number
  readonly pieceMsMax: number
}

export interface ExpressParts {
  readonly event: ConnectionEvent
  readonly read: RequestReader
  readonly handle: Handle
  readonly flight: InFlight
  readonly timeouts: ExpressTimeouts
  readonly failed: (error: unknown) => void
  /** Sends answers of connections without TLS while the server is busy. */
  readonly sender?: AnswerSender | undefined
  /** Takes connections whose clients chose HTTP/2 in the handshake. */
  readonly takeHttp2: (socket: Socket) => void
}

export class ExpressLane {
  readonly #connections = new Set<ExpressConnection>()
  #draining = false

  constructor(server: ConnectionServer, parts: ExpressParts) {
    const arrivals = new Arrivals()
    const draining = (): boolean => this.#draining
    const handOver = takeConnections(server, parts.event)
    const isPlain = parts.event === 'connection'
    const sender = isPlain ? parts.sender : undefined
    const outbox = new Outbox<ExpressConnection>(
      (answer, connection, together) => connection.send(answer, together),
      sender,
    )
    const lane: Lane = {
      read: parts.read,
      handle: parts.handle,
      flight: parts.flight,
      failed: parts.failed,
      writer: new AnswerWriter(systemClock, parts.timeouts.idleMsMax, isPlain),
      patience: patienceOf(parts.timeouts),
      isPlain,
      sender,
      arrivals,
      post: (answer, connection) => outbox.add(answer, connection),
      forget: (connection) => this.#connections.delete(connection),
      handOver,
      get draining() {
        return draining()
      },
    }
    // Before a handshake, if there is one: that is when the system lets it in.
    server.on('connection', () => arrivals.note())
    server.on(parts.event, (socket: Socket) => {
      if (isHttp2(socket)) parts.takeHttp2(socket)
      else this.#connections.add(new ExpressConnection(socket, lane))
    })
  }

  /** How many requests are being answered. */
  get underWay(): number {
    return [...this.#connections].filter(({ isAnswering }) => isAnswering).length
  }

  /** From now on an answer is the last of its connection. */
  drain(): void {
    this.#draining = true
    for (const connection of this.#connections) connection.drain()
  }

  closeAll(): void {
    for (const connection of this.#connections) connection.close()
  }
}

function patienceOf({ headMsMax, silenceMsMax, idleMsMax, pieceMsMax }: ExpressTimeouts): Patience {
  return {
    firstByteMsMax: Math.min(headMsMax, silenceMsMax),
    answersSilence: headMsMax <= silenceMsMax,
    pieceMsMax,
    idleMsMax: idleMsMax + idleBufferMs,
    silenceMsMax,
    reading: { contendedMsMax: contendedAnswerMsMax, msMax: silenceMsMax },
  }
}

/** A plain socket has no ALPN. */
function isHttp2(socket: Socket | TLSSocket): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
}
