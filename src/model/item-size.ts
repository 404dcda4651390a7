/**
 * How many bytes an item counts for: what the 400 KB limit, pages and capacity units measure.
 *
 * Names and strings by their UTF-8 bytes, binaries by their raw bytes, numbers by the bytes of their
 * stored form (one for the exponent, one for each pair of digits, one more when negative), BOOL and
 * NULL one, sets the sum of their members, lists and maps three and one more for each element.
 */
import { binaryLength, type AttributeMap, type AttributeValue } from './attribute-value.js'
import { assert } from '../stdx/assert.js'

export function itemSizeBytes(item: AttributeMap): number {
  let size = 0
  for (const name in item) size += Buffer.byteLength(name) + valueSizeBytes(item[name]!)
  return size
}

export function valueSizeBytes(value: AttributeValue): number {
  if ('S' in value) return Buffer.byteLength(value.S)
  if ('N' in value) return numberSizeBytes(value.N)
  if ('B' in value) return binaryLength(value.B)
  if ('M' in value) return 3 + Object.keys(value.M).length + itemSizeBytes(value.M)
  if ('L' in value) return 3 + sum(value.L, (element) => 1 + valueSizeBytes(element))
  if ('SS' in value) return sum(value.SS, (text) => Buffer.byteLength(text))
  if ('NS' in value) return sum(value.NS, numberSizeBytes)
  if ('BS' in value) return sum(value.BS, binaryLength)
  assert('BOOL' in value || 'NULL' in value, 'an attribute value of no known type')
  return 1
}

/** Size of a number in normal form, read off its text without building the number. */
export function numberSizeBytes(text: string): number {
  if (text === '0') return 1
  const negative = text.charCodeAt(0) === minus
  const unsigned = negative ? text.slice(1) : text
  const point = unsigned.indexOf('.')
  const whole = point === -1 ? unsigned : unsigned.slice(0, point)
  const fraction = point === -1 ? '' : unsigned.slice(point + 1)
  return 1 + pairsOf(whole === '0' ? '' : whole, fraction) + (negative ? 1 : 0)
}

/** Pairs of digits, aligned at the decimal point, between the first and the last that is not zero. */
function pairsOf(whole: string, fraction: string): number {
  const wholePairs = Math.ceil(whole.length / 2)
  if (fraction !== '') {
    const leadingZeros = whole === '' ? fraction.length - fraction.replace(/^0+/, '').length : 0
    return wholePairs + Math.ceil(fraction.length / 2) - Math.floor(leadingZeros / 2)
  }
  const trailingZeros = whole.length - whole.replace(/0+$/, '').length
  return wholePairs - Math.floor(trailingZeros / 2)
}

const minus = 45

function sum<T>(elements: readonly T[], measure: (element: T) => number): number {
  let total = 0
  for (const element of elements) total += measure(element)
  return total
}
