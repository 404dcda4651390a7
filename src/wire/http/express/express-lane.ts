/**
 * The express lane: where every connection begins, in front of node:http.
 *
 * node:http is made for all of HTTP, and most of what it does for a request is of no use to the plain
 * ones that SDKs send. Those are answered here for less; whatever is unusual, slow, broken or hostile
 * is node:http's to judge. What is left to this lane, a client that says nothing or stops half way
 * through a head, is treated as node:http treats it.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../../../stdx/clock.js'
import type { Handle } from '../message.js'
import { Outbox } from '../outbox.js'
import { ExpressConnection, type Lane, type Patience } from './express-connection.js'
import type { ReadRequest } from './read-request.js'
import { AnswerWriter } from './write-answer.js'

/** node:http keeps a connection for so much longer than it says, so that nobody asks too late. */
const idleBufferMs = 1_000

export interface ExpressTimeouts {
  readonly headMsMax: number
  readonly silenceMsMax: number
  readonly idleMsMax: number
  readonly pieceMsMax: number
}

export interface ExpressParts {
  readonly read: ReadRequest
  readonly handle: Handle
  readonly timeouts: ExpressTimeouts
  readonly failed: (error: unknown) => void
}

export class ExpressLane {
  readonly #connections = new Set<ExpressConnection>()
  #draining = false

  constructor(server: Server, parts: ExpressParts) {
    const outbox = new Outbox<ExpressConnection>((answer, connection) => connection.send(answer))
    const draining = (): boolean => this.#draining
    const lane: Lane = {
      read: parts.read,
      handle: parts.handle,
      failed: parts.failed,
      writer: new AnswerWriter(systemClock, parts.timeouts.idleMsMax),
      patience: patienceOf(parts.timeouts),
      post: (answer, connection) => outbox.add(answer, connection),
      forget: (connection) => this.#connections.delete(connection),
      handOver: takeConnections(server),
      get draining() {
        return draining()
      },
    }
    server.on('connection', (socket: Socket) => {
      this.#connections.add(new ExpressConnection(socket, lane))
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
    tellsLate: headMsMax <= silenceMsMax,
    pieceMsMax,
    idleMsMax: idleMsMax + idleBufferMs,
    silenceMsMax,
  }
}

/**
 * node:http takes up a connection when it hears of it by `connection`, an event that others may emit
 * too. Its listener is called by hand instead, since ours would hear the event again; the server
 * itself listens, or it would not watch over its connections and their time.
 */
function takeConnections(server: Server): (socket: Socket) => void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
}
