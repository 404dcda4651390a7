/**
 * A connection of a client of DAX: requests are answered one after another, in the order in which they came. A request
 * that fails is answered with an error, and the connection goes on; bytes that cannot be requests end it. An idle
 * connection is never closed, because clients would wait forever for the answer to their next request.
 */
import type { Socket } from 'node:net'
import { serviceUnavailable, type ServiceError } from '../../model/errors.js'
import type { AnswersByRequest } from '../../accelerator/cached-table.js'
import type { DaxCounters, RequestOutcome } from '../../accelerator/dax-counters.js'
import type { RequestAnswers } from '../../accelerator/request-answers.js'
import { monotonicClock } from '../../stdx/clock.js'
import type { Log } from '../../stdx/log.js'
import { CborError, CborReader } from '../cbor/decode-cbor.js'
import type { CborValue } from '../cbor/cbor-value.js'
import type { InFlight } from '../flight/in-flight.js'
import type { Peer, WireRequest } from '../http/message.js'
import { peerOf } from '../http/peer.js'
import type { RequestIds } from '../http/request-id.js'
import { toServiceError } from '../http/unexpected-error.js'
import { contendedBodyMsMax, silentConnectionMsMax } from '../limits.js'
import { answerCall, type Answered, type AnswerParts, type KnownCaller } from './answer-call.js'
import { errorAnswer } from './answers.js'
import { signedRequest } from './authorisation.js'
import { framedAnswer } from './framed-answer.js'
import { Incoming, type Request } from './incoming.js'
import { daxPipelinedBytesMax, daxPreambleMsMax, daxRequestMsMax, daxValuesMax } from './limits.js'
import { authorizeConnection, endpoints, findMethod } from './methods/methods.js'
import type { DaxMethod } from './methods/method.js'
import { isLarge, memoryOfBytes, RequestMemory } from './request-memory.js'
import type { ServedDax } from './served-dax.js'
import { UnreadableBytes } from './value-scanner.js'

export interface ConnectionParts {
  readonly flight: InFlight
  readonly log: Log
  readonly requestIds: RequestIds
  /** Undefined if there is nothing to serve after a while. */
  served(): ServedDax | Promise<ServedDax | undefined>
  /** The answer to `endpoints`, for a client that has reached this address. */
  nodes(socket: Socket): Buffer
}

/** Where answers to whole requests are. */
interface HotAnswers {
  readonly requests: RequestAnswers
  readonly answers: AnswersByRequest
  readonly counters: DaxCounters
}

/** The service and the method, before the arguments. */
const getItemHead = Buffer.from('011a0fb0cc6a', 'hex')

function beginsGetItem(piece: Buffer): boolean {
  return piece.length > getItemHead.length && piece.compare(getItemHead, 0, 6, 0, 6) === 0
}

type AnyMethod = DaxMethod | typeof authorizeConnection | typeof endpoints

function findAny(id: number): AnyMethod | undefined {
  if (id === authorizeConnection.id) return authorizeConnection
  return id === endpoints.id ? endpoints : findMethod(id)
}

export class DaxConnection {
  readonly #socket: Socket
  readonly #parts: ConnectionParts
  readonly #peer: Peer
  readonly #incoming = new Incoming<AnyMethod>(findAny)
  #userAgent: string | undefined
  #isFramed = false
  #signed: WireRequest | undefined
  #isAnswering = false
  #isDraining = false
  /** Undefined until a request was answered, and where each has to be judged. */
  #hot: HotAnswers | undefined
  /** Of the client that was last known. */
  #counters: DaxCounters | undefined
  /** Runs while a client has begun to send something and has not finished. */
  #late: NodeJS.Timeout | undefined
  /** Of a large request that is arriving. */
  #arriving: RequestMemory | undefined

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket
    this.#parts = parts
    this.#peer = peerOf(socket)
    socket.setNoDelay(true)
    socket.setKeepAlive(true, silentConnectionMsMax)
    socket.on('data', (piece: Buffer) => this.#receive(piece))
    socket.on('error', () => undefined)
    socket.once('close', () => this.#forget())
    this.#expect(daxPreambleMsMax)
  }

  /** Whether a request is being answered. */
  get isAnswering(): boolean {
    return this.#isAnswering
  }

  /** Ends the connection after the request that is being answered, if there is one. */
  drain(): void {
    this.#isDraining = true
    if (!this.#isAnswering) this.#socket.destroy()
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(piece: Buffer): void {
    if (this.#hot !== undefined && this.#answerAtOnce(piece, this.#hot)) return
    this.#incoming.add(piece)
    if (this.#isAnswering) {
      if (this.#incoming.pending > daxPipelinedBytesMax) this.#socket.pause()
      return
    }
    this.#readOn()
  }

  /** Most reads are of items that were read before, by a request with the same bytes. */
  #answerAtOnce(piece: Buffer, { requests, answers, counters }: HotAnswers): boolean {
    if (this.#isAnswering || this.#isDraining || this.#incoming.pending > 0) return false
    if (!beginsGetItem(piece)) return false
    const startedMs = monotonicClock.now()
    const request = piece.toString('latin1', getItemHead.length)
    const answer = requests.find(answers, request, startedMs)
    if (answer === undefined) return false
    const isTaken = this.#isFramed
      ? this.#write(Buffer.from(answer, 'latin1'))
      : this.#socket.write(answer, 'latin1')
    counters.item(true)
    counters.answered('GetItem', 'success', monotonicClock.now() - startedMs)
    if (!isTaken) this.#awaitReader()
    return true
  }

  /** A client that does not read gets nothing more. */
  #awaitReader(): void {
    this.#isAnswering = true
    const late = setTimeout(() => this.#socket.destroy(), silentConnectionMsMax).unref()
    this.#socket.once('drain', () => {
      clearTimeout(late)
      this.#goOn()
    })
  }

  /** Handles what is there, until something has to be waited for. */
  #readOn(): void {
    try {
      while (!this.#isAnswering && !this.#socket.destroyed) {
        const next = this.#incoming.next()
        if (next === undefined) return this.#await()
        this.#done()
        if (next.kind === 'request') this.#begin(next)
        else {
          this.#userAgent = next.userAgent
          this.#isFramed = next.isFramed
        }
      }
    } catch (error) {
      this.#cut(error)
    }
  }

  /** Part of a request is there, or nothing: only a client that has begun to send is watched. */
  #await(): void {
    const { pending, isNew } = this.#incoming
    if (pending === 0 && !isNew) return
    if (!isNew) this.#expect(daxRequestMsMax)
    if (!isLarge(pending)) return
    this.#arriving ??= new RequestMemory(this.#parts.flight)
    const held = this.#arriving.takeRoom(memoryOfBytes(pending))
    this.#arriving.awaitClient({ contendedMsMax: contendedBodyMsMax, msMax: daxRequestMsMax }, () =>
      this.#socket.destroy(),
    )
    if (held === undefined) return
    this.#socket.pause()
    held.then(
      () => this.#socket.resume(),
      () => this.#socket.destroy(),
    )
  }

  #expect(msMax: number): void {
    this.#late ??= setTimeout(() => this.#socket.destroy(), msMax).unref()
  }

  #done(): void {
    clearTimeout(this.#late)
    this.#late = undefined
  }

  #begin(request: Request<AnyMethod>): void {
    const { method, bytes } = request
    if (method === endpoints) {
      this.#write(this.#parts.nodes(this.#socket))
    } else if (method === authorizeConnection) {
      const given = argumentsIn(bytes, authorizeConnection.arguments)
      this.#signed = signedRequest(given, this.#peer, this.#userAgent)
      this.#hot = undefined
    } else {
      const memory = this.#arriving ?? new RequestMemory(this.#parts.flight)
      this.#arriving = undefined
      this.#isAnswering = true
      const startedMs = monotonicClock.now()
      void this.#answer(method as DaxMethod, bytes, memory).then((answered) => {
        this.#send(answered?.bytes, memory)
        if (answered !== undefined) this.#count(method as DaxMethod, answered, startedMs)
      })
    }
  }

  /** Never rejects: bytes that cannot be read end the connection, and everything else is an answer. */
  async #answer(
    method: DaxMethod,
    bytes: Buffer,
    memory: RequestMemory,
  ): Promise<Answered | undefined> {
    const { log, requestIds } = this.#parts
    const requestId = requestIds.letters()
    try {
      const found = this.#parts.served()
      const served = found instanceof Promise ? await found : found
      if (served === undefined) throw serviceUnavailable()
      const parts: AnswerParts = { served, signed: this.#signed, peer: this.#peer, log, requestId }
      const onCaller = (known: KnownCaller): void => this.#know(known, served)
      return await answerCall(parts, { method, bytes, memory, read: argumentsIn, onCaller })
    } catch (thrown) {
      if (isUnreadable(thrown)) {
        this.#cut(thrown)
        return undefined
      }
      const error = toServiceError(thrown, log, { requestId, target: method.name })
      return { bytes: await errorAnswer(error, requestId), error }
    }
  }

  #know({ counters, answers }: KnownCaller, { accelerator: { requests } }: ServedDax): void {
    this.#hot = answers && { answers, requests, counters }
    if (counters === this.#counters || this.#socket.destroyed) return
    if (this.#counters !== undefined) this.#counters.connections--
    counters.connections++
    this.#counters = counters
  }

  #count({ operation }: DaxMethod, { error }: Answered, startedMs: number): void {
    if (operation === undefined || operation === 'DescribeTable') return
    this.#counters?.answered(operation, outcomeOf(error), monotonicClock.now() - startedMs)
  }

  #send(answer: Buffer | undefined, memory: RequestMemory): void {
    const socket = this.#socket
    if (answer === undefined || socket.destroyed) return memory.leave()
    const isLast = this.#isDraining
    const isTaken = this.#write(answer, () => memory.leave())
    if (isLast) socket.end()
    else if (isTaken) this.#goOn()
    else {
      this.#awaitReader()
      socket.once('close', () => memory.leave())
    }
  }

  /** Whether answers come in frames is the client's choice. */
  #write(answer: Buffer, onSent?: () => void): boolean {
    return this.#socket.write(this.#isFramed ? framedAnswer(answer) : answer, onSent)
  }

  #goOn(): void {
    this.#isAnswering = false
    if (this.#isDraining) {
      this.#socket.destroy()
      return
    }
    if (this.#socket.isPaused()) this.#socket.resume()
    if (this.#incoming.pending > 0) this.#readOn()
  }

  #cut(error: unknown): void {
    const { log } = this.#parts
    if (isUnreadable(error)) {
      log.debug('a connection of DAX was cut', {
        reason: error.message,
        address: this.#peer.address,
      })
    } else log.error('a connection of DAX failed', { error })
    this.#socket.destroy()
  }

  #forget(): void {
    if (this.#counters !== undefined) this.#counters.connections--
    this.#counters = undefined
    this.#done()
    this.#arriving?.leave()
  }
}

/** What is throttled by a table is an error of the request. */
function outcomeOf(error: ServiceError | undefined): RequestOutcome {
  if (error === undefined) return 'success'
  if (error.status >= 500) return 'fault'
  return error.type === 'ThrottlingException' ? 'throttled' : 'error'
}

function isUnreadable(error: unknown): error is Error {
  return error instanceof UnreadableBytes || error instanceof CborError
}

function argumentsIn(bytes: Buffer, count: number): readonly CborValue[] {
  const reader = new CborReader(bytes, { valuesMax: daxValuesMax })
  return Array.from({ length: count }, () => reader.next())
}
