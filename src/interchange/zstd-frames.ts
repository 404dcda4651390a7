/**
 * Zstandard for versions of Node that lack it. The frames and blocks are found here, so that the
 * decoder gets one block at a time and gives back at most 128 KiB, and so that a frame cannot claim
 * more memory than a window may have. Checksums are not compared.
 */
import type { Decompress } from 'fzstd'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import { ByteWindow } from './byte-window.js'
import { zstdWindowBytesMax } from './limits.js'
import { UnreadableText } from './text-record.js'

export async function* decodeZstd(
  compressed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  // Few servers ever need it.
  const fzstd = await import('fzstd')
  const frames = new ZstdFrames(fzstd.Decompress)
  for await (const bytes of compressed) {
    frames.push(bytes)
    for (let block = frames.next(); block !== undefined; block = frames.next()) {
      yield* block
      if (turnIsOver()) await nextTurn()
    }
  }
  frames.end()
}

/**
 * The same bytes. Throws if they end within a frame, or are no frames: Node's own decoder takes data
 * that was cut off for complete.
 */
export async function* wholeFrames(
  compressed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames()
  for await (const bytes of compressed) {
    frames.push(bytes)
    while (frames.next() !== undefined);
    yield bytes
  }
  frames.end()
}

type State = 'frame' | 'block' | 'skip'

class ZstdFrames {
  readonly #window = new ByteWindow()
  #state: State = 'frame'
  readonly #Decoder: typeof Decompress | undefined
  #decoder: Decompress | undefined
  #output: Uint8Array[] = []
  #hasChecksum = false
  #skipped = 0

  /** Without a decoder, it only looks where frames and blocks end. */
  constructor(Decoder?: typeof Decompress) {
    this.#Decoder = Decoder
  }

  push(bytes: Uint8Array): void {
    this.#window.add(bytes)
  }

  end(): void {
    if (this.#state !== 'frame' || this.#window.bytes.length > 0) throw wrong('unexpected end')
  }

  /** Decodes one header or block; undefined if it needs more bytes. */
  next(): readonly Uint8Array[] | undefined {
    if (this.#state === 'skip') return this.#skip()
    return this.#state === 'frame' ? this.#readFrameHeader() : this.#readBlock()
  }

  #readFrameHeader(): readonly Uint8Array[] | undefined {
    const { bytes } = this.#window
    if (bytes.length < 5) return undefined
    const magic = bytes.readUInt32LE(0)
    if (magic >>> 4 === skippableMagic) return this.#beginSkipping(bytes)
    if (magic !== frameMagic) throw wrong('no frame of Zstandard')
    const length = headerBytes(bytes[4]!)
    if (bytes.length < length) return undefined
    if (windowBytes(bytes) > zstdWindowBytesMax) throw wrong('its window is too large')
    this.#decoder = this.#newDecoder()
    this.#hasChecksum = (bytes[4]! & 4) !== 0
    this.#state = 'block'
    return this.#decode(length, false)
  }

  #newDecoder(): Decompress | undefined {
    if (this.#Decoder === undefined) return undefined
    return new this.#Decoder((chunk) => {
      // The decoder goes on using its buffer.
      if (chunk.length > 0) this.#output.push(chunk.slice())
    })
  }

  #beginSkipping(bytes: Buffer): readonly Uint8Array[] | undefined {
    if (bytes.length < 8) return undefined
    this.#skipped = bytes.readUInt32LE(4)
    this.#window.drop(8)
    this.#state = 'skip'
    return []
  }

  #skip(): readonly Uint8Array[] | undefined {
    const count = Math.min(this.#skipped, this.#window.bytes.length)
    if (count === 0 && this.#skipped > 0) return undefined
    this.#window.drop(count)
    this.#skipped -= count
    if (this.#skipped === 0) this.#state = 'frame'
    return []
  }

  #readBlock(): readonly Uint8Array[] | undefined {
    const { bytes } = this.#window
    if (bytes.length < 3) return undefined
    const header = bytes.readUIntLE(0, 3)
    const isLast = (header & 1) === 1
    const kind = (header >> 1) & 3
    const size = header >> 3
    if (kind === 3 || size > blockBytesMax) throw wrong('a block is damaged')
    const content = kind === runLengthBlock ? 1 : size
    const length = 3 + content + (isLast && this.#hasChecksum ? 4 : 0)
    if (bytes.length < length) return undefined
    if (isLast) this.#state = 'frame'
    return this.#decode(length, isLast)
  }

  #decode(length: number, isLast: boolean): readonly Uint8Array[] {
    const piece = this.#window.bytes.subarray(0, length)
    try {
      this.#decoder?.push(Uint8Array.from(piece), isLast)
    } catch (error) {
      throw wrong((error as Error).message)
    }
    this.#window.drop(length)
    const output = this.#output
    this.#output = []
    return output
  }
}

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a5
const runLengthBlock = 1
const blockBytesMax = 128 * 1024

/** Of the header whose descriptor is given. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1
  const dictionary = [0, 1, 2, 4][descriptor & 3]!
  const contentSize = [isSingle, 2, 4, 8][descriptor >> 6]!
  return 5 + (1 - isSingle) + dictionary + contentSize
}

function windowBytes(header: Buffer): number {
  const descriptor = header[4]!
  if ((descriptor & 0x20) === 0) {
    const base = 2 ** (10 + (header[5]! >> 3))
    return base + (base / 8) * (header[5]! & 7)
  }
  const length = headerBytes(descriptor)
  const size = [1, 2, 4, 8][descriptor >> 6]!
  return size === 8
    ? Number(header.readBigUInt64LE(length - 8))
    : header.readUIntLE(length - size, size)
}

function wrong(reason: string): UnreadableText {
  return new UnreadableText(`The data cannot be decompressed: ${reason}`)
}
