/**
 * The frames that workers and the owner of a folder exchange: a length, a kind, and what the kind
 * says. Both ends are of the same version, so nothing here is a stored form.
 */
import { ByteWriter } from '../../../stdx/byte-writer.js'
import { frameBytesMax } from './limits.js'

/** What a worker sends. */
export const fromWorker = {
  /** It wants to open the file. */
  hello: 1,
  /** It has opened it. */
  opened: 2,
  batch: 3,
  askTurn: 4,
  /** Nothing came of a turn. */
  endTurn: 5,
  ping: 6,
} as const

/** What the owner sends. */
export const fromOwner = {
  /** Nobody commits now: open the file. */
  open: 1,
  outcomes: 2,
  turn: 3,
  /** Whether writes are refused, and why. */
  writes: 4,
  pong: 5,
} as const

/** What came is not what the other end can have sent. */
export class FrameDamaged extends Error {
  override readonly name = 'FrameDamaged'
}

const lengthBytes = 4
const headBytes = lengthBytes + 1

/** Cuts what arrives into frames. Bodies are views of it, joined only if a frame came in pieces. */
export class FrameReader {
  readonly #bytesMax: number
  #parts: Buffer[] = []
  #length = 0
  #needed = headBytes

  constructor(bytesMax = frameBytesMax) {
    this.#bytesMax = bytesMax
  }

  push(chunk: Buffer, take: (kind: number, body: Buffer) => void): void {
    this.#parts.push(chunk)
    this.#length += chunk.length
    while (this.#length >= this.#needed) {
      const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
      const end = lengthBytes + this.#sizeOf(bytes)
      this.#keep(bytes, end <= bytes.length ? end : 0)
      if (end > bytes.length) {
        this.#needed = end
        return
      }
      take(bytes[lengthBytes]!, bytes.subarray(headBytes, end))
    }
  }

  #sizeOf(bytes: Buffer): number {
    const size = bytes.readUInt32BE(0)
    if (size < 1 || size > this.#bytesMax) throw new FrameDamaged(`a frame of ${size} bytes`)
    return size
  }

  #keep(bytes: Buffer, from: number): void {
    const rest = bytes.subarray(from)
    this.#parts = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    this.#needed = headBytes
  }
}

/** Frames one after another, in one piece. */
export class FrameWriter extends ByteWriter {
  #start = 0

  constructor(bytes = 1024) {
    super(bytes)
  }

  begin(kind: number): void {
    this.#start = this.length
    this.uint32(0)
    this.byte(kind)
  }

  end(): void {
    this.patchUint32(this.#start, this.length - this.#start - lengthBytes)
  }

  /** Bytes with their length before them. */
  bytes(value: Uint8Array): void {
    this.uint32(value.length)
    this.put(value)
  }

  /** A key behind its space's id, as it is stored, with its length before it. */
  storedKey(space: number, key: Uint8Array): void {
    this.uint32(4 + key.length)
    this.uint32(space)
    this.put(key)
  }

  json(value: unknown): void {
    this.bytes(Buffer.from(JSON.stringify(value)))
  }
}

/** Reads the body of a frame. Every bound is checked: the other end may be broken. */
export class FrameBody {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  byte(): number {
    return this.#bytes[this.#advance(1)]!
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4))
  }

  double(): number {
    return this.#bytes.readDoubleBE(this.#advance(8))
  }

  /** A view, not a copy. */
  bytes(): Buffer {
    const length = this.uint32()
    const at = this.#advance(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** The same as text, a character for each byte. */
  text(): string {
    const length = this.uint32()
    const at = this.#advance(length)
    return this.#bytes.toString('latin1', at, at + length)
  }

  json(): unknown {
    try {
      return JSON.parse(this.bytes().toString())
    } catch (error) {
      throw new FrameDamaged('a text that is not JSON', { cause: error })
    }
  }

  #advance(count: number): number {
    const at = this.#at
    if (at + count > this.#bytes.length) throw new FrameDamaged('a frame that ends too early')
    this.#at = at + count
    return at
  }
}
