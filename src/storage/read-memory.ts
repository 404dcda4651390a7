/**
 * Memory for what one request reads, to be used again once it is answered.
 *
 * An engine that copies what it reads would otherwise take new memory for each page: it is cold, and V8
 * collects garbage the sooner for it. Whoever takes a request in makes one of these, hands it down with the
 * request, and releases it when the answer is encoded. Who keeps something for longer reads without it.
 */
import { ownMemory } from '../stdx/own-memory.js'
import { PiecePool } from './piece-pool.js'

/** Small values share one piece, of which there may be many: more requests rarely read at once. */
const pieces = new PiecePool({
  ...{ pieceBytes: 64 * 1024, spareMax: 64 },
  make: (bytes) => Buffer.allocUnsafeSlow(bytes),
})
/** From this length on values are large. */
const largeBytesMin = 128 * 1024
/** Large ones take as many pieces as they need. Few servers read them all the time, so the system has these back soon. */
const largePieces = new PiecePool({
  ...{ pieceBytes: 512 * 1024, spareMax: 32, make: ownMemory },
  keptMs: 1_000,
})

export class ReadMemory {
  #piece: Buffer | undefined
  #used = 0
  readonly #large: Buffer[] = []
  #usedOfLarge = largePieces.pieceBytes
  #isReleased = false

  /** A copy of these bytes; undefined if there is no room for it. */
  copyOf(bytes: Uint8Array): Buffer | undefined {
    if (bytes.length >= largeBytesMin) return this.#largeCopyOf(bytes)
    const [start, end] = [this.#used, this.#used + bytes.length]
    if (end > pieces.pieceBytes || this.#isReleased) return undefined
    this.#piece ??= pieces.take()
    this.#used = end
    return copied(bytes, this.#piece, start)
  }

  /** Call it at most once, when nobody looks at the copies any more. */
  release(): void {
    this.#isReleased = true
    if (this.#piece !== undefined) pieces.give(this.#piece)
    this.#piece = undefined
    for (const piece of this.#large.splice(0)) largePieces.give(piece)
  }

  #largeCopyOf(bytes: Uint8Array): Buffer | undefined {
    const { pieceBytes } = largePieces
    if (bytes.length > pieceBytes || this.#isReleased) return undefined
    if (this.#usedOfLarge + bytes.length > pieceBytes) {
      this.#large.push(largePieces.take())
      this.#usedOfLarge = 0
    }
    const start = this.#usedOfLarge
    this.#usedOfLarge += bytes.length
    return copied(bytes, this.#large.at(-1)!, start)
  }
}

function copied(bytes: Uint8Array, piece: Buffer, start: number): Buffer {
  piece.set(bytes, start)
  return piece.subarray(start, start + bytes.length)
}
