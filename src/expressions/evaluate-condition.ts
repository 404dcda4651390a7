/**
 * Whether a condition holds for an item. Nothing here fails: an attribute that is missing or of
 * another type makes a condition false, except that it differs from everything (`<>`).
 */
import {
  typeOf,
  binaryBytes,
  binaryLength,
  type AttributeMap,
  type AttributeValue,
} from '../model/attribute-value.js'
import { valueAt } from '../model/document-path.js'
import type { Item } from '../model/item.js'
import { unreachable } from '../stdx/assert.js'
import { compareValues, valuesEqual } from '../model/compare-values.js'
import type { Comparator, Condition, Operand } from './condition.js'
import { containsValue } from './contains.js'

type MaybeValue = AttributeValue | undefined

const noItem: Item = {}

/** A missing item is evaluated like one without attributes. */
export function holds(condition: Condition, item: Item | undefined = noItem): boolean {
  return isTrue(condition, item, condition)
}

/** `whole` is the condition that this one is a part of. */
function isTrue(condition: Condition, item: Item, whole: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((inner) => isTrue(inner, item, whole))
    case 'or':
      return condition.conditions.some((inner) => isTrue(inner, item, whole))
    case 'not':
      return !isTrue(condition.condition, item, whole)
    case 'comparison': {
      const left = valueOf(condition.left, item)
      return compares(condition.comparator, left, valueOf(condition.right, item))
    }
    case 'between': {
      const value = valueOf(condition.operand, item)
      return (
        compares('>=', value, valueOf(condition.lower, item)) &&
        compares('<=', value, valueOf(condition.upper, item))
      )
    }
    case 'in': {
      const value = valueOf(condition.operand, item)
      return condition.candidates.some((candidate) =>
        compares('=', value, valueOf(candidate, item)),
      )
    }
    case 'exists':
      return valueAt(item, condition.path) !== undefined
    case 'not-exists':
      return valueAt(item, condition.path) === undefined
    case 'has-type': {
      const value = valueOf(condition.operand, item)
      return value !== undefined && typeOf(value) === condition.type
    }
    case 'begins-with':
      return beginsWith(valueOf(condition.operand, item), valueOf(condition.prefix, item))
    case 'contains':
      return containsValue(whole, valueOf(condition.operand, item), valueOf(condition.member, item))
    default:
      return unreachable(condition)
  }
}

function valueOf(operand: Operand, item: Item): MaybeValue {
  if (operand.kind === 'value') return operand.value
  if (operand.kind === 'path') return valueAt(item, operand.path)
  const size = sizeOf(valueOf(operand.operand, item))
  return size === undefined ? undefined : { N: String(size) }
}

function compares(comparator: Comparator, left: MaybeValue, right: MaybeValue): boolean {
  if (left === undefined || right === undefined) return comparator === '<>'
  if (comparator === '=') return valuesEqual(left, right)
  if (comparator === '<>') return !valuesEqual(left, right)
  const order = compareValues(left, right)
  if (order === undefined) return false
  if (comparator === '<') return order < 0
  if (comparator === '<=') return order <= 0
  return comparator === '>' ? order > 0 : order >= 0
}

/**
 * AWS: the size of a string is its number of UTF-16 units, that of a binary its number of bytes.
 */
function sizeOf(value: MaybeValue): number | undefined {
  if (value === undefined) return undefined
  if ('S' in value) return value.S.length
  if ('B' in value) return binaryLength(value.B)
  if ('L' in value) return value.L.length
  if ('M' in value) return memberCount(value.M)
  return membersOf(value)?.length
}

/** Counting takes as long as there are members, and a condition may ask a hundred times. */
const memberCounts = new WeakMap<AttributeMap, number>()

function memberCount(map: AttributeMap): number {
  let count = memberCounts.get(map)
  if (count === undefined) memberCounts.set(map, (count = Object.keys(map).length))
  return count
}

function membersOf(value: AttributeValue): readonly string[] | undefined {
  if ('SS' in value) return value.SS
  if ('NS' in value) return value.NS
  return 'BS' in value ? value.BS : undefined
}

function beginsWith(value: MaybeValue, prefix: MaybeValue): boolean {
  if (value === undefined || prefix === undefined) return false
  if ('S' in value) return 'S' in prefix && value.S.startsWith(prefix.S)
  if (!('B' in value) || !('B' in prefix)) return false
  const start = binaryBytes(prefix.B)
  // Of the value only as much is decoded as it takes.
  const text = value.B.slice(0, Math.ceil(start.length / 3) * 4)
  return binaryBytes(text).subarray(0, start.length).equals(start)
}
