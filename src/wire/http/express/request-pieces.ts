/** The bytes of one request as they come, most often in one piece. Nothing is copied before it must be. */
import { plainRequestPiecesMax } from '../../limits.js'

export class RequestPieces {
  #pieces: Buffer[] = []
  #bytes = 0
  #bytesMin = 0

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
  }

  /** To be looked at again when there are so many. */
  waitFor(bytesMin: number): void {
    this.#bytesMin = bytesMin
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0
  }

  get areEnough(): boolean {
    return this.#bytes >= this.#bytesMin
  }

  /** Joining them again and again would cost more than it is worth. */
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
