/** Where a record begins and ends in the bytes at hand. */
export interface Cut {
  readonly start: number
  readonly end: number
}

/** Finds the records of a file in its bytes, without making sense of them. */
export abstract class Cutter {
  /** How far it has looked. */
  protected at = 0
  /** Where the record begins that is not complete yet. */
  protected start: number | undefined

  /** Undefined if there is no complete record yet; `isLast` if no more bytes will come. */
  abstract next(bytes: Buffer, isLast: boolean): Cut | undefined

  /** The bytes before this are not looked at again. */
  get neededFrom(): number {
    return this.start ?? this.at
  }

  /** So many bytes at the front are gone. */
  forget(count: number): void {
    this.at -= count
    if (this.start !== undefined) this.start -= count
  }

  protected cutAt(end: number): Cut {
    const start = this.start!
    this.start = undefined
    this.at = end
    return { start, end }
  }
}
