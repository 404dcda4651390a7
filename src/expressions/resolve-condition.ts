/**
 * Fills names and values into a condition and makes the checks that need them. Conditions are
 * resolved one by one from the left; within one, first every placeholder must be defined, then the
 * number, the distinctness and the types of the operands are checked.
 */
import type { AttributeType } from '../model/attribute-value.js'
import type { DocumentPath } from '../model/document-path.js'
import { inOperandsMax } from '../model/limits.js'
import { assert, unreachable } from '../stdx/assert.js'
import type { Condition } from './condition.js'
import { checkLeaf } from './check-leaf.js'
import { resolveOperand, toOperand, type ResolvedOperand } from './resolve-operand.js'
import { expressionFault, sentences, type ExpressionName } from './sentences.js'
import type { Substitutions } from './substitutions.js'
import type { ConditionSyntax, LeafSyntax } from './syntax.js'

export function resolveCondition(
  expression: ExpressionName,
  syntax: ConditionSyntax,
  substitutions: Substitutions,
): Condition {
  const resolve = (inner: ConditionSyntax) => resolveCondition(expression, inner, substitutions)
  switch (syntax.kind) {
    case 'and':
    case 'or':
      return { kind: syntax.kind, conditions: syntax.conditions.map(resolve) }
    case 'not':
      return { kind: 'not', condition: resolve(syntax.condition) }
    case 'comparison':
    case 'between':
    case 'in':
    case 'function':
      return resolveLeaf(expression, syntax, substitutions)
    default:
      return unreachable(syntax)
  }
}

function resolveLeaf(
  expression: ExpressionName,
  syntax: LeafSyntax,
  substitutions: Substitutions,
): Condition {
  const operands = syntax.operands.map((operand) =>
    resolveOperand(expression, operand, substitutions),
  )
  if (syntax.kind === 'in' && operands.length - 1 > inOperandsMax) {
    throw expressionFault(expression, sentences.tooManyInOperands(operands.length - 1))
  }
  const sentence = checkLeaf(syntax, operands)
  if (sentence !== undefined) throw expressionFault(expression, sentence)
  return toCondition(syntax, operands)
}

/** The operands have been checked: their number and types are right. */
function toCondition(syntax: LeafSyntax, operands: readonly ResolvedOperand[]): Condition {
  const [first, second, third] = operands.map(toOperand)
  switch (syntax.kind) {
    case 'comparison':
      return { kind: 'comparison', comparator: syntax.comparator, left: first!, right: second! }
    case 'between':
      return { kind: 'between', operand: first!, lower: second!, upper: third! }
    case 'in':
      return { kind: 'in', operand: first!, candidates: operands.slice(1).map(toOperand) }
    case 'function':
      return toFunctionCondition(syntax.name, operands)
    default:
      return unreachable(syntax)
  }
}

/** PartiQL statements have the same functions. */
export function toFunctionCondition(name: string, operands: readonly ResolvedOperand[]): Condition {
  const [first, second] = operands
  switch (name) {
    case 'attribute_exists':
      return { kind: 'exists', path: pathOf(first) }
    case 'attribute_not_exists':
      return { kind: 'not-exists', path: pathOf(first) }
    case 'attribute_type':
      return { kind: 'has-type', operand: toOperand(first!), type: typeNameOf(second) }
    case 'begins_with':
      return { kind: 'begins-with', operand: toOperand(first!), prefix: toOperand(second!) }
    default:
      return { kind: 'contains', operand: toOperand(first!), member: toOperand(second!) }
  }
}

function pathOf(operand: ResolvedOperand | undefined): DocumentPath {
  assert(operand?.kind === 'path', 'the first operand was checked to be a path')
  return operand.path
}

function typeNameOf(operand: ResolvedOperand | undefined): AttributeType {
  assert(operand?.kind === 'value' && 'S' in operand.value, 'the type was checked to be a string')
  return operand.value.S as AttributeType
}
