/**
 * Memory for what one request reads, to be used again once it is answered.
 *
 * An engine that copies what it reads would otherwise take new memory for each page: it is cold, and V8
 * collects garbage the sooner for it. Whoever takes a request in makes one of these, hands it down with the
 * request, and releases it when the answer is encoded. Who keeps something for longer reads without it.
 */
const pieceBytes = 64 * 1024
/** Pieces that are kept for later: more requests rarely read at once. */
const sparePiecesMax = 64

const spare: Buffer[] = []

export class ReadMemory {
  #piece: Buffer | undefined
  #used = 0

  /** A copy of these bytes; undefined if there is no room for it. */
  copyOf(bytes: Uint8Array): Buffer | undefined {
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
    if (piece !== undefined && spare.length < sparePiecesMax) spare.push(piece)
  }
}
