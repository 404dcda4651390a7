/**
 * Decodes CBOR from clients. A length may not exceed the bytes that are left, nesting has a limit, and
 * texts must be UTF-8.
 */
import { isUtf8 } from 'node:buffer'
import { cborDepthMax } from '../limits.js'
import { bignumTag, CborTag, negativeBignumTag, type CborValue } from './cbor-value.js'

/** The bytes are not CBOR, or are nested too deeply. */
export class CborError extends Error {}

export interface CborBounds {
  /** How deeply lists, maps and tags may be nested. */
  readonly depthMax?: number | undefined
  /** How many values there may be in all, so that reading them takes no longer than that. */
  readonly valuesMax?: number
}

/** One value; nothing may follow it. */
export function decodeCbor(bytes: Buffer, bounds?: CborBounds): CborValue {
  const reader = new CborReader(bytes, bounds)
  const value = reader.next()
  if (!reader.atEnd) throw new CborError('bytes follow the value')
  return value
}

/** Ends a string, list or map of indefinite length. */
const breakByte = 0xff
/** In place of a length: continues until a break. */
const indefinite = -1

/** Reads values that follow each other. */
export class CborReader {
  readonly #bytes: Buffer
  readonly #depthMax: number
  #valuesLeft: number
  #offset = 0

  constructor(bytes: Buffer, { depthMax = cborDepthMax, valuesMax = Infinity }: CborBounds = {}) {
    this.#bytes = bytes
    this.#depthMax = depthMax
    this.#valuesLeft = valuesMax
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length
  }

  next(): CborValue {
    return this.#value(0)
  }

  /** The bytes that no value has been read from. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#offset)
  }

  #value(depth: number): CborValue {
    if (depth > this.#depthMax) throw new CborError('nested too deeply')
    if (--this.#valuesLeft < 0) throw new CborError('too many values')
    const first = this.#byte()
    const info = first & 0x1f
    switch (first >> 5) {
      case 0:
        return this.#argument(info)
      case 1:
        return negative(this.#argument(info))
      case 2:
        return this.#string(2, info)
      case 3:
        return this.#text(info)
      case 4:
        return this.#list(info, depth)
      case 5:
        return this.#map(info, depth)
      case 6:
        return tagged(Number(this.#argument(info)), this.#value(depth + 1))
      default:
        return this.#simple(info)
    }
  }

  #byte(): number {
    return this.#take(1)[0]!
  }

  #take(count: number): Buffer {
    const end = this.#offset + count
    if (end > this.#bytes.length) throw new CborError('cut off')
    const taken = this.#bytes.subarray(this.#offset, end)
    this.#offset = end
    return taken
  }

  #argument(info: number): number | bigint {
    if (info < 24) return info
    switch (info) {
      case 24:
        return this.#byte()
      case 25:
        return this.#take(2).readUInt16BE()
      case 26:
        return this.#take(4).readUInt32BE()
      case 27:
        return narrow(this.#take(8).readBigUInt64BE())
      default:
        throw new CborError('a reserved length')
    }
  }

  /** Every element takes at least one byte, so a length beyond the bytes left is wrong. */
  #length(info: number): number {
    if (info === 31) return indefinite
    const length = Number(this.#argument(info))
    if (length > this.#bytes.length - this.#offset) throw new CborError('cut off')
    return length
  }

  #string(major: number, info: number): Buffer {
    const length = this.#length(info)
    if (length !== indefinite) return this.#take(length)
    const pieces: Buffer[] = []
    for (let first = this.#byte(); first !== breakByte; first = this.#byte()) {
      if (first >> 5 !== major || (first & 0x1f) === 31)
        throw new CborError('a piece of another type')
      pieces.push(this.#take(this.#length(first & 0x1f)))
    }
    return Buffer.concat(pieces)
  }

  #text(info: number): string {
    const bytes = this.#string(3, info)
    if (!isUtf8(bytes)) throw new CborError('a text that is not UTF-8')
    return bytes.toString()
  }

  #list(info: number, depth: number): readonly CborValue[] {
    const length = this.#length(info)
    const list: CborValue[] = []
    while (this.#continues(length, list.length)) list.push(this.#value(depth + 1))
    return list
  }

  #map(info: number, depth: number): ReadonlyMap<CborValue, CborValue> {
    const length = this.#length(info)
    const map = new Map<CborValue, CborValue>()
    for (let count = 0; this.#continues(length, count); count++) {
      const key = this.#value(depth + 1)
      map.set(key, this.#value(depth + 1))
    }
    return map
  }

  #continues(length: number, count: number): boolean {
    if (length !== indefinite) return count < length
    if (this.#bytes[this.#offset] !== breakByte) return true
    this.#offset++
    return false
  }

  #simple(info: number): CborValue {
    switch (info) {
      case 20:
        return false
      case 21:
        return true
      case 22:
        return null
      case 23:
        return undefined
      case 25:
        return half(this.#take(2).readUInt16BE())
      case 26:
        return this.#take(4).readFloatBE()
      case 27:
        return this.#take(8).readDoubleBE()
      default:
        throw new CborError('an unknown simple value')
    }
  }
}

function narrow(value: bigint): number | bigint {
  const narrowed = Number(value)
  return Number.isSafeInteger(narrowed) ? narrowed : value
}

function negative(argument: number | bigint): number | bigint {
  return narrow(-1n - BigInt(argument))
}

function tagged(tag: number, value: CborValue): CborValue {
  if (tag !== bignumTag && tag !== negativeBignumTag) return new CborTag(tag, value)
  if (!(value instanceof Uint8Array)) throw new CborError('a number that is not bytes')
  const magnitude = BigInt(`0x0${Buffer.from(value).toString('hex')}`)
  return narrow(tag === bignumTag ? magnitude : -1n - magnitude)
}

/** A float of sixteen bits: one of sign, five of exponent, ten of fraction. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
