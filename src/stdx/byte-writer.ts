/** Bytes one after another, in one piece that grows. */
export class ByteWriter {
  #bytes: Buffer
  #length = 0

  constructor(bytes = 256) {
    this.#bytes = Buffer.allocUnsafe(bytes)
  }

  get length(): number {
    return this.#length
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  uint32(value: number): void {
    this.#reserve(4)
    this.#length = this.#bytes.writeUInt32BE(value, this.#length)
  }

  double(value: number): void {
    this.#reserve(8)
    this.#length = this.#bytes.writeDoubleBE(value, this.#length)
  }

  /** Small numbers in few bytes: seven bits in each, the last without the high bit. Up to 2^53. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.#length++] = rest
  }

  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Overwrites a number that was written before. */
  patchUint32(at: number, value: number): void {
    this.#bytes.writeUInt32BE(value, at)
  }

  /** Drops what was written since then. */
  cutTo(length: number): void {
    this.#length = length
  }

  /** A copy of what was written. */
  take(): Buffer {
    return Buffer.from(this.handOver())
  }

  /** What was written, without a copy. Nothing may be written afterwards. */
  handOver(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  uint32(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  double(): number {
    this.#at += 8
    return this.#bytes.readDoubleBE(this.#at - 8)
  }

  varint(): number {
    let value = 0
    for (let weight = 1; ; weight *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * weight
      if (byte < 0x80) return value
    }
  }

  bytes(count: number): Buffer {
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }
}
