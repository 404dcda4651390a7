/**
 * Operands with names and values filled in, whose calls have not been checked for their operands
 * yet.
 */
import { typeOf, type AttributeType } from '../model/attribute-value.js'
import type { DocumentPath } from '../model/document-path.js'
import { unreachable } from '../stdx/assert.js'
import type { Operand, PathOperand, ValueOperand } from './condition.js'
import { sentences, type ExpressionName } from './sentences.js'
import type { Substitutions } from './substitutions.js'
import type { OperandSyntax } from './syntax.js'

export interface ResolvedCall {
  readonly kind: 'call'
  readonly name: string
  readonly operands: readonly ResolvedOperand[]
}

export type ResolvedOperand = PathOperand | ValueOperand | ResolvedCall

export function resolveOperand(
  expression: ExpressionName,
  syntax: OperandSyntax,
  substitutions: Substitutions,
): ResolvedOperand {
  switch (syntax.kind) {
    case 'path':
      return { kind: 'path', path: substitutions.requirePath(expression, syntax) }
    case 'placeholder':
      return {
        kind: 'value',
        value: substitutions.requireValue(expression, syntax.placeholder),
      }
    case 'function': {
      const operands = syntax.operands.map((inner) =>
        resolveOperand(expression, inner, substitutions),
      )
      return { kind: 'call', name: syntax.name, operands }
    }
    default:
      return unreachable(syntax)
  }
}

/** An operand of a condition, where the only call is `size`. */
export function toOperand(operand: ResolvedOperand): Operand {
  return operand.kind === 'call'
    ? { kind: 'size', operand: toOperand(operand.operands[0]!) }
    : operand
}

/** The type that an operand has for every item, if the expression alone determines it. */
export function staticType(operand: ResolvedOperand): AttributeType | undefined {
  if (operand.kind === 'value') return typeOf(operand.value)
  return operand.kind === 'call' && operand.name === 'size' ? 'N' : undefined
}

const operandCounts: Readonly<Record<string, number>> = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
  size: 1,
  if_not_exists: 2,
  list_append: 2,
}

/** The sentence about a wrong number of operands of a call or of the calls inside it, if any. */
export function countFault(name: string, operands: readonly ResolvedOperand[]): string | undefined {
  const fault = innerCountFault(operands)
  if (fault !== undefined || operands.length === operandCounts[name]) return fault
  return sentences.operandCount(name, operands.length)
}

export function innerCountFault(operands: readonly ResolvedOperand[]): string | undefined {
  for (const operand of operands) {
    const fault = operand.kind === 'call' ? countFault(operand.name, operand.operands) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

export function samePath(one: DocumentPath, two: DocumentPath): boolean {
  return one.length === two.length && one.every((element, i) => element === two[i])
}
