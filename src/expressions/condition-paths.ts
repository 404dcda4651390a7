/** The places in an item that a condition reads. */
import type { DocumentPath } from '../model/document-path.js'
import { unreachable } from '../stdx/assert.js'
import type { Condition, Operand } from './condition.js'

export function conditionPaths(condition: Condition): readonly DocumentPath[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(conditionPaths)
    case 'not':
      return conditionPaths(condition.condition)
    case 'comparison':
      return operandPaths([condition.left, condition.right])
    case 'between':
      return operandPaths([condition.operand, condition.lower, condition.upper])
    case 'in':
      return operandPaths([condition.operand, ...condition.candidates])
    case 'exists':
    case 'not-exists':
      return [condition.path]
    case 'has-type':
      return operandPaths([condition.operand])
    case 'begins-with':
      return operandPaths([condition.operand, condition.prefix])
    case 'contains':
      return operandPaths([condition.operand, condition.member])
    default:
      return unreachable(condition)
  }
}

function operandPaths(operands: readonly Operand[]): readonly DocumentPath[] {
  return operands.flatMap((operand) => {
    if (operand.kind === 'size') return operandPaths([operand.operand])
    return operand.kind === 'path' ? [operand.path] : []
  })
}
