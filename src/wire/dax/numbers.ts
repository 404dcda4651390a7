/**
 * Numbers on the wire of DAX: integers, bignums, floats and decimal fractions; in the database they are text.
 * What comes in is not in normal form and may be out of range, which the operations judge. What goes out has
 * no positive power of ten, because clients print that as an exponent.
 */
import { CborTag, decimalTag, type CborValue } from '../cbor/cbor-value.js'
import type { CborWriter } from '../cbor/encode-cbor.js'

/** Far beyond what the service can store, and soon printed. */
const printableMax = 10n ** 200n

/** Undefined if it is no number. */
export function numberText(value: CborValue): string | undefined {
  // A float is the shortest decimal that means it.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value === 'bigint') return wholeText(value)
  if (!(value instanceof CborTag) || value.tag !== decimalTag) return undefined
  return Array.isArray(value.value) ? decimalText(value.value) : undefined
}

/** A number that takes too long to print is too large anyway. */
function wholeText(value: bigint): string {
  if (value > printableMax) return '1E200'
  return value < -printableMax ? '-1E200' : value.toString()
}

function decimalText(parts: readonly CborValue[]): string | undefined {
  const [exponent, mantissa] = parts
  if (parts.length !== 2 || !Number.isInteger(exponent)) return undefined
  if (typeof mantissa === 'bigint') return `${wholeText(mantissa)}E${exponent as number}`
  return Number.isInteger(mantissa) ? `${mantissa as number}E${exponent as number}` : undefined
}

/** Any integer of so many digits is exact as a JavaScript number. */
const exactDigits = 15

/** `text` is in normal form. */
export function writeNumber(writer: CborWriter, text: string): void {
  const point = text.indexOf('.')
  if (point === -1) return writeWhole(writer, text)
  writer.tag(decimalTag)
  writer.list(2)
  writer.value(point + 1 - text.length)
  writer.value(mantissaOf(text.slice(0, point) + text.slice(point + 1)))
}

function writeWhole(writer: CborWriter, text: string): void {
  const value = mantissaOf(text)
  if (typeof value === 'bigint') {
    writer.tag(decimalTag)
    writer.list(2)
    writer.value(0)
  }
  writer.value(value)
}

function mantissaOf(digits: string): number | bigint {
  if (digits.length <= exactDigits) return Number(digits)
  const value = BigInt(digits)
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}
