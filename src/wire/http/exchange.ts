/**
 * One request and its answer in node:http, and the memory they take: held before the body is read,
 * until the answer is sent and, if the client has left, until the operation has ended.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestBodyBytesMax } from '../../model/limits.js'
import { bodyCost } from '../flight/body-cost.js'
import type { InFlight } from '../flight/in-flight.js'
import type { ClientPatience, Room } from '../flight/room.js'
import { answerPieceBytes, requestBytesMin } from '../limits.js'
import type { Body, Handle, WireResponse } from './message.js'
import { letNodePause, readHead } from './node-request.js'
import { declaredBytes, receiveBody } from './receive-body.js'
import { writePieces } from './write-pieces.js'

/** What all exchanges of a listener share. */
export interface ExchangeParts {
  readonly handle: Handle
  readonly flight: InFlight
  /** How long the client may take to read the answer. */
  readonly reading: ClientPatience
  /** Calls `send`, together with other answers. */
  readonly post: (answer: WireResponse, exchange: NodeExchange) => void
  readonly failed: (error: unknown) => void
  /** How long the client may take to send its request. */
  readonly requestMsMax: number
}

export class NodeExchange {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #parts: ExchangeParts
  readonly #room: Room
  #handling = false
  #late: NodeJS.Timeout | undefined

  constructor(request: IncomingMessage, response: ServerResponse, parts: ExchangeParts) {
    this.#request = request
    this.#response = response
    this.#parts = parts
    this.#room = enterFor(request, parts.flight)
    response.once('close', () => this.#closed())
  }

  /** Until there is room, the body is not read. */
  start(): void {
    this.#late = setTimeout(() => this.#request.socket.destroy(), this.#parts.requestMsMax).unref()
    const held = this.#room.held()
    if (!(held instanceof Promise)) return this.#receive()
    void held.then(() => this.#receive())
    letNodePause(this.#request)
  }

  #receive(): void {
    if (this.#response.destroyed) return
    receiveBody(this.#request, this.#room, (body) => {
      clearTimeout(this.#late)
      void this.#answer(body)
    })
  }

  async #answer(body: Body): Promise<void> {
    const { handle, post, failed } = this.#parts
    this.#handling = true
    try {
      post(await handle({ ...readHead(this.#request), body, room: this.#room }), this)
    } catch (error) {
      this.#handling = false
      failed(error)
      this.#room.leave()
      this.#response.destroy()
    }
  }

  /** Sends nothing if the client has disconnected. */
  send(answer: WireResponse, last: boolean): void {
    this.#handling = false
    const response = this.#response
    if (response.destroyed) return this.#room.leave()
    const { status, headers, body } = answer
    response.writeHead(status, (last ? [...headers, 'Connection', 'close'] : headers) as string[])
    if (body.length <= answerPieceBytes) response.end(body)
    else this.#writePieces(body)
    // Behind another answer of its connection, it is not up to the client yet.
    if (response.socket === null) return
    this.#room.awaitClient(this.#parts.reading, () => response.destroy())
  }

  #writePieces(body: Buffer): void {
    writePieces(this.#response, body, {
      progress: () => this.#room.progress(),
      written: (error) => {
        if (!error) this.#response.end()
      },
    })
  }

  #closed(): void {
    clearTimeout(this.#late)
    if (!this.#handling) this.#room.leave()
  }
}

/** Without a body there is nothing to wait for, nor with one that will be refused. */
function enterFor(request: IncomingMessage, flight: InFlight): Room {
  const declared = declaredBytes(request) ?? 1
  if (declared === 0 || declared > requestBodyBytesMax) return flight.hold(requestBytesMin)
  return flight.enter(bodyCost(declared))
}
