/** The order and the equality of values, as DynamoDB has them. */
import { valueTypes, typeOfValue, type AttributeValue, type Item } from './attribute-value.js'
import { bytesOfBase64, isBase64 } from './base64.js'
import { compareNumbers, normalNumber } from './decimal.js'
import { printValue } from './print-value.js'
import { compareTexts } from './text-order.js'

/**
 * Keys in the order of a query: texts by their UTF-8 bytes, numbers by their value, binary by bytes.
 * Values of other types have no order there; here they stay together by type, then by their text.
 */
export function compareValues(left: AttributeValue, right: AttributeValue): number {
  if ('S' in left && 'S' in right) return compareTexts(left.S, right.S)
  if ('N' in left && 'N' in right) return compareNumbers(left.N, right.N)
  if ('B' in left && 'B' in right) return compareBinaries(left.B, right.B)
  const types = valueTypes.indexOf(typeOfValue(left)) - valueTypes.indexOf(typeOfValue(right))
  return types === 0 ? compareTexts(printValue(left), printValue(right)) : types
}

function compareBinaries(left: string, right: string): number {
  if (!isBase64(left) || !isBase64(right)) return compareTexts(left, right)
  const a = bytesOfBase64(left)
  const b = bytesOfBase64(right)
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

/** Whether a condition would call them equal: `1.0` is `1`, and sets have no order. */
export function sameValue(left: AttributeValue, right: AttributeValue): boolean {
  if (left === right) return true
  if ('S' in left) return 'S' in right && left.S === right.S
  if ('N' in left) return 'N' in right && sameNumber(left.N, right.N)
  if ('B' in left) return 'B' in right && left.B === right.B
  if ('BOOL' in left) return 'BOOL' in right && left.BOOL === right.BOOL
  if ('NULL' in left) return 'NULL' in right && left.NULL === right.NULL
  if ('SS' in left) return 'SS' in right && sameMembers(left.SS, right.SS)
  if ('NS' in left) {
    return 'NS' in right && sameMembers(left.NS.map(normalNumber), right.NS.map(normalNumber))
  }
  if ('BS' in left) return 'BS' in right && sameMembers(left.BS, right.BS)
  if ('L' in left) {
    if (!('L' in right) || left.L.length !== right.L.length) return false
    return left.L.every((element, index) => sameValue(element, right.L[index]!))
  }
  return 'M' in right && sameItem(left.M, right.M)
}

export function sameItem(left: Item, right: Item): boolean {
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && sameValue(left[name]!, right[name]!))
}

function sameNumber(left: string, right: string): boolean {
  return left === right || normalNumber(left) === normalNumber(right)
}

function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false
  const members = new Set(left)
  return right.every((member) => members.has(member))
}
