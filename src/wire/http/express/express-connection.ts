/**
 * One connection in the express lane: a request, its answer, the next request.
 *
 * Only one at a time. Bytes that arrive before the system has accepted an answer stay in the paused
 * socket; so a client that sends without reading costs one answer and one read. At the first bytes
 * that cannot be a plain request, or that do not become one soon, the socket is handed to node:http
 * with those bytes and does not come back.
 */
import type { Socket } from 'node:net'
import type { Handle, WireRequest, WireResponse } from '../message.js'
import { refuseConnection, refuseLate } from '../refuse-connection.js'
import type { Reading, RequestReader } from './read-request.js'
import { RequestPieces } from './request-pieces.js'
import type { AnswerWriter } from './write-answer.js'

/** What all connections of a lane share. */
export interface Lane {
  readonly read: RequestReader
  readonly handle: Handle
  readonly writer: AnswerWriter
  readonly patience: Patience
  readonly draining: boolean
  /** Calls `send`, together with the answers of other connections. */
  readonly post: (answer: WireResponse, connection: ExpressConnection) => void
  /** Called when the connection is closed or handed over. */
  readonly forget: (connection: ExpressConnection) => void
  readonly handOver: (socket: Socket) => void
  readonly failed: (error: unknown) => void
}

/** How long a client may be inactive. */
export interface Patience {
  /** Before its first byte, and whether it gets a 408 after that time. */
  readonly firstByteMsMax: number
  readonly answersSilence: boolean
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

  /** Does nothing if the client has disconnected. */
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

  /**
   * Lets the current answer finish, leaves a request that has begun to node:http, and otherwise
   * closes.
   */
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
    // The answer promised to keep the connection alive, but was sent before draining began.
    if (this.#lane.draining) return this.close()
    this.#state = 'idle'
    this.#socket.setTimeout(this.#lane.patience.idleMsMax)
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  readonly #onLastWritten = (): void => {
    this.#socket.destroySoon()
  }

  /** They are read first once reading resumes. */
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

  /**
   * As in node:http, a client that half-closes gets no answer, except for an incomplete head (400).
   */
  readonly #onEnd = (): void => {
    if (this.#state === 'part of body') return this.close()
    if (this.#state !== 'part of head') return void this.#socket.end()
    this.#leave()
    refuseConnection(new Error('incomplete head'), this.#socket)
  }

  readonly #onTimeout = (): void => {
    if (!this.#pieces.isEmpty) return this.#handOver()
    if (this.#state !== 'silent' || !this.#lane.patience.answersSilence) return this.close()
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

/** A socket that fails is closed by Node, and nothing else has to be done. */
function ignore(): void {}
