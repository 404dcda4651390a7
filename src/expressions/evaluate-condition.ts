/**
 * Whether a condition holds for an item. Nothing here fails: an attribute that is missing or of
 * another type makes a condition false, except that it differs from everything (`<>`).
 */
import { typeOf, binaryBytes, binaryLength, type AttributeValue } from '../model/attribute-value.js'
import { valueAt } from '../model/document-path.js'
import type { Item } from '../model/item.js'
import { unreachable } from '../stdx/assert.js'
import { compareValues, valuesEqual } from '../model/compare-values.js'
import type { Comparator, Condition, Operand } from './condition.js'

type MaybeValue = AttributeValue | undefined

const noItem: Item = {}

/** A missing item is evaluated like one without attributes. */
export function holds(condition: Condition, item: Item | undefined = noItem): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((inner) => holds(inner, item))
    case 'or':
      return condition.conditions.some((inner) => holds(inner, item))
    case 'not':
      return !holds(condition.condition, item)
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
      return contains(valueOf(condition.operand, item), valueOf(condition.member, item))
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
  if ('M' in value) return Object.keys(value.M).length
  return membersOf(value)?.length
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
  return binaryBytes(value.B).subarray(0, start.length).equals(start)
}

/** Whether a string or binary contains a part, a set a member, or a list an element. */
function contains(container: MaybeValue, member: MaybeValue): boolean {
  if (container === undefined || member === undefined) return false
  if ('L' in container) return container.L.some((element) => valuesEqual(element, member))
  if ('S' in member) {
    if ('S' in container) return container.S.includes(member.S)
    return 'SS' in container && container.SS.includes(member.S)
  }
  if ('N' in member) return 'NS' in container && container.NS.includes(member.N)
  if (!('B' in member)) return false
  if ('B' in container) return binaryBytes(container.B).includes(binaryBytes(member.B))
  return 'BS' in container && container.BS.includes(member.B)
}
