/**
 * Fills names and values into an update and makes the checks that need them, in the service's
 * order: names, clashing paths, values, what ADD and DELETE are given, operands of functions. AWS
 * checks the actions from the last to the first from the values on.
 */
import { typeOf, type AttributeType } from '../model/attribute-value.js'
import { assert, unreachable } from '../stdx/assert.js'
import { distinctFault } from './check-leaf.js'
import { checkPathsApart } from './check-paths.js'
import { countFault, innerCountFault, resolveOperand, staticType } from './resolve-operand.js'
import type { ResolvedOperand } from './resolve-operand.js'
import { expressionFault, sentences } from './sentences.js'
import type { Substitutions } from './substitutions.js'
import type { SetValueSyntax, UpdateActionSyntax, UpdateSyntax } from './syntax.js'
import type { Update, UpdateAction, UpdateOperand } from './update.js'

const expression = 'UpdateExpression'

/** A SET value whose placeholders are all defined. */
type ResolvedValue =
  | ResolvedOperand
  | {
      readonly kind: 'arithmetic'
      readonly operator: '+' | '-'
      readonly operands: readonly ResolvedOperand[]
    }

export function resolveUpdate(syntax: UpdateSyntax, substitutions: Substitutions): Update {
  for (const placeholder of syntax.names) substitutions.requireName(expression, placeholder)
  const paths = syntax.actions.map(({ path }) => substitutions.requirePath(expression, path))
  checkPathsApart(expression, paths)
  const fromLast = [...syntax.actions].reverse()
  const values = fromLast.map((action) => resolveValue(action, substitutions)).reverse()
  for (const action of fromLast) checkConstant(action, substitutions)
  for (const value of [...values].reverse()) checkValue(value)
  const actions = syntax.actions.map((action, i) => toAction(action, paths[i]!, values[i]))
  return { actions, style: 'expression' }
}

function resolveValue(
  action: UpdateActionSyntax,
  substitutions: Substitutions,
): ResolvedValue | undefined {
  if (action.section === 'REMOVE') return undefined
  return resolveSetValue(action.value, substitutions)
}

function resolveSetValue(value: SetValueSyntax, substitutions: Substitutions): ResolvedValue {
  if (value.kind !== 'arithmetic') return resolveOperand(expression, value, substitutions)
  const operands = value.operands.map((operand) =>
    resolveOperand(expression, operand, substitutions),
  )
  return { kind: 'arithmetic', operator: value.operator, operands }
}

const typeWords: Readonly<Partial<Record<AttributeType, string>>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  BOOL: 'BOOL',
  NULL: 'NULL',
  L: 'LIST',
  M: 'MAP',
}

/** ADD takes numbers and sets, DELETE only sets. */
function checkConstant(action: UpdateActionSyntax, substitutions: Substitutions): void {
  if (action.section !== 'ADD' && action.section !== 'DELETE') return
  const type = typeOf(substitutions.requireValue(expression, action.value.placeholder))
  const word = action.section === 'ADD' && type === 'N' ? undefined : typeWords[type]
  if (word !== undefined) {
    throw expressionFault(expression, sentences.updateOperandType(action.section, word))
  }
}

function checkValue(value: ResolvedValue | undefined): void {
  const fault = value === undefined ? undefined : (countsFault(value) ?? operandsFault(value))
  if (fault !== undefined) throw expressionFault(expression, fault)
}

function countsFault(value: ResolvedValue): string | undefined {
  if (value.kind === 'call') return countFault(value.name, value.operands)
  return value.kind === 'arithmetic' ? innerCountFault(value.operands) : undefined
}

function operandsFault(value: ResolvedValue): string | undefined {
  if (value.kind !== 'call' && value.kind !== 'arithmetic') return undefined
  for (const operand of value.operands) {
    const fault = operandsFault(operand)
    if (fault !== undefined) return fault
  }
  if (value.kind === 'arithmetic') return constantFault(value.operator, value.operands, 'N')
  if (value.name === 'list_append') return constantFault(value.name, value.operands, 'L')
  if (value.operands[0]!.kind !== 'path') return sentences.pathRequired(value.name)
  return distinctFault(value.name, value.operands)
}

function constantFault(
  operator: string,
  operands: readonly ResolvedOperand[],
  wanted: AttributeType,
): string | undefined {
  const types = operands.map(staticType)
  const wrong = types.find((type) => type !== undefined && type !== wanted)
  return wrong === undefined ? undefined : sentences.operandType(operator, wrong)
}

function toAction(
  action: UpdateActionSyntax,
  path: UpdateAction['path'],
  value: ResolvedValue | undefined,
): UpdateAction {
  if (value === undefined) return { kind: 'remove', path }
  if (action.section === 'SET') return { kind: 'set', path, operand: toUpdateOperand(value) }
  assert(value.kind === 'value', 'ADD and DELETE take a constant')
  return { kind: action.section === 'ADD' ? 'add' : 'delete', path, operand: value }
}

function toUpdateOperand(value: ResolvedValue): UpdateOperand {
  switch (value.kind) {
    case 'path':
    case 'value':
      return value
    case 'arithmetic':
      return pairOf(value.operator === '+' ? 'plus' : 'minus', value.operands)
    case 'call':
      return value.name === 'list_append'
        ? pairOf('list-append', value.operands)
        : ifNotExists(value.operands)
    default:
      return unreachable(value)
  }
}

function pairOf(
  kind: 'list-append' | 'plus' | 'minus',
  [left, right]: readonly ResolvedOperand[],
): UpdateOperand {
  return { kind, left: toUpdateOperand(left!), right: toUpdateOperand(right!) }
}

function ifNotExists([tested, fallback]: readonly ResolvedOperand[]): UpdateOperand {
  assert(tested?.kind === 'path', 'if_not_exists was checked to test a path')
  return { kind: 'if-not-exists', path: tested.path, fallback: toUpdateOperand(fallback!) }
}
