/** The places in an item that an update reads or writes. */
import type { DocumentPath } from '../model/document-path.js'
import { unreachable } from '../stdx/assert.js'
import type { Update, UpdateOperand } from './update.js'

export function updatePaths({ actions }: Pick<Update, 'actions'>): readonly DocumentPath[] {
  return actions.flatMap((action) =>
    action.kind === 'set' ? [action.path, ...operandPaths(action.operand)] : [action.path],
  )
}

function operandPaths(operand: UpdateOperand): readonly DocumentPath[] {
  switch (operand.kind) {
    case 'value':
      return []
    case 'path':
      return [operand.path]
    case 'if-not-exists':
      return [operand.path, ...operandPaths(operand.fallback)]
    case 'list-append':
    case 'plus':
    case 'minus':
      return [...operandPaths(operand.left), ...operandPaths(operand.right)]
    default:
      return unreachable(operand)
  }
}
