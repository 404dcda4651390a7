/**
 * How many bytes an item counts for: what the 400 KB limit, pages and capacity units measure.
 *
 * Names and strings by their UTF-8 bytes, binaries by their raw bytes, numbers by the bytes of their
 * stored form (one for the exponent, one for each pair of digits, one more when negative), BOOL and
 * NULL one, sets the sum of their members, lists and maps three and one more for each element.
 */
import { binaryLength, typeOf, type AttributeMap, type AttributeValue } from './attribute-value.js'
import { findFacts } from './read-ahead.js'

export function itemSizeBytes(item: AttributeMap): number {
  const known = findFacts(item)
  if (known !== undefined) return known.sizeBytes
  let size = 0
  for (const name in item) size += textBytes(name) + valueSizeBytes(item[name]!)
  return size
}

/** What a number counts for where its vector does not count as a list. */
export const vectorNumberBytes = 4

/** What the name of an attribute counts for. */
export function nameSizeBytes(name: string): number {
  return textBytes(name)
}

export function valueSizeBytes(value: AttributeValue): number {
  // By the name of the one member: testing each type in turn costs several times as much.
  switch (typeOf(value)) {
    case 'S':
      return textBytes((value as { S: string }).S)
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
      return listSizeBytes((value as { L: readonly AttributeValue[] }).L)
    case 'SS':
      return sum((value as { SS: readonly string[] }).SS, textBytes)
    case 'NS':
      return sum((value as { NS: readonly string[] }).NS, numberSizeBytes)
    case 'BS':
      return sum((value as { BS: readonly string[] }).BS, binaryLength)
  }
}

/** Short texts, such as names, are nearly always ASCII, and a loop is faster than a native call. */
const shortTextCharacters = 24

function textBytes(text: string): number {
  if (text.length > shortTextCharacters) return Buffer.byteLength(text)
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > asciiMax) return Buffer.byteLength(text)
  }
  return text.length
}

const asciiMax = 0x7f

function listSizeBytes(list: readonly AttributeValue[]): number {
  return 3 + (findFacts(list)?.sizeBytes ?? sum(list, (element) => 1 + valueSizeBytes(element)))
}

function mapSizeBytes(map: AttributeMap): number {
  return 3 + Object.keys(map).length + itemSizeBytes(map)
}

/** Size of a number in normal form, read off its text without building the number. */
export function numberSizeBytes(text: string): number {
  if (text === '0') return 1
  const start = text.charCodeAt(0) === minus ? 1 : 0
  const point = text.indexOf('.')
  return 1 + start + (point === -1 ? integerPairs(text, start) : fractionPairs(text, start, point))
}

/** Pairs of digits, aligned at the decimal point, between the first and the last that is not zero. */
function integerPairs(text: string, start: number): number {
  let end = text.length
  while (text.charCodeAt(end - 1) === zeroDigit) end--
  return Math.ceil((text.length - start) / 2) - Math.floor((text.length - end) / 2)
}

function fractionPairs(text: string, start: number, point: number): number {
  const pairs = Math.ceil((text.length - point - 1) / 2)
  if (text.charCodeAt(start) !== zeroDigit) return Math.ceil((point - start) / 2) + pairs
  let first = point + 1
  while (text.charCodeAt(first) === zeroDigit) first++
  return pairs - Math.floor((first - point - 1) / 2)
}

const minus = 45
const zeroDigit = 48

function sum<T>(elements: readonly T[], measure: (element: T) => number): number {
  let total = 0
  for (const element of elements) total += measure(element)
  return total
}
