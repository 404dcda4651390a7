/**
 * How large a change is that an UpdateExpression describes. AWS limits it like an item: the request
 * is measured, not what it does to the item, so a copied value and the result of a sum cost nothing.
 * The constants are as recorded in October 2026.
 */
import type { Update, UpdateAction, UpdateOperand } from '../../expressions/update.js'
import type { DocumentPath } from '../../model/document-path.js'
import { valueSizeBytes } from '../../model/item-size.js'

const updateBytes = 3
const writingBytes = 19
const removingBytes = 1
/** Of each step of a path after the first, as what is written. */
const targetStepBytes = 4
/** Of a path as what is read, and of each of its steps. */
const pathBytes = 1
const pathStepBytes = 14
const functionBytes = { plus: 34, minus: 37, 'list-append': 37, 'if-not-exists': 39 } as const

export function describedBytes({ actions }: Update): number {
  let bytes = updateBytes
  for (const action of actions) bytes += actionBytes(action)
  return bytes
}

function actionBytes(action: UpdateAction): number {
  const target = targetBytes(action.path)
  // AWS: what is removed from a set is not measured.
  if (action.kind === 'remove' || action.kind === 'delete') return removingBytes + target
  return writingBytes + target + operandBytes(action.operand)
}

// Loops, because every UpdateItem is measured.
function targetBytes(path: DocumentPath): number {
  let bytes = stepBytes(path[0])
  for (let i = 1; i < path.length; i++) bytes += targetStepBytes + stepBytes(path[i]!)
  return bytes
}

function operandBytes(operand: UpdateOperand): number {
  switch (operand.kind) {
    case 'value':
      return valueSizeBytes(operand.value)
    case 'path':
      return readBytes(operand.path)
    case 'if-not-exists':
      return functionBytes[operand.kind] + readBytes(operand.path) + operandBytes(operand.fallback)
    default:
      return functionBytes[operand.kind] + operandBytes(operand.left) + operandBytes(operand.right)
  }
}

function readBytes(path: DocumentPath): number {
  let bytes = pathBytes
  for (const step of path) bytes += pathStepBytes + stepBytes(step)
  return bytes
}

function stepBytes(step: string | number): number {
  return Buffer.byteLength(typeof step === 'string' ? step : String(step))
}
