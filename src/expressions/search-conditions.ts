/**
 * Search conditions: the form a condition must have to limit a search for vectors. Each says that one
 * attribute equals a constant; several are joined by AND. Whether an index knows the attributes is not
 * known here.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import type { ServiceError } from '../model/errors.js'
import type { Condition, Operand } from './condition.js'
import { expressionFault } from './sentences.js'

/** The value that each attribute has to have, in the order of the expression. */
export type SearchConditions = ReadonlyMap<string, AttributeValue>

/** Faults from the left. AWS: the sentence for OR, NOT and functions is not known. */
export function readSearchConditions(condition: Condition): SearchConditions {
  const found = new Map<string, AttributeValue>()
  collect(condition, found)
  return found
}

function collect(condition: Condition, found: Map<string, AttributeValue>): void {
  if (condition.kind === 'and') {
    for (const inner of condition.conditions) collect(inner, found)
    return
  }
  if (condition.kind !== 'comparison') throw invalid('operator')
  if (condition.comparator !== '=') throw invalid('comparator')
  const [attribute, value] = equality(condition.left, condition.right)
  if (found.has(attribute)) {
    throw fault('SearchConditionExpression must only contain one condition per attribute')
  }
  found.set(attribute, value)
}

/** AWS: what two attributes or two constants get is not known. */
function equality(left: Operand, right: Operand): readonly [string, AttributeValue] {
  const path = [left, right].find((operand) => operand.kind === 'path')
  const constant = [left, right].find((operand) => operand.kind === 'value')
  if (path === undefined || constant === undefined) throw invalid('operator')
  if (path.path.length > 1) {
    throw fault('SearchConditionExpression cannot have conditions on nested attributes')
  }
  return [path.path[0], constant.value]
}

function invalid(what: 'operator' | 'comparator'): ServiceError {
  return fault(`Invalid ${what} used in SearchConditionExpression`)
}

function fault(sentence: string): ServiceError {
  return expressionFault('SearchConditionExpression', sentence)
}
