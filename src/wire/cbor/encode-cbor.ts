/** Writes CBOR: definite lengths, the shortest form of every integer, doubles for all other numbers. */
import {
  bignumTag,
  CborDouble,
  CborTag,
  negativeBignumTag,
  type CborMap,
  type CborValue,
} from './cbor-value.js'

const initialBytes = 256

export function encodeCbor(value: CborValue): Buffer {
  const writer = new CborWriter()
  writer.value(value)
  return writer.written()
}

/** Writes values one after another. */
export class CborWriter {
  #buffer = Buffer.allocUnsafe(initialBytes)
  #length = 0

  /** What was written, without a copy. */
  written(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Bytes that are CBOR already. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** The head of a list, whose elements follow. */
  list(length: number): void {
    this.#head(4, length)
  }

  /** The head of a map, whose keys and values follow. */
  map(size: number): void {
    this.#head(5, size)
  }

  /** The head of a map whose size is not told: `closeMap` ends it. */
  openMap(): void {
    this.#byte(0xbf)
  }

  closeMap(): void {
    this.#byte(0xff)
  }

  /** The head of a value with a tag, which follows. */
  tag(tag: number): void {
    this.#head(6, tag)
  }

  value(value: CborValue): void {
    switch (typeof value) {
      case 'number':
        return this.#number(value)
      case 'bigint':
        return this.#bigint(value)
      case 'string':
        return this.#text(value)
      case 'boolean':
        return this.#byte(value ? 0xf5 : 0xf4)
      case 'undefined':
        return this.#byte(0xf7)
      default:
        return value === null ? this.#byte(0xf6) : this.#object(value)
    }
  }

  #object(value: Uint8Array | readonly CborValue[] | CborMap | CborTag | CborDouble): void {
    if (value instanceof Uint8Array) return this.#bytes(value)
    if (value instanceof CborDouble) return this.#double(value.value)
    if (value instanceof CborTag) {
      this.tag(value.tag)
      return this.value(value.value)
    }
    if (value instanceof Map) return this.#entries(value as CborMap)
    const list = value as readonly CborValue[]
    this.list(list.length)
    for (const element of list) this.value(element)
  }

  #entries(map: CborMap): void {
    this.map(map.size)
    for (const [key, value] of map) {
      this.value(key)
      this.value(value)
    }
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      return value < 0 ? this.#head(1, -1 - value) : this.#head(0, value)
    }
    this.#double(value)
  }

  #double(value: number): void {
    this.#reserve(9)
    this.#buffer[this.#length] = 0xfb
    this.#buffer.writeDoubleBE(value, this.#length + 1)
    this.#length += 9
  }

  #bigint(value: bigint): void {
    const magnitude = value < 0n ? -1n - value : value
    if (magnitude < 1n << 64n) return this.#longHead(value < 0n ? 1 : 0, magnitude)
    this.#head(6, value < 0n ? negativeBignumTag : bignumTag)
    const hex = magnitude.toString(16)
    this.#bytes(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text)
    this.#head(3, length)
    this.#reserve(length)
    this.#buffer.write(text, this.#length)
    this.#length += length
  }

  #bytes(bytes: Uint8Array): void {
    this.#head(2, bytes.length)
    this.raw(bytes)
  }

  /** Writes the major type in three bits, then its argument in as few bytes as possible. */
  #head(major: number, argument: number): void {
    if (argument > 0xffffffff) return this.#longHead(major, BigInt(argument))
    this.#reserve(5)
    const first = major << 5
    if (argument < 24) return this.#byte(first | argument)
    if (argument <= 0xff) return this.#put(first | 24, 1, argument)
    if (argument <= 0xffff) return this.#put(first | 25, 2, argument)
    this.#put(first | 26, 4, argument)
  }

  #put(first: number, size: number, argument: number): void {
    this.#byte(first)
    this.#length = this.#buffer.writeUIntBE(argument, this.#length, size)
  }

  #longHead(major: number, argument: bigint): void {
    if (argument <= 0xffffffffn) return this.#head(major, Number(argument))
    this.#reserve(9)
    this.#byte((major << 5) | 27)
    this.#length = this.#buffer.writeBigUInt64BE(argument, this.#length)
  }

  #byte(byte: number): void {
    this.#reserve(1)
    this.#buffer[this.#length++] = byte
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
