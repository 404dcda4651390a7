/**
 * Memory for what one request reads, to be used again once it is answered.
 *
 * An engine that copies what it reads would otherwise take new memory for each page: it is cold, and V8
 * collects garbage the sooner for it. Whoever takes a request in makes one of these, hands it down with the
 * request, and releases it when the answer is encoded. Who keeps something for longer reads without it.
 */
import { ownMemory } from '../stdx/own-memory.js'

const pieceBytes = 64 * 1024
/** From this length on a copy has memory of its own, and the system has it back at the release. */
const ownCopyBytesMin = 128 * 1024
/** Pieces that are kept for later: more requests rarely read at once. */
const sparePiecesMax = 64

const spare: Buffer[] = []

export class ReadMemory {
  #piece: Buffer | undefined
  #used = 0
  /** Copies with memory of their own; undefined after the release. */
  #own: Buffer[] | undefined = []

  /** A copy of these bytes; undefined if there is no room for it. */
  copyOf(bytes: Uint8Array): Buffer | undefined {
    if (bytes.length >= ownCopyBytesMin) return this.#ownCopyOf(bytes)
    const [start, end] = [this.#used, this.#used + bytes.length]
    if (end > pieceBytes) return undefined
    this.#piece ??= spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
    this.#piece.set(bytes, start)
    this.#used = end
    return this.#piece.subarray(start, end)
  }

  /** Call it at most once, when nobody looks at the copies any more. */
  release(): void {
    const piece = this.#piece
    this.#piece = undefined
    this.#used = pieceBytes
    // Nobody waits for the garbage collector: an answer may have 16 MB of them.
    for (const copy of this.#own ?? []) (copy.buffer as ArrayBuffer).resize(0)
    this.#own = undefined
    if (piece !== undefined && spare.length < sparePiecesMax) spare.push(piece)
  }

  #ownCopyOf(bytes: Uint8Array): Buffer | undefined {
    if (this.#own === undefined) return undefined
    const copy = ownMemory(bytes.length)
    copy.set(bytes)
    this.#own.push(copy)
    return copy
  }
}
