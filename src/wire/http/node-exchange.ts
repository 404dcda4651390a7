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
import type { Body, Handle, WireHeaders, WireRequest, WireResponse } from './message.js'
import { declaredBytes, receiveBody } from './receive-body.js'
import { namesSameHost, readTarget } from './request-target.js'
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
}

export class NodeExchange {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #parts: ExchangeParts
  readonly #room: Room
  #handling = false

  constructor(request: IncomingMessage, response: ServerResponse, parts: ExchangeParts) {
    this.#request = request
    this.#response = response
    this.#parts = parts
    this.#room = enterFor(request, parts.flight)
    response.once('close', () => this.#closed())
  }

  /** Until there is room, the body is not read. */
  start(): void {
    const held = this.#room.held()
    if (!(held instanceof Promise)) return this.#receive()
    void held.then(() => this.#receive())
    letNodePause(this.#request)
  }

  #receive(): void {
    if (this.#response.destroyed) return
    receiveBody(this.#request, this.#room, (body) => void this.#answer(body))
  }

  async #answer(body: Body): Promise<void> {
    const { handle, post, failed } = this.#parts
    this.#handling = true
    try {
      post(await handle(wireRequest(this.#request, body, this.#room)), this)
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
    if (!this.#handling) this.#room.leave()
  }
}

/**
 * node:http pauses a socket whose body nobody reads, but it is wrong about one that came with bytes
 * from the express lane: it holds it to be paused while it is still being read, and then never stops.
 * Once resumed, it is paused at the next piece.
 */
function letNodePause({ socket }: IncomingMessage): void {
  setImmediate(() => {
    if (socket.isPaused()) socket.resume()
  })
}

/** Without a body there is nothing to wait for, nor with one that will be refused. */
function enterFor(request: IncomingMessage, flight: InFlight): Room {
  const declared = declaredBytes(request) ?? 1
  if (declared === 0 || declared > requestBodyBytesMax) return flight.hold(requestBytesMin)
  return flight.enter(bodyCost(declared))
}

function wireRequest(request: IncomingMessage, body: Body, room: Room): WireRequest {
  const { url, authority } = readTarget(request.url ?? '')
  const headers = headersOf(request)
  return {
    method: request.method ?? '',
    url,
    headers: authority === undefined ? headers : { ...headers, host: authority },
    repeatedHost: hasRepeatedHost(request.rawHeaders) || differs(authority, request.headers.host),
    body,
    room,
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
