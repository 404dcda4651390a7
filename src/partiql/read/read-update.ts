/**
 * Turns the SET and REMOVE clauses of an UPDATE into actions of `expressions/`. `set_add` and
 * `set_delete` on the assigned path become ADD and DELETE, so a statement and an update expression
 * do the same.
 */
import { typeOf, type AttributeType, type AttributeValue } from '../../model/attribute-value.js'
import type { DocumentPath } from '../../model/document-path.js'
import { validation, type ServiceError } from '../../model/errors.js'
import { pathsFault } from '../../expressions/check-paths.js'
import { samePath } from '../../expressions/resolve-operand.js'
import { sentences } from '../../expressions/sentences.js'
import type { UpdateAction, UpdateOperand } from '../../expressions/update.js'
import type { Binding } from './binding.js'
import { readPath } from './read-path.js'
import { findValue } from './read-value.js'
import { statementSentences } from '../sentences.js'
import type {
  AssignmentSyntax,
  BinaryExpression,
  CallExpression,
  Expression,
  RemovalSyntax,
} from '../parse/syntax.js'

export function readActions(
  actions: readonly (AssignmentSyntax | RemovalSyntax)[],
  binding: Binding,
): readonly UpdateAction[] {
  const read = actions.map((action) => readAction(action, binding))
  const fault = pathsFault(read.map(({ path }) => path))
  if (fault !== undefined) throw validation(fault)
  return read
}

function readAction(action: AssignmentSyntax | RemovalSyntax, binding: Binding): UpdateAction {
  const path = readPath(action.path, binding)
  if (action.kind === 'remove') return { kind: 'remove', path }
  const { value } = action
  if (value.kind === 'call' && isSetFunction(value.name)) return setAction(path, value, binding)
  return { kind: 'set', path, operand: readOperand(value, binding) }
}

function isSetFunction(name: string): boolean {
  return name === 'set_add' || name === 'set_delete'
}

function setAction(path: DocumentPath, call: CallExpression, binding: Binding): UpdateAction {
  const name = call.name.toUpperCase()
  const [target, members] = call.operands
  if (target === undefined || members === undefined || call.operands.length > 2) {
    throw binding.fault(statementSentences.setFunctionArguments(name), call.span)
  }
  if (target.kind !== 'path' || !samePath(readPath(target, binding), path)) {
    throw binding.fault(statementSentences.setFunctionTarget(name), call.span)
  }
  const value = findValue(members, binding)
  // AWS: reports the position of the first argument.
  if (value === undefined || !isSet(value)) {
    throw binding.fault(statementSentences.setFunctionValue(name), target.span)
  }
  const kind = call.name === 'set_add' ? 'add' : 'delete'
  return { kind, path, operand: { kind: 'value', value } }
}

function isSet(value: AttributeValue): boolean {
  return 'SS' in value || 'NS' in value || 'BS' in value
}

function readOperand(expression: Expression, binding: Binding): UpdateOperand {
  switch (expression.kind) {
    case 'path':
      return { kind: 'path', path: readPath(expression, binding) }
    case 'binary':
      return readSum(expression, binding)
    case 'call':
      return readListAppend(expression, binding)
    default: {
      const value = findValue(expression, binding)
      if (value !== undefined) return { kind: 'value', value }
      throw notAnOperand(expression, binding)
    }
  }
}

function readSum(expression: BinaryExpression, binding: Binding): UpdateOperand {
  const { operator } = expression
  if (operator !== '+' && operator !== '-') {
    throw validation(statementSentences.unsupportedInUpdate(operator))
  }
  const left = readOperand(expression.left, binding)
  const right = readOperand(expression.right, binding)
  requireType('N', operator, left, right)
  return { kind: operator === '+' ? 'plus' : 'minus', left, right }
}

const conditionFunctions: ReadonlySet<string> = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
  'size',
])

function readListAppend({ name, operands, span }: CallExpression, binding: Binding): UpdateOperand {
  if (conditionFunctions.has(name)) throw validation(sentences.functionNotInUpdate(name))
  if (name !== 'list_append') {
    throw binding.fault(statementSentences.unrecognizedFunction(name), span)
  }
  const [left, right] = operands.map((operand) => readOperand(operand, binding))
  if (left === undefined || right === undefined || operands.length > 2) {
    throw validation(sentences.operandCount(name, operands.length))
  }
  requireType('L', name, left, right)
  return { kind: 'list-append', left, right }
}

/** AWS: a constant of a type that can never match is refused before any item is looked at. */
function requireType(
  wanted: AttributeType,
  operator: string,
  ...operands: readonly UpdateOperand[]
): void {
  for (const operand of operands) {
    const type = staticType(operand)
    if (type !== undefined && type !== wanted) {
      throw validation(sentences.operandType(operator, type))
    }
  }
}

function staticType(operand: UpdateOperand): AttributeType | undefined {
  if (operand.kind === 'value') return typeOf(operand.value)
  if (operand.kind === 'plus' || operand.kind === 'minus') return 'N'
  return operand.kind === 'list-append' ? 'L' : undefined
}

function notAnOperand(expression: Expression, binding: Binding): ServiceError {
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'between':
    case 'in':
    case 'is':
      return validation(statementSentences.unsupportedInUpdate(expression.kind.toUpperCase()))
    case 'unary':
      return validation(statementSentences.unsupportedInUpdate(expression.operator))
    default:
      return binding.fault(statementSentences.pathComponent, expression.span)
  }
}
