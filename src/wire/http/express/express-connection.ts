/**
 * One connection in the express lane: a request, its answer, the next request.
 *
 * One thing at a time. Bytes that come while an answer is under way stay in the socket, which is not
 * read on, until the system has taken the answer; so a client that sends without reading costs one
 * answer and one read. With the first bytes that cannot be a plain request, or do not become one soon,
 * the socket leaves for node:http with those bytes and does not come back.
 */
import type { Socket } from 'node:net'
import type { Handle, WireRequest, WireResponse } from '../message.js'
import { refuseConnection, refuseLate } from '../refuse-connection.js'
import type { Reading, RequestReader } from './read-request.js'
import { RequestPieces } from './request-pieces.js'
import type { AnswerWriter } from './write-answer.js'

/** What the connections of a lane share. */
export interface Lane {
  readonly read: RequestReader
  readonly handle: Handle
  readonly writer: AnswerWriter
  readonly patience: Patience
  readonly draining: boolean
  /** Calls `send`, together with the answers of others. */
  readonly post: (answer: WireResponse, connection: ExpressConnection) => void
  /** The connection is closed, or somebody else's. */
  readonly forget: (connection: ExpressConnection) => void
  readonly handOver: (socket: Socket) => void
  readonly failed: (error: unknown) => void
}

/** How long a client may do nothing. */
export interface Patience {
  /** Before it has said anything at all, and whether it is told that this was too long. */
  readonly firstByteMsMax: number
  readonly tellsLate: boolean
  /** Between two pieces of a request. */
  readonly pieceMsMax: number
  /** While it is being answered. */
  readonly silenceMsMax: number
  readonly idleMsMax: number
}

type State = 'silent' | 'part of head' | 'part of body' | 'answering' | 'idle' | 'leaving'

export class ExpressConnection {
  readonly #socket: Socket
  readonly #lane: Lane
  readonly #pieces = new RequestPieces()
  #state: State = 'silent'

  constructor(socket: Socket, lane: Lane) {
    this.#socket = socket
    this.#lane = lane
    socket.setTimeout(lane.patience.firstByteMsMax)
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore)
    socket.on('timeout', this.#onTimeout).on('close', this.#onClose)
  }

  get isAnswering(): boolean {
    return this.#state === 'answering'
  }

  /** To nobody when the client is gone. */
  send(answer: WireResponse): void {
    if (!this.#socket.writable) return
    const { draining, writer } = this.#lane
    const written = draining ? this.#onLastWritten : this.#onWritten
    try {
      writer.write(this.#socket, answer, draining, written)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** What is being answered goes on, what has begun is left to node:http, and the rest is closed. */
  drain(): void {
    if (this.isAnswering) return
    if (this.#pieces.isEmpty) this.close()
    else this.#handOver()
  }

  close(): void {
    this.#socket.destroy()
  }

  readonly #onData = (piece: Buffer): void => {
    if (this.#state === 'leaving') return
    if (this.#state === 'answering') return this.#putBack(piece)
    this.#pieces.add(piece)
    if (this.#pieces.areEnough) this.#take(this.#lane.read(this.#pieces.joined()))
    else if (this.#pieces.areTooMany) this.#handOver()
  }

  #take(reading: Reading): void {
    if (reading.kind === 'request') return this.#begin(reading.request)
    if (reading.kind === 'unusual' || this.#pieces.areTooMany) return this.#handOver()
    this.#pieces.waitFor(reading.bytesMin)
    this.#state = `part of ${reading.of}`
    this.#socket.setTimeout(this.#lane.patience.pieceMsMax)
  }

  #begin(request: WireRequest): void {
    this.#pieces.clear()
    this.#state = 'answering'
    this.#socket.setTimeout(this.#lane.patience.silenceMsMax)
    void this.#answer(request)
  }

  async #answer(request: WireRequest): Promise<void> {
    try {
      this.#lane.post(await this.#lane.handle(request), this)
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #onWritten = (error?: Error | null): void => {
    if (error) return
    // The answer promised to keep the connection alive and was on its way when draining began.
    if (this.#lane.draining) return this.close()
    this.#state = 'idle'
    this.#socket.setTimeout(this.#lane.patience.idleMsMax)
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  readonly #onLastWritten = (): void => {
    this.#socket.destroySoon()
  }

  /** They are the next bytes to be read, once reading goes on. */
  #putBack(bytes: Buffer): void {
    this.#socket.pause()
    this.#socket.unshift(bytes)
  }

  #handOver(): void {
    const socket = this.#socket
    this.#putBack(this.#pieces.joined())
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', ignore)
    socket.off('timeout', this.#onTimeout).off('close', this.#onClose)
    this.#lane.forget(this)
    this.#lane.handOver(socket)
    socket.resume()
  }

  /** As node:http has it: who closes one side gets no answer any more, but for half a head. */
  readonly #onEnd = (): void => {
    if (this.#state === 'part of body') return this.close()
    if (this.#state !== 'part of head') return void this.#socket.end()
    this.#leave()
    refuseConnection(new Error('half a head'), this.#socket)
  }

  readonly #onTimeout = (): void => {
    if (!this.#pieces.isEmpty) return this.#handOver()
    if (this.#state !== 'silent' || !this.#lane.patience.tellsLate) return this.close()
    this.#leave()
    refuseLate(this.#socket)
  }

  #leave(): void {
    this.#state = 'leaving'
    this.#pieces.clear()
  }

  readonly #onClose = (): void => {
    this.#lane.forget(this)
  }

  #fail(error: unknown): void {
    this.#lane.failed(error)
    this.close()
  }
}

/** A socket that fails is closed, and that is all there is to do. */
function ignore(): void {}
