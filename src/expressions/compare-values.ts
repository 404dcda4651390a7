/**
 * Equality and order of attribute values. Scalars are kept in normal form, so equal ones have equal
 * texts; sets are equal whatever their order. Only strings, numbers and binaries are ordered, and
 * only among themselves.
 */
import { binaryBytes, type AttributeMap, type AttributeValue } from '../model/attribute-value.js'
import { compareNumbers } from '../model/decimal.js'
import { attributeOf } from '../model/item.js'

export function valuesEqual(a: AttributeValue, b: AttributeValue): boolean {
  if (a === b) return true
  if ('S' in a) return 'S' in b && a.S === b.S
  if ('N' in a) return 'N' in b && a.N === b.N
  if ('BOOL' in a) return 'BOOL' in b && a.BOOL === b.BOOL
  if ('NULL' in a) return 'NULL' in b
  if ('B' in a) return 'B' in b && a.B === b.B
  if ('M' in a) return 'M' in b && itemsEqual(a.M, b.M)
  if ('L' in a) return 'L' in b && listsEqual(a.L, b.L)
  if ('SS' in a) return 'SS' in b && setsEqual(a.SS, b.SS)
  if ('NS' in a) return 'NS' in b && setsEqual(a.NS, b.NS)
  return 'BS' in b && setsEqual(a.BS, b.BS)
}

/** Whether two items, or two maps, have the same attributes with equal values. */
export function itemsEqual(a: AttributeMap, b: AttributeMap): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  for (const name of names) {
    const other = attributeOf(b, name)
    if (other === undefined || !valuesEqual(a[name]!, other)) return false
  }
  return true
}

function listsEqual(a: readonly AttributeValue[], b: readonly AttributeValue[]): boolean {
  return a.length === b.length && a.every((value, i) => valuesEqual(value, b[i]!))
}

/** Neither has duplicates, so one that holds all of the other, and no more, is its equal. */
function setsEqual(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  if (a.every((member, i) => member === b[i])) return true
  const members = new Set(b)
  return a.every((member) => members.has(member))
}

/** Negative, zero or positive as `a` is below, at or above `b`; undefined when they have no order. */
export function compareValues(a: AttributeValue, b: AttributeValue): number | undefined {
  if ('S' in a) return 'S' in b ? compareStrings(a.S, b.S) : undefined
  if ('N' in a) return 'N' in b ? compareNumbers(a.N, b.N) : undefined
  if (!('B' in a) || !('B' in b)) return undefined
  return Buffer.compare(binaryBytes(a.B), binaryBytes(b.B))
}

/** Orders strings by their UTF-8 bytes, without encoding them. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const [one, two] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (one !== two) return bytesRank(one) - bytesRank(two)
  }
  return a.length - b.length
}

/**
 * UTF-16 and UTF-8 agree on order but for surrogates: halves of characters beyond U+FFFF, which in
 * UTF-8 come after everything else, U+E000 to U+FFFF included.
 */
function bytesRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
