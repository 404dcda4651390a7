/**
 * Key conditions: the form a condition must have to select by key. Each compares one attribute with
 * constants; several are joined by AND. Whether the attributes belong to a key is not known here.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { validation, type ServiceError } from '../model/errors.js'
import { unreachable } from '../stdx/assert.js'
import type { Comparator, Condition, Operand } from './condition.js'

export type KeyCondition = { readonly attribute: string } & (
  | { readonly kind: KeyComparator; readonly value: AttributeValue }
  | { readonly kind: 'between'; readonly lower: AttributeValue; readonly upper: AttributeValue }
  | { readonly kind: 'begins-with'; readonly value: AttributeValue }
  /** An older operator that cannot select by key; AWS reports it only once the key is known. */
  | { readonly kind: 'not-indexable' }
)

export type KeyComparator = Exclude<Comparator, '<>'>

/** Faults in the order the service finds them: depth first, from the left. */
export function readKeyConditions(condition: Condition): readonly KeyCondition[] {
  const found: KeyCondition[] = []
  collect(condition, found)
  return found
}

function collect(condition: Condition, found: KeyCondition[]): void {
  if (condition.kind === 'and') {
    for (const inner of condition.conditions) collect(inner, found)
    return
  }
  const read = readOne(condition)
  if (found.some(({ attribute }) => attribute === read.attribute)) {
    throw fault('KeyConditionExpressions must only contain one condition per key')
  }
  found.push(read)
}

function readOne(condition: Condition): KeyCondition {
  switch (condition.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'in':
      throw invalidOperator(condition.kind.toUpperCase())
    case 'exists':
      throw invalidOperator('attribute_exists')
    case 'not-exists':
      throw invalidOperator('attribute_not_exists')
    case 'has-type':
      throw invalidOperator('attribute_type')
    case 'contains':
      throw invalidOperator('contains')
    case 'comparison':
      return readComparison(condition.comparator, condition.left, condition.right)
    case 'between':
      return readBetween(condition.operand, condition.lower, condition.upper)
    case 'begins-with':
      return readBeginsWith(condition.operand, condition.prefix)
    default:
      return unreachable(condition)
  }
}

function readComparison(comparator: Comparator, left: Operand, right: Operand): KeyCondition {
  if (comparator === '<>') throw invalidOperator('<>')
  const attribute = attributeIn([left, right])
  if (left.kind === 'path') return { kind: comparator, attribute, value: constant(right) }
  return { kind: turned[comparator], attribute, value: constant(left) }
}

/** `:v < a` means `a > :v`. */
const turned: Readonly<Record<KeyComparator, KeyComparator>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function readBetween(operand: Operand, lower: Operand, upper: Operand): KeyCondition {
  requireFirst('BETWEEN', operand)
  const attribute = attributeIn([operand, lower, upper])
  return { kind: 'between', attribute, lower: constant(lower), upper: constant(upper) }
}

function readBeginsWith(operand: Operand, prefix: Operand): KeyCondition {
  requireFirst('begins_with', operand)
  return {
    kind: 'begins-with',
    attribute: attributeIn([operand, prefix]),
    value: constant(prefix),
  }
}

function requireFirst(operator: string, operand: Operand): void {
  if (operand.kind === 'size') throw nested()
  if (operand.kind === 'path') return
  throw invalidCondition(`${operator} operator must have the key attribute as its first operand`)
}

/**
 * The one attribute among the operands; the others must be constants. AWS: from the left, and the
 * first fault wins.
 */
function attributeIn(operands: readonly Operand[]): string {
  let found: string | undefined
  for (const operand of operands) {
    if (operand.kind === 'size') throw nested()
    if (operand.kind === 'value') continue
    if (found !== undefined)
      throw invalidCondition('Multiple attribute names used in one condition')
    if (operand.path.length > 1) {
      throw fault('KeyConditionExpressions cannot have conditions on nested attributes')
    }
    found = operand.path[0]
  }
  if (found === undefined) throw invalidCondition('No key attribute specified')
  return found
}

function constant(operand: Operand): AttributeValue {
  if (operand.kind === 'value') return operand.value
  throw nested()
}

function invalidOperator(operator: string): ServiceError {
  return fault(`Invalid operator used in KeyConditionExpression: ${operator}`)
}

function invalidCondition(sentence: string): ServiceError {
  return fault(`Invalid condition in KeyConditionExpression: ${sentence}`)
}

function nested(): ServiceError {
  return fault('KeyConditionExpressions cannot contain nested operations')
}

function fault(sentence: string): ServiceError {
  return validation(`Invalid KeyConditionExpression: ${sentence}`, 'expression')
}
