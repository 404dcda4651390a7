/**
 * The value of a SET operand for an item: first the types are checked, then the value is computed.
 */
import type { AttributeType, AttributeValue } from '../model/attribute-value.js'
import { typeOf } from '../model/attribute-value.js'
import { addNumbers, subtractNumbers } from '../model/decimal.js'
import { valueAt } from '../model/document-path.js'
import { validation } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { numberSentence } from '../model/read-attribute-value.js'
import { assert, unreachable } from '../stdx/assert.js'
import { updateSentences } from './sentences.js'
import type { UpdateOperand } from './update.js'

/**
 * The type an operand will have; undefined if it reads a missing attribute. Throws if the types do
 * not fit.
 */
export function checkOperandTypes(operand: UpdateOperand, item: Item): AttributeType | undefined {
  switch (operand.kind) {
    case 'value':
      return typeOf(operand.value)
    case 'path': {
      const value = valueAt(item, operand.path)
      return value === undefined ? undefined : typeOf(value)
    }
    case 'if-not-exists': {
      const fallback = checkOperandTypes(operand.fallback, item)
      const value = valueAt(item, operand.path)
      return value === undefined ? fallback : typeOf(value)
    }
    case 'list-append':
      return requireType('L', operand, item)
    case 'plus':
    case 'minus':
      return requireType('N', operand, item)
    default:
      return unreachable(operand)
  }
}

function requireType(
  wanted: AttributeType,
  operand: { readonly left: UpdateOperand; readonly right: UpdateOperand },
  item: Item,
): AttributeType {
  for (const side of [operand.left, operand.right]) {
    const type = checkOperandTypes(side, item)
    if (type !== undefined && type !== wanted) throw validation(updateSentences.wrongType)
  }
  return wanted
}

export function computeOperand(operand: UpdateOperand, item: Item): AttributeValue {
  switch (operand.kind) {
    case 'value':
      return operand.value
    case 'path':
      return requireValue(valueAt(item, operand.path))
    case 'if-not-exists':
      return valueAt(item, operand.path) ?? computeOperand(operand.fallback, item)
    case 'list-append': {
      const left = computeOperand(operand.left, item)
      return appendLists(left, computeOperand(operand.right, item))
    }
    case 'plus':
    case 'minus': {
      const left = computeOperand(operand.left, item)
      return calculate(operand.kind, left, computeOperand(operand.right, item))
    }
    default:
      return unreachable(operand)
  }
}

function requireValue(value: AttributeValue | undefined): AttributeValue {
  if (value === undefined) throw validation(updateSentences.missingAttribute)
  return value
}

export function appendLists(left: AttributeValue, right: AttributeValue): AttributeValue {
  assert('L' in left && 'L' in right, 'both sides were checked to be lists')
  return { L: [...left.L, ...right.L] }
}

export function calculate(
  kind: 'plus' | 'minus',
  left: AttributeValue,
  right: AttributeValue,
): AttributeValue {
  assert('N' in left && 'N' in right, 'both sides were checked to be numbers')
  const result = (kind === 'plus' ? addNumbers : subtractNumbers)(left.N, right.N)
  if ('fault' in result) throw validation(numberSentence(result.fault))
  return { N: result.text }
}
