/**
 * Equality and order of attribute values. Scalars are kept in normal form, so equal ones have equal
 * texts, and sets are kept in order. Only strings, numbers and binaries are ordered, and
 * only among themselves.
 */
import { binaryBytes, type AttributeMap, type AttributeValue } from './attribute-value.js'
import { compareNumbers } from './decimal.js'
import { compareStrings } from './set-order.js'
import { attributeOf } from './item.js'

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

/** Sets are kept in order, so equal ones agree member by member. */
function setsEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((member, i) => member === b[i])
}

/** Negative, zero or positive as `a` is below, at or above `b`; undefined when they have no order. */
export function compareValues(a: AttributeValue, b: AttributeValue): number | undefined {
  if ('S' in a) return 'S' in b ? compareStrings(a.S, b.S) : undefined
  if ('N' in a) return 'N' in b ? compareNumbers(a.N, b.N) : undefined
  if (!('B' in a) || !('B' in b)) return undefined
  return Buffer.compare(binaryBytes(a.B), binaryBytes(b.B))
}
