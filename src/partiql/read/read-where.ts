/**
 * Turns the WHERE of a statement into a condition of `expressions/`, and refuses what that language
 * cannot express. Operands are checked as in expressions, with the same sentences.
 *
 * AWS: unlike in expressions, a missing attribute does not differ from anything: `a <> 'x'` needs
 * `a`.
 */
import { validation } from '../../model/errors.js'
import { inOperandsMax } from '../../model/limits.js'
import { assert } from '../../stdx/assert.js'
import { checkLeaf } from '../../expressions/check-leaf.js'
import type { Comparator, Condition, Operand } from '../../expressions/condition.js'
import { toFunctionCondition } from '../../expressions/resolve-condition.js'
import { toOperand, type ResolvedOperand } from '../../expressions/resolve-operand.js'
import { sentences } from '../../expressions/sentences.js'
import type { LeafSyntax } from '../../expressions/syntax.js'
import type { Binding } from './binding.js'
import { readPath } from './read-path.js'
import { typeCondition } from './read-type.js'
import { findValue } from './read-value.js'
import { statementSentences } from '../sentences.js'
import type { CallExpression, Expression } from '../parse/syntax.js'
import { conditionDiffers, conditionEquals, isThere, negation, requireFewParts } from './truth.js'

/** Like `Term` in `truth.ts`, but the operands of its calls have not been checked yet. */
type Read =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'operand'; readonly operand: ResolvedOperand }

export function readWhere(expression: Expression, binding: Binding): Condition {
  const condition = requireCondition(expression, binding)
  requireFewParts(condition)
  return condition
}

function requireCondition(expression: Expression, binding: Binding): Condition {
  const read = readTerm(expression, binding)
  if (read.kind === 'condition') return read.condition
  if (read.operand.kind === 'call') throw misused(read.operand.name)
  throw binding.fault(statementSentences.notACondition, expression.span)
}

function readTerm(expression: Expression, binding: Binding): Read {
  const condition = findCondition(expression, binding)
  if (condition !== undefined) return { kind: 'condition', condition }
  return { kind: 'operand', operand: readOperand(expression, binding) }
}

function findCondition(expression: Expression, binding: Binding): Condition | undefined {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return {
        kind: expression.kind,
        conditions: expression.operands.map((operand) => requireCondition(operand, binding)),
      }
    case 'unary':
      if (expression.operator !== 'NOT') return undefined
      return negation(requireCondition(expression.operand, binding))
    case 'binary':
      return readComparison(expression.operator, expression.left, expression.right, binding)
    case 'between':
      return readBetween([expression.operand, expression.lower, expression.upper], binding)
    case 'in':
      return readIn(expression.operand, expression.candidates, binding)
    case 'is':
      return readIs(expression.operand, expression.type, binding)
    case 'call':
      return conditionFunctions.has(expression.name) ? readFunction(expression, binding) : undefined
    default:
      return undefined
  }
}

function readOperand(expression: Expression, binding: Binding): ResolvedOperand {
  if (expression.kind === 'path') return { kind: 'path', path: readPath(expression, binding) }
  if (expression.kind === 'call') return readSize(expression, binding)
  const value = findValue(expression, binding)
  if (value !== undefined) return { kind: 'value', value }
  throw binding.fault(statementSentences.pathComponent, expression.span)
}

const comparators: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>='])

function readComparison(
  operator: string,
  leftSide: Expression,
  rightSide: Expression,
  binding: Binding,
): Condition {
  if (!comparators.has(operator)) throw validation(statementSentences.unsupportedOperator(operator))
  const comparator = operator as Comparator
  const [left, right] = [readTerm(leftSide, binding), readTerm(rightSide, binding)]
  if (left.kind === 'operand' && right.kind === 'operand') {
    return compare(comparator, left.operand, right.operand)
  }
  if (comparator !== '=' && comparator !== '<>') {
    throw validation(sentences.operandType(comparator, 'BOOL'))
  }
  const compareWith = comparator === '=' ? conditionEquals : conditionDiffers
  if (left.kind === 'condition') return compareWith(left.condition, settle(right))
  assert(right.kind === 'condition', 'one of the sides is a condition')
  return compareWith(right.condition, settle(left))
}

/** Checks an operand that is not inside a comparison or function. */
function settle(read: Read) {
  if (read.kind === 'condition') return read
  check({ kind: 'in', operands: [] }, [read.operand])
  return { kind: 'operand', operand: toOperand(read.operand) } as const
}

function compare(
  comparator: Comparator,
  leftOperand: ResolvedOperand,
  rightOperand: ResolvedOperand,
): Condition {
  check({ kind: 'comparison', comparator, operands: [] }, [leftOperand, rightOperand])
  const [left, right] = [toOperand(leftOperand), toOperand(rightOperand)]
  const comparison: Condition = { kind: 'comparison', comparator, left, right }
  if (comparator !== '<>') return comparison
  const conditions = [left, right].flatMap(thereIfNeeded)
  return conditions.length === 0
    ? comparison
    : { kind: 'and', conditions: [...conditions, comparison] }
}

function thereIfNeeded(operand: Operand): readonly Condition[] {
  return operand.kind === 'value' ? [] : [isThere(operand)]
}

function readBetween(operands: readonly Expression[], binding: Binding): Condition {
  const resolved = operands.map((operand) => {
    const read = readTerm(operand, binding)
    if (read.kind === 'operand') return read.operand
    throw validation(sentences.operandType('BETWEEN', 'BOOL'))
  })
  check({ kind: 'between', operands: [] }, resolved)
  const [operand, lower, upper] = resolved.map(toOperand)
  return { kind: 'between', operand: operand!, lower: lower!, upper: upper! }
}

/** An operand of a function. */
function requireOperand(name: string, expression: Expression, binding: Binding): ResolvedOperand {
  const read = readTerm(expression, binding)
  if (read.kind === 'operand') return read.operand
  throw expression.kind === 'call'
    ? misused(expression.name)
    : validation(sentences.operandType(name, 'BOOL'))
}

function readIn(operand: Expression, candidates: Expression, binding: Binding): Condition {
  if (candidates.kind !== 'list') {
    throw binding.fault(statementSentences.notAList, candidates.span)
  }
  const { elements } = candidates
  if (elements.length > inOperandsMax) {
    throw validation(sentences.tooManyInOperands(elements.length))
  }
  if (elements.length === 0) throw validation(sentences.operandCount('IN', 1))
  const first = readTerm(operand, binding)
  const rest = elements.map((element) => readTerm(element, binding))
  return isOf(first, rest)
}

function isOf(first: Read, candidates: readonly Read[]): Condition {
  const operands = [first, ...candidates].flatMap((read) =>
    read.kind === 'operand' ? [read.operand] : [],
  )
  if (operands.length <= candidates.length) {
    return { kind: 'or', conditions: candidates.map((candidate) => equal(first, candidate)) }
  }
  check({ kind: 'in', operands: [] }, operands)
  const [operand, ...rest] = operands.map(toOperand)
  return { kind: 'in', operand: operand!, candidates: rest }
}

function equal(one: Read, two: Read): Condition {
  if (one.kind === 'condition') return conditionEquals(one.condition, settle(two))
  if (two.kind === 'condition') return conditionEquals(two.condition, settle(one))
  return compare('=', one.operand, two.operand)
}

function readIs(operand: Expression, type: string, binding: Binding): Condition {
  const read = readTerm(operand, binding)
  if (read.kind === 'condition' || read.operand.kind !== 'path') {
    throw validation(sentences.pathRequired('IS'))
  }
  return typeCondition(read.operand.path, type)
}

const conditionFunctions: ReadonlySet<string> = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
])

function readFunction({ name, operands }: CallExpression, binding: Binding): Condition {
  const resolved = operands.map((operand) => requireOperand(name, operand, binding))
  check({ kind: 'function', name, operands: [] }, resolved)
  return toFunctionCondition(name, resolved)
}

/** The one function that returns a value. */
function readSize({ name, operands, span }: CallExpression, binding: Binding): ResolvedOperand {
  if (name === 'list_append') throw validation(sentences.functionNotInCondition(name))
  if (name !== 'size') throw binding.fault(statementSentences.unrecognizedFunction(name), span)
  const resolved = operands.map((operand) => requireOperand(name, operand, binding))
  return { kind: 'call', name, operands: resolved }
}

function misused(name: string) {
  return validation(sentences.functionMisused(name))
}

function check(leaf: LeafSyntax, operands: readonly ResolvedOperand[]): void {
  const sentence = checkLeaf(leaf, operands)
  if (sentence !== undefined) throw validation(sentence)
}
