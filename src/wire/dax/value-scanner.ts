/**
 * Finds where CBOR values end in bytes that arrive in pieces, without building them. Every head is read once,
 * however the bytes are split; what is nested in byte strings is not looked at.
 */

/** The bytes cannot be what a client of DAX sends: nothing after them can be read either. */
export class UnreadableBytes extends Error {}

/** In place of a count: continues until a break. */
const untilBreak = -1
const breakByte = 0xff

export class ValueScanner {
  readonly #valuesMax: number
  /** How many values each open container still lacks. */
  readonly #open: number[] = []
  #left = 0
  #at = 0
  #heads = 0

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax
  }

  /** Where the last complete value ends. */
  get at(): number {
    return this.#at
  }

  /** Heads so far, each of which becomes a value. */
  get heads(): number {
    return this.#heads
  }

  /** So many more values are wanted. */
  expect(values: number): void {
    this.#left += values
  }

  /** Whether all values are there. `bytes` begins as it did before, and may be longer now. */
  scan(bytes: Buffer): boolean {
    while (this.#left > 0) if (!this.#head(bytes)) return false
    return true
  }

  /** Reads one head, and what belongs to it; returns whether it was there. */
  #head(bytes: Buffer): boolean {
    const first = bytes[this.#at]
    if (first === undefined) return false
    if (first === breakByte) return this.#break()
    const major = first >> 5
    const info = first & 0x1f
    if (major === 7) return this.#skip(bytes, 1 + simpleBytes(info), true)
    if (info === 31) return this.#indefinite(major)
    const size = argumentBytes(info)
    if (this.#at + 1 + size > bytes.length) return false
    const argument = size === 0 ? info : argumentAt(bytes, this.#at + 1, size)
    switch (major) {
      case 0:
      case 1:
        return this.#skip(bytes, 1 + size, true)
      case 2:
      case 3:
        return this.#skip(bytes, 1 + size + lengthOf(argument), true)
      case 4:
        return this.#enter(1 + size, lengthOf(argument))
      case 5:
        return this.#enter(1 + size, 2 * lengthOf(argument))
      default:
        // What the tag is about follows, and is the value.
        return this.#skip(bytes, 1 + size, false)
    }
  }

  #skip(bytes: Buffer, length: number, endsValue: boolean): boolean {
    if (this.#at + length > bytes.length) return false
    this.#count(length)
    if (endsValue) this.#end()
    return true
  }

  #enter(length: number, values: number): boolean {
    this.#count(length)
    if (values === 0) this.#end()
    else this.#open.push(values)
    return true
  }

  #indefinite(major: number): boolean {
    if (major < 2 || major > 5) throw new UnreadableBytes('an argument without a length')
    this.#count(1)
    this.#open.push(untilBreak)
    return true
  }

  #break(): boolean {
    if (this.#open.at(-1) !== untilBreak) throw new UnreadableBytes('a break that ends nothing')
    this.#open.pop()
    this.#at++
    this.#end()
    return true
  }

  #count(length: number): void {
    this.#at += length
    if (++this.#heads > this.#valuesMax) throw new UnreadableBytes('too many values')
  }

  /** A value has ended, and perhaps what it is in. */
  #end(): void {
    const open = this.#open
    for (let last = open.length - 1; last >= 0; last--) {
      if (open[last] === untilBreak) return
      if (--open[last]! > 0) return
      open.pop()
    }
    this.#left--
  }
}

function argumentBytes(info: number): number {
  if (info < 24) return 0
  if (info > 27) throw new UnreadableBytes('a reserved length')
  return 1 << (info - 24)
}

function simpleBytes(info: number): number {
  if (info < 24) return 0
  if (info > 27) throw new UnreadableBytes('a reserved value')
  return 1 << (info - 24)
}

/** Beyond 2^32 it only matters that it is large. */
function argumentAt(bytes: Buffer, at: number, size: number): number {
  if (size < 8) return bytes.readUIntBE(at, size)
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
}

function lengthOf(argument: number): number {
  if (argument > 0xffffffff) throw new UnreadableBytes('a length beyond all bounds')
  return argument
}
