/**
 * Numbers as bytes that sort as the numbers do, over the whole range 1E-130 … 9.99E+125.
 *
 * The layout is DynamoDB's own (and Oracle's NUMBER): the first byte holds sign and exponent in
 * base 100, the rest are base-100 digits. Every digit is stored plus one, so no digit is a zero
 * byte. A negative number stores everything mirrored and ends in a byte above any digit, since of
 * two negative numbers with a common start the longer one is smaller. Equal numbers have equal
 * bytes.
 */
import { assert } from '../stdx/assert.js'
import {
  type Decimal,
  digitsOf,
  formatDecimal,
  magnitudeOf,
  parseDecimal,
  rangeFault,
} from '../model/decimal.js'

/** 38 decimal digits fit in at most 20 base-100 digits. */
const pairsMax = 20
/** Exponent byte and digits; only a shorter negative number also has the terminator. */
const numberBytesMax = 1 + pairsMax

const zeroByte = 128
const positiveExponentBase = 193
const negativeExponentBase = 62
const negativeDigitBase = 101
const negativeEnd = 102

export function encodeNumber(text: string): Buffer {
  const decimal = parseDecimal(text)
  const inRange = decimal !== undefined && rangeFault(decimal) === undefined
  assert(inRange, 'a key number is a number in range', { text })
  if (decimal.coefficient === 0n) return Buffer.of(zeroByte)
  const magnitude = magnitudeOf(decimal)
  const pairs = pairsOf(digitsOf(decimal), magnitude)
  const bytes = encodePairs(pairs, magnitude >> 1, decimal.coefficient < 0n)
  assert(bytes.length <= numberBytesMax, 'a number fits its bytes', { text })
  return bytes
}

export function decodeNumber(bytes: Uint8Array): string {
  assert(bytes.length > 0 && bytes.length <= numberBytesMax, 'a number fits its bytes')
  const first = bytes[0]!
  // 1E-130 has the same exponent byte as zero, but is followed by digits.
  if (first === zeroByte && bytes.length === 1) return '0'
  const negative = first < zeroByte
  const exponent = negative ? negativeExponentBase - first : first - positiveExponentBase
  return formatDecimal(decodePairs(digitBytes(bytes, negative), exponent, negative))
}

/** Base-100 digits, most significant first. The first one holds a single digit at even magnitudes. */
function pairsOf(digits: string, magnitude: number): number[] {
  const aligned = (magnitude & 1) === 0 ? `0${digits}` : digits
  const pairs: number[] = []
  for (let at = 0; at < aligned.length; at += 2) {
    pairs.push(Number(aligned.slice(at, at + 2).padEnd(2, '0')))
  }
  return pairs
}

function encodePairs(pairs: readonly number[], exponent: number, negative: boolean): Buffer {
  const exponentByte = negative ? negativeExponentBase - exponent : positiveExponentBase + exponent
  const ended = negative && pairs.length < pairsMax
  const bytes = Buffer.allocUnsafe(1 + pairs.length + (ended ? 1 : 0))
  bytes[0] = exponentByte
  pairs.forEach((pair, at) => (bytes[at + 1] = negative ? negativeDigitBase - pair : pair + 1))
  if (ended) bytes[bytes.length - 1] = negativeEnd
  return bytes
}

function digitBytes(bytes: Uint8Array, negative: boolean): Uint8Array {
  const ended = negative && bytes[bytes.length - 1] === negativeEnd
  return bytes.subarray(1, ended ? -1 : undefined)
}

function decodePairs(digits: Uint8Array, exponent: number, negative: boolean): Decimal {
  let text = ''
  for (const byte of digits) {
    const pair = negative ? negativeDigitBase - byte : byte - 1
    assert(pair >= 0 && pair <= 99, 'a base-100 digit is below 100', { pair })
    text += pair.toString().padStart(2, '0')
  }
  const decimal = parseDecimal(
    `${negative ? '-' : ''}${text}e${2 * (exponent - digits.length + 1)}`,
  )
  assert(decimal !== undefined, 'digits make a number')
  return decimal
}
