/**
 * One condition of the legacy parameters: an attribute, an operator and a list of values. The
 * checks are in the service's order, and their faults never name the parameter.
 */
import { typeOf, type AttributeType, type AttributeValue } from '../../model/attribute-value.js'
import type { DocumentPath } from '../../model/document-path.js'
import { invalidParameter, validation } from '../../model/errors.js'
import { readAttributeValue, type RawAttributeValue } from '../../model/read-attribute-value.js'
import { unreachable } from '../../stdx/assert.js'
import { compareValues } from '../../model/compare-values.js'
import type { Comparator, Condition, PathOperand, ValueOperand } from '../condition.js'

export type ComparisonOperator =
  | 'EQ'
  | 'NE'
  | 'IN'
  | 'LE'
  | 'LT'
  | 'GE'
  | 'GT'
  | 'BETWEEN'
  | 'NOT_NULL'
  | 'NULL'
  | 'CONTAINS'
  | 'NOT_CONTAINS'
  | 'BEGINS_WITH'

export type ConditionalOperator = 'AND' | 'OR'

export function readLegacyCondition(
  name: string,
  operator: ComparisonOperator,
  rawValues: readonly RawAttributeValue[],
): Condition {
  const values = rawValues.map((raw) => readAttributeValue(raw))
  checkCount(operator, values.length)
  const types = values.map(typeOf)
  if (types.some((type) => type !== types[0])) throw differentTypes()
  checkType(operator, types[0])
  if (operator === 'BETWEEN') checkRange(values)
  return toCondition([name], operator, values)
}

/** All of the conditions, or any of them for OR; undefined if there are none. */
export function combine(
  conditions: readonly Condition[],
  conditionalOperator: ConditionalOperator | undefined,
): Condition | undefined {
  if (conditions.length < 2) return conditions[0]
  return { kind: conditionalOperator === 'OR' ? 'or' : 'and', conditions }
}

export function checkConditionalOperator(
  conditionalOperator: ConditionalOperator | undefined,
  conditionCount: number,
): void {
  if (conditionalOperator === undefined || conditionCount > 1) return
  throw validation(
    conditionCount === 0
      ? 'ConditionalOperator cannot be used without Filter or Expected'
      : 'ConditionalOperator can only be used when Filter or Expected has two or more elements',
  )
}

function checkCount(operator: ComparisonOperator, count: number): void {
  if (operator === 'IN' ? count >= 1 : count === valueCount(operator)) return
  throw invalidParameter(
    `Invalid number of argument(s) for the ${operator} ComparisonOperator`,
    'legacy-condition',
  )
}

export function valueCount(operator: ComparisonOperator): number {
  if (operator === 'NULL' || operator === 'NOT_NULL') return 0
  return operator === 'BETWEEN' ? 2 : 1
}

function differentTypes() {
  return invalidParameter(
    'AttributeValues inside AttributeValueList must be of same type',
    'legacy-condition',
  )
}

const orderedTypes: readonly AttributeType[] = ['S', 'N', 'B']
const allowedTypes: Readonly<Partial<Record<ComparisonOperator, readonly AttributeType[]>>> = {
  LT: orderedTypes,
  LE: orderedTypes,
  GT: orderedTypes,
  GE: orderedTypes,
  IN: orderedTypes,
  BETWEEN: orderedTypes,
  BEGINS_WITH: ['S', 'B'],
  CONTAINS: [...orderedTypes, 'BOOL', 'NULL'],
  NOT_CONTAINS: [...orderedTypes, 'BOOL', 'NULL'],
}

function checkType(operator: ComparisonOperator, type: AttributeType | undefined): void {
  const allowed = allowedTypes[operator]
  if (type === undefined || allowed === undefined || allowed.includes(type)) return
  throw invalidParameter(
    `ComparisonOperator ${operator} is not valid for ${type} AttributeValue type`,
    'legacy-condition',
  )
}

function checkRange([lower, upper]: readonly AttributeValue[]): void {
  if (compareValues(lower!, upper!)! <= 0) return
  throw validation(
    'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    'legacy-condition',
  )
}

function toCondition(
  path: DocumentPath,
  operator: ComparisonOperator,
  values: readonly AttributeValue[],
): Condition {
  const operand: PathOperand = { kind: 'path', path }
  const constants = values.map((value): ValueOperand => ({ kind: 'value', value }))
  const [first, second] = constants
  switch (operator) {
    case 'NULL':
      return { kind: 'not-exists', path }
    case 'NOT_NULL':
      return { kind: 'exists', path }
    case 'IN':
      return { kind: 'in', operand, candidates: constants }
    case 'BETWEEN':
      return { kind: 'between', operand, lower: first!, upper: second! }
    case 'BEGINS_WITH':
      return { kind: 'begins-with', operand, prefix: first! }
    case 'CONTAINS':
      return { kind: 'contains', operand, member: first! }
    case 'NOT_CONTAINS':
      return lacks(path, { kind: 'contains', operand, member: first! })
    case 'EQ':
    case 'NE':
    case 'LT':
    case 'LE':
    case 'GT':
    case 'GE':
      return { kind: 'comparison', comparator: comparators[operator], left: operand, right: first! }
    default:
      return unreachable(operator)
  }
}

const comparators = {
  EQ: '=',
  NE: '<>',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
} as const satisfies Record<string, Comparator>

// AWS: NOT_CONTAINS is false for a missing attribute, as CONTAINS is.
function lacks(path: DocumentPath, contains: Condition): Condition {
  return {
    kind: 'and',
    conditions: [
      { kind: 'exists', path },
      { kind: 'not', condition: contains },
    ],
  }
}
