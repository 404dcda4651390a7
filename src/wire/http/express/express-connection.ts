/**
 * One connection in the express lane: a request, its answer, the next request.
 *
 * Only one at a time. Bytes that arrive before the system has accepted an answer stay in the paused
 * socket; so a client that sends without reading costs one answer and one read. At the first bytes
 * that cannot be a plain request, or that do not become one soon, the socket is handed to node:http
 * with those bytes and does not come back.
 */
import type { Socket } from 'node:net'
import { bodyCost } from '../../flight/body-cost.js'
import type { InFlight } from '../../flight/in-flight.js'
import type { ClientPatience, Room } from '../../flight/room.js'
import { writtenBytesAtOnce, smallBodyBytesMax } from '../../limits.js'
import { answerSent, type FramedAnswer } from '../answer-bytes.js'
import type { Arrivals } from '../arrivals.js'
import type { Handle, Peer, WireRequest, WireResponse } from '../message.js'
import { peerOf } from '../peer.js'
import { refuseConnection, refuseLate } from '../refuse-connection.js'
import type { AnswerSender } from '../sending/answer-sender.js'
import { SendingSocket } from '../sending/sending-socket.js'
import { HeaderNames } from './header-names.js'
import type { Reading, RequestReader } from './read-request.js'
import { RequestPieces } from './request-pieces.js'
import { shareReads } from './shared-reads.js'
import type { AnswerWriter, AnswerWriting } from './write-answer.js'

/** What all connections of a lane share. */
export interface Lane {
  readonly read: RequestReader
  readonly handle: Handle
  readonly writer: AnswerWriter
  readonly flight: InFlight
  readonly patience: Patience
  readonly draining: boolean
  readonly arrivals: Arrivals
  /** Whether sockets are the system's own, without TLS. */
  readonly isPlain: boolean
  /** Sends answers while the server is busy. Only for such sockets. */
  readonly sender: AnswerSender | undefined
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
  /** While the answer is sent. */
  readonly reading: ClientPatience
}

type State =
  'silent' | 'part of head' | 'part of body' | 'answering' | 'idle' | 'leaving' | 'handed over'

export class ExpressConnection {
  readonly #socket: Socket
  readonly #lane: Lane
  readonly #peer: Peer
  readonly #pieces = new RequestPieces()
  readonly #names = new HeaderNames()
  #state: State = 'silent'
  /** What is counted for the request under way: a number if it is small, otherwise a room. */
  #smallBytes = 0
  #room: Room | undefined
  #sending: FramedAnswer | undefined
  /** Made when the first answer may be sent by the sender. */
  #sendingSocket: SendingSocket | undefined
  /** How many answers are sent together with the current one. */
  #together = 0
  /** Whether the handler is busy with it, even if the client has left. */
  #handling = false
  /** For how long the socket may be silent. */
  #silenceMs = 0
  /** Whether an answer takes longer than a client may be idle. */
  #isOvertime = false

  constructor(socket: Socket, lane: Lane) {
    this.#socket = socket
    this.#lane = lane
    this.#peer = peerOf(socket)
    this.#allowSilence(lane.patience.firstByteMsMax)
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore)
    socket.on('timeout', this.#onTimeout).on('close', this.#onClose)
    if (lane.isPlain) shareReads(socket, this.#takeShared)
  }

  get isAnswering(): boolean {
    return this.#state === 'answering'
  }

  /** Does nothing if the client has disconnected. `together` is how many answers are sent in a row. */
  send(answer: WireResponse, together: number): void {
    this.#handling = false
    this.#together = together
    this.#room = answer.room ?? this.#room
    if (!this.#socket.writable) return this.#release()
    const { draining, writer } = this.#lane
    try {
      const writing = draining ? this.#lastWriting : this.#writing
      writer.write(this.#socket, answer, draining, writing)
      if (this.#socket.writableLength > 0 || answer.body.length > writtenBytesAtOnce) {
        this.#awaitReader(answer.body.length)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  /** The system may not take all of the answer at once, so it stays in memory for a while. */
  #awaitReader(bytes: number): void {
    this.#room ??= this.#lane.flight.hold(bytes)
    this.#room.awaitClient(this.#lane.patience.reading, () => this.close())
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
    if (this.#pieces.areEnough) this.#take(this.#read(this.#pieces.joined()))
    else if (this.#pieces.areTooMany) this.#handOver()
  }

  /** Most requests come as a whole, and only their bodies are copied. */
  readonly #takeShared = (bytes: Buffer): boolean => {
    // The client may have the answer before this server hears that it was sent.
    if (this.#state === 'answering') this.#lane.sender?.look()
    const isAwaited = this.#state === 'idle' || this.#state === 'silent'
    // Bytes that were put back come first.
    if (!isAwaited || this.#socket.readableLength > 0) return false
    const reading = this.#read(bytes)
    if (reading.kind === 'request') {
      reading.request.body = Buffer.from(reading.request.body as Buffer)
    } else {
      this.#pieces.add(Buffer.from(bytes))
    }
    this.#take(reading)
    return true
  }

  #read(bytes: Buffer): Reading {
    return this.#lane.read(bytes, this.#peer, this.#names)
  }

  #take(reading: Reading): void {
    if (reading.kind === 'request') return this.#begin(reading.request)
    if (reading.kind === 'unusual' || this.#pieces.areTooMany) return this.#handOver()
    if (!this.#count(reading.bytesMin)) return this.#handOver()
    this.#pieces.waitFor(reading.bytesMin)
    this.#state = `part of ${reading.of}`
    this.#allowSilence(this.#lane.patience.pieceMsMax)
  }

  #begin(request: WireRequest): void {
    this.#pieces.clear()
    this.#state = 'answering'
    const { idleMsMax, silenceMsMax } = this.#lane.patience
    this.#allowSilence(Math.min(idleMsMax, silenceMsMax))
    const { arrivals } = this.#lane
    if (!this.#count(request.body.length)) void this.#handleLater(request)
    else if (arrivals.comeFirst) arrivals.hold(() => this.#handleHeld(request))
    else this.#handle(request)
  }

  #handleHeld(request: WireRequest): void {
    if (this.#socket.destroyed) this.#release()
    else this.#handle(request)
  }

  #handle(request: WireRequest): void {
    this.#handling = true
    void this.#answer(this.#room === undefined ? request : { ...request, room: this.#room })
  }

  /** Once there is memory for the request, or it has waited for that too long. */
  async #handleLater(request: WireRequest): Promise<void> {
    const room = (this.#room = this.#lane.flight.enter(bodyCost(request.body.length)))
    const isHeld = await room.held()
    if (this.#socket.destroyed) return this.#release()
    this.#handle(isHeld ? request : { ...request, body: 'no-room' })
  }

  /** A new timer for each request and each answer would cost more than reading the head. */
  #allowSilence(ms: number): void {
    this.#isOvertime = false
    if (ms === this.#silenceMs) return
    this.#silenceMs = ms
    this.#socket.setTimeout(ms)
  }

  /** Whether the request under way gets more time. */
  #goesOvertime(): boolean {
    const { idleMsMax, silenceMsMax } = this.#lane.patience
    if (!this.isAnswering || this.#isOvertime || silenceMsMax <= idleMsMax) return false
    this.#silenceMs = 0
    this.#allowSilence(silenceMsMax - idleMsMax)
    this.#isOvertime = true
    return true
  }

  /** Whether there is memory for a request of this length now. */
  #count(length: number): boolean {
    const bytes = bodyCost(length)
    if (length > smallBodyBytesMax) {
      this.#room ??= this.#lane.flight.tryEnter(bytes)
      return this.#room !== undefined
    }
    if (this.#smallBytes > 0) return true
    if (!this.#lane.flight.takeSmall(bytes)) return false
    this.#smallBytes = bytes
    return true
  }

  #release(): void {
    if (this.#smallBytes > 0) {
      this.#lane.flight.leaveSmall(this.#smallBytes)
      this.#smallBytes = 0
    }
    if (this.#room === undefined) return
    this.#room.leave()
    this.#room = undefined
  }

  async #answer(request: WireRequest): Promise<void> {
    try {
      this.#lane.post(await this.#lane.handle(request), this)
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #onWritten = (error?: Error | null): void => {
    this.#release()
    if (error) return
    if (this.#sending !== undefined) answerSent(this.#sending)
    this.#sending = undefined
    // The answer promised to keep the connection alive, but was sent before draining began.
    if (this.#lane.draining) return this.close()
    this.#state = 'idle'
    this.#allowSilence(this.#lane.patience.idleMsMax)
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  readonly #onLastWritten = (): void => {
    this.#socket.destroySoon()
  }

  readonly #progress = (): void => {
    this.#room?.progress()
  }

  readonly #begun = (answer: FramedAnswer): void => {
    this.#sending = answer
  }

  readonly #sentApart = (bytes: Buffer): boolean => {
    const { sender } = this.#lane
    if (sender?.wants(this.#together) !== true) return false
    this.#sendingSocket ??= SendingSocket.of(this.#socket)
    if (this.#sendingSocket === undefined) return false
    return sender.take(this.#sendingSocket, bytes, this.#onSent)
  }

  readonly #onSent = (rest: Buffer | undefined): void => {
    if (rest === undefined) return this.#onWritten()
    this.#socket.write(rest, this.#onWritten)
    this.#awaitReader(rest.length)
  }

  readonly #lastWriting: AnswerWriting = {
    begun: this.#begun,
    progress: this.#progress,
    written: this.#onLastWritten,
  }
  readonly #writing: AnswerWriting = {
    ...this.#lastWriting,
    written: this.#onWritten,
    sentApart: this.#sentApart,
  }

  /** They are read first once reading resumes. */
  #putBack(bytes: Buffer): void {
    this.#socket.pause()
    this.#socket.unshift(bytes)
  }

  #handOver(): void {
    const socket = this.#socket
    this.#state = 'handed over'
    this.#putBack(this.#pieces.joined())
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', ignore)
    socket.off('timeout', this.#onTimeout).off('close', this.#onClose)
    this.#release()
    this.#lane.forget(this)
    this.#lane.handOver(socket)
    socket.resume()
  }

  /**
   * As in node:http, a client that half-closes gets no answer, except for an incomplete head (400).
   */
  readonly #onEnd = (): void => {
    if (this.#sendingSocket?.isSending === true) {
      return this.#sendingSocket.afterSending(this.#onEnd)
    }
    if (this.#state === 'part of body') return this.close()
    if (this.#state !== 'part of head') return void this.#socket.end()
    this.#leave()
    refuseConnection(new Error('incomplete head'), this.#socket)
  }

  readonly #onTimeout = (): void => {
    if (!this.#pieces.isEmpty) return this.#handOver()
    if (this.#goesOvertime()) return
    if (this.#state !== 'silent' || !this.#lane.patience.answersSilence) return this.close()
    this.#leave()
    refuseLate(this.#socket)
  }

  #leave(): void {
    this.#state = 'leaving'
    this.#pieces.clear()
  }

  readonly #onClose = (): void => {
    if (!this.#handling) this.#release()
    this.#lane.forget(this)
  }

  #fail(error: unknown): void {
    this.#handling = false
    this.#release()
    this.#lane.failed(error)
    this.close()
  }
}

/** A socket that fails is closed by Node, and nothing else has to be done. */
function ignore(): void {}
