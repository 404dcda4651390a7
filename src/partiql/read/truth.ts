/**
 * Conditions as values: statements may compare a condition with a boolean, an attribute or another
 * condition. All of it is expressed with AND, OR and NOT, so the evaluator need not know.
 *
 * Comparing two conditions evaluates each of them twice, which doubles with every level of
 * comparisons; `requireFewParts` limits the total.
 */
import type { AttributeValue } from '../../model/attribute-value.js'
import { validation } from '../../model/errors.js'
import { conditionPartsMax } from '../limits.js'
import type { Condition, Operand } from '../../expressions/condition.js'
import { statementSentences } from '../sentences.js'

/** One side of a comparison: a condition, or an operand of `expressions/`. */
export type Term =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'operand'; readonly operand: Operand }

const always: Condition = { kind: 'and', conditions: [] }
const never: Condition = negation(always)

export function negation(condition: Condition): Condition {
  return { kind: 'not', condition }
}

/** Whether a condition, taken as a boolean, equals a term. */
export function conditionEquals(condition: Condition, term: Term): Condition {
  if (term.kind === 'condition')
    return agreement(condition, term.condition, negation(term.condition))
  const { operand } = term
  if (operand.kind === 'value') return equalsConstant(condition, operand.value)
  if (operand.kind === 'size') return never
  return agreement(condition, isBoolean(operand, true), isBoolean(operand, false))
}

/** AWS: a missing attribute does not differ from anything. */
export function conditionDiffers(condition: Condition, term: Term): Condition {
  const differs = negation(conditionEquals(condition, term))
  if (term.kind === 'condition' || term.operand.kind === 'value') return differs
  return { kind: 'and', conditions: [isThere(term.operand), differs] }
}

/** Holds if the operand has a value: a path that leads somewhere, something that has a size. */
export function isThere(operand: Exclude<Operand, { readonly kind: 'value' }>): Condition {
  if (operand.kind === 'path') return { kind: 'exists', path: operand.path }
  const zero: Operand = { kind: 'value', value: { N: '0' } }
  return { kind: 'comparison', comparator: '>=', left: operand, right: zero }
}

function agreement(condition: Condition, whenTrue: Condition, whenFalse: Condition): Condition {
  return {
    kind: 'or',
    conditions: [
      { kind: 'and', conditions: [condition, whenTrue] },
      { kind: 'and', conditions: [negation(condition), whenFalse] },
    ],
  }
}

function equalsConstant(condition: Condition, value: AttributeValue): Condition {
  if (!('BOOL' in value)) return never
  return value.BOOL ? condition : negation(condition)
}

function isBoolean(operand: Operand, value: boolean): Condition {
  const right: Operand = { kind: 'value', value: { BOOL: value } }
  return { kind: 'comparison', comparator: '=', left: operand, right }
}

/** Counts every part as often as evaluation would visit it, but visits each only once. */
export function requireFewParts(condition: Condition): void {
  if (partsOf(condition, new Map()) <= conditionPartsMax) return
  throw validation(statementSentences.tooComplex)
}

function partsOf(condition: Condition, known: Map<Condition, number>): number {
  const counted = known.get(condition)
  if (counted !== undefined) return counted
  let parts = 1
  for (const inner of conditionsIn(condition)) parts += partsOf(inner, known)
  known.set(condition, parts)
  return parts
}

function conditionsIn(condition: Condition): readonly Condition[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.conditions
  return condition.kind === 'not' ? [condition.condition] : []
}
