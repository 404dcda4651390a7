/**
 * How many bytes an item counts for: what the 400 KB limit, pages and capacity units measure.
 *
 * Names and strings by their UTF-8 bytes, binaries by their raw bytes, numbers by the bytes of their
 * stored form (one for the exponent, one for each pair of digits, one more when negative), BOOL and
 * NULL one, sets the sum of their members, lists and maps three and one more for each element.
 */
import { binaryLength, typeOf, type AttributeMap, type AttributeValue } from './attribute-value.js'

export function itemSizeBytes(item: AttributeMap): number {
  let size = 0
  for (const name in item) size += Buffer.byteLength(name) + valueSizeBytes(item[name]!)
  return size
}

export function valueSizeBytes(value: AttributeValue): number {
  // By the name of the one member: asking for each type in turn costs several times as much.
  switch (typeOf(value)) {
    case 'S':
      return Buffer.byteLength((value as { S: string }).S)
    case 'N':
      return numberSizeBytes((value as { N: string }).N)
    case 'B':
      return binaryLength((value as { B: string }).B)
    case 'BOOL':
    case 'NULL':
      return 1
    case 'M':
      return mapSizeBytes((value as { M: AttributeMap }).M)
    case 'L':
      return 3 + sum((value as { L: readonly AttributeValue[] }).L, (e) => 1 + valueSizeBytes(e))
    case 'SS':
      return sum((value as { SS: readonly string[] }).SS, (text) => Buffer.byteLength(text))
    case 'NS':
      return sum((value as { NS: readonly string[] }).NS, numberSizeBytes)
    case 'BS':
      return sum((value as { BS: readonly string[] }).BS, binaryLength)
  }
}

function mapSizeBytes(map: AttributeMap): number {
  return 3 + Object.keys(map).length + itemSizeBytes(map)
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
