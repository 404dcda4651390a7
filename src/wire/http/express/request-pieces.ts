/** The bytes of one request as they arrive, usually in one piece. Copied only if necessary. */
import { plainRequestPiecesMax } from '../../limits.js'

export class RequestPieces {
  #pieces: Buffer[] = []
  #bytes = 0
  #bytesMin = 0

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
  }

  /** Until there are this many bytes, the pieces need not be read again. */
  waitFor(bytesMin: number): void {
    this.#bytesMin = bytesMin
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0
  }

  get areEnough(): boolean {
    return this.#bytes >= this.#bytesMin
  }

  /** Joining many pieces again and again would cost more than node:http does. */
  get areTooMany(): boolean {
    return this.#pieces.length >= plainRequestPiecesMax
  }

  joined(): Buffer {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
  }

  clear(): void {
    this.#pieces = []
    this.#bytes = 0
    this.#bytesMin = 0
  }
}
