/**
 * What has arrived on a connection: the preamble, then requests one after another, cut out of pieces that the network
 * chose. A request is handed out once it is complete, and never copied if it came in one piece.
 */
import type { CborValue } from '../cbor/cbor-value.js'
import { CborReader } from '../cbor/decode-cbor.js'
import { encodeCbor } from '../cbor/encode-cbor.js'
import { layers } from './framed-answer.js'
import { daxRequestBytesMax, daxValuesMax } from './limits.js'
import { UnreadableBytes, ValueScanner } from './value-scanner.js'

const magicBytes = encodeCbor('J7yne5G')
const preambleValues = 5
const serviceId = 1

export interface Preamble {
  readonly kind: 'preamble'
  readonly userAgent: string | undefined
  /** Whether answers are to come in frames. */
  readonly isFramed: boolean
}

export interface Request<M> {
  readonly kind: 'request'
  readonly method: M
  /** Of its arguments. */
  readonly bytes: Buffer
}

/** What is known of a method before its arguments are there. */
export interface MethodShape {
  readonly arguments: number
}

export class Incoming<M extends MethodShape> {
  readonly #findMethod: (id: number) => M | undefined
  #bytes: Buffer = Buffer.alloc(0)
  /** The first byte of the request that is being read, and the end of what has arrived. */
  #start = 0
  #end = 0
  /** Whether the bytes are this object's own, so that more can be written behind them. */
  #isOwn = false
  #scanner = new ValueScanner(daxValuesMax)
  #hasPreamble = false
  #method: M | undefined
  /** Where the arguments begin. */
  #argumentsAt = 0

  constructor(findMethod: (id: number) => M | undefined) {
    this.#findMethod = findMethod
    this.#scanner.expect(preambleValues)
  }

  /** What has arrived and has not been handed out. */
  get pending(): number {
    return this.#end - this.#start
  }

  /** Whether the first thing that clients send is still missing. */
  get isNew(): boolean {
    return !this.#hasPreamble
  }

  add(piece: Buffer): void {
    if (this.pending === 0) {
      this.#bytes = piece
      this.#start = 0
      this.#end = piece.length
      this.#isOwn = false
      return
    }
    this.#reserve(piece.length)
    piece.copy(this.#bytes, this.#end)
    this.#end += piece.length
  }

  /** Undefined if there is not all of it yet. Throws `UnreadableBytes` or `CborError` if it never will be. */
  next(): Preamble | Request<M> | undefined {
    const view = this.#bytes.subarray(this.#start, this.#end)
    if (!this.#hasPreamble) requireMagic(view)
    const isComplete = this.#scanner.scan(view)
    const length = isComplete ? this.#scanner.at : view.length
    if (length > daxRequestBytesMax) throw new UnreadableBytes('a request that is too long')
    if (!isComplete) return undefined
    if (!this.#hasPreamble) return this.#preamble(view)
    if (this.#method === undefined) {
      this.#method = this.#readMethod(view)
      this.#argumentsAt = this.#scanner.at
      this.#scanner.expect(this.#method.arguments)
      return this.next()
    }
    const bytes = view.subarray(this.#argumentsAt, this.#scanner.at)
    const request = { kind: 'request', method: this.#method, bytes } as const
    this.#handOut()
    return request
  }

  #preamble(view: Buffer): Preamble {
    const reader = new CborReader(view.subarray(0, this.#scanner.at))
    const [, layer, , settings] = [reader.next(), reader.next(), reader.next(), reader.next()]
    if (layer !== layers.none && layer !== layers.frames) {
      throw new UnreadableBytes('an unknown layering')
    }
    this.#hasPreamble = true
    this.#handOut()
    const isFramed = layer === layers.frames
    return { kind: 'preamble', userAgent: userAgentIn(settings), isFramed }
  }

  #readMethod(view: Buffer): M {
    const reader = new CborReader(view.subarray(0, this.#scanner.at))
    const [service, id] = [reader.next(), reader.next()]
    const method =
      service === serviceId && typeof id === 'number' ? this.#findMethod(id) : undefined
    if (method === undefined) throw new UnreadableBytes('an unknown method')
    return method
  }

  /** Goes on with what follows. The bytes that were handed out are not written to again. */
  #handOut(): void {
    this.#start += this.#scanner.at
    this.#scanner = new ValueScanner(daxValuesMax)
    // The service, and the method.
    this.#scanner.expect(2)
    this.#method = undefined
    this.#isOwn = false
  }

  #reserve(count: number): void {
    const needed = this.pending + count
    if (this.#isOwn && this.#end + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * needed, initialBytes))
    this.#bytes.copy(larger, 0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
    this.#bytes = larger
    this.#isOwn = true
  }
}

/** Whoever speaks another protocol is not waited for. */
function requireMagic(bytes: Buffer): void {
  const length = Math.min(bytes.length, magicBytes.length)
  if (bytes.compare(magicBytes, 0, length, 0, length) === 0) return
  throw new UnreadableBytes('not the protocol of DAX')
}

const initialBytes = 8 * 1024

function userAgentIn(settings: CborValue): string | undefined {
  const agent = settings instanceof Map ? (settings.get('UserAgent') as unknown) : undefined
  return typeof agent === 'string' ? agent : undefined
}
