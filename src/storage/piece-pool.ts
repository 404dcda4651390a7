/** Pieces of memory of one size, some of which are kept to be used again. */
export interface PiecePoolOptions {
  readonly pieceBytes: number
  /** How many are kept. */
  readonly spareMax: number
  readonly make: (bytes: number) => Buffer
  /** For about how long they are kept. Only for memory that can be resized, which then goes back at once. Default: for ever. */
  readonly keptMs?: number
}

export class PiecePool {
  readonly pieceBytes: number
  readonly #options: PiecePoolOptions
  #spare: Buffer[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: PiecePoolOptions) {
    this.pieceBytes = options.pieceBytes
    this.#options = options
  }

  /** Not cleared. */
  take(): Buffer {
    return this.#spare.pop() ?? this.#options.make(this.pieceBytes)
  }

  /** Once for each piece that was taken, when nobody uses it any more. */
  give(piece: Buffer): void {
    const { spareMax, keptMs } = this.#options
    if (this.#spare.length < spareMax) this.#spare.push(piece)
    else if (keptMs !== undefined) giveBack(piece)
    if (keptMs === undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#trim(), keptMs).unref()
  }

  #trim(): void {
    this.#timer = undefined
    for (const piece of this.#spare.splice(0)) giveBack(piece)
  }
}

/** The garbage collector may come much later. */
function giveBack(piece: Buffer): void {
  ;(piece.buffer as ArrayBuffer).resize(0)
}
