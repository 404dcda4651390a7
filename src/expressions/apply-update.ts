/**
 * Applies an update to an item: returns a new item, or throws the service's sentence. The given
 * item is never changed, and the parts that the update does not touch are shared with it.
 *
 * All actions read the item as it was. AWS first refuses operands of a wrong type anywhere, then
 * checks the actions from the last to the first: can the path be written, does what it reads exist,
 * does the number fit. Sizes and keys are not known here.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import { valueAt, type DocumentPath } from '../model/document-path.js'
import { validation } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { nestingLevelsMax } from '../model/limits.js'
import { tooDeep } from '../model/read-attribute-value.js'
import { unreachable } from '../stdx/assert.js'
import { checkOperandTypes, computeOperand } from './compute-operand.js'
import { addTo, canMerge, deleteFrom } from './merge-values.js'
import { pathTree } from './path-tree.js'
import { updateSentences } from './sentences.js'
import type { Update, UpdateAction } from './update.js'
import { editMap, type Edit } from './edit-document.js'

export function applyUpdate(update: Update, item: Item): Item {
  for (const action of update.actions) checkTypes(action, item, update.style)
  const edits: (readonly [DocumentPath, Edit])[] = []
  for (let i = update.actions.length - 1; i >= 0; i--) {
    const action = update.actions[i]!
    edits.push([action.path, editOf(action, item)])
  }
  return edits.length === 0 ? item : editMap(item, pathTree(edits))
}

function checkTypes(action: UpdateAction, item: Item, style: Update['style']): void {
  if (action.kind === 'set') checkOperandTypes(action.operand, item)
  if (action.kind !== 'add' && action.kind !== 'delete') return
  const stored = valueAt(item, action.path)
  if (stored === undefined || canMerge(stored, action.operand.value)) return
  throw validation(style === 'legacy' ? updateSentences.legacyWrongType : updateSentences.wrongType)
}

function editOf(action: UpdateAction, item: Item): Edit {
  requireWritable(item, action.path)
  const value = valueAfter(action, item)
  if (value === undefined) return { kind: 'remove' }
  if (action.path.length - 1 + depthOf(value) > nestingLevelsMax) throw tooDeep()
  return { kind: 'put', value }
}

/** The value at the action's path afterwards; undefined if the action removes it. */
function valueAfter(action: UpdateAction, item: Item): AttributeValue | undefined {
  switch (action.kind) {
    case 'set':
      return computeOperand(action.operand, item)
    case 'remove':
      return undefined
    case 'add':
      return addTo(valueAt(item, action.path), action.operand.value)
    case 'delete':
      return deleteFrom(valueAt(item, action.path), action.operand.value)
    default:
      return unreachable(action)
  }
}

/**
 * The parent must exist and be the map or list that the path expects; the last element need not
 * exist.
 */
function requireWritable(item: Item, path: DocumentPath): void {
  if (path.length === 1) return
  const parent = valueAt(item, path.slice(0, -1) as unknown as DocumentPath)
  const fits = parent !== undefined && (typeof path.at(-1) === 'string' ? 'M' : 'L') in parent
  if (!fits) throw validation(updateSentences.invalidPath)
}

/** Levels of nesting, counting the value itself. */
function depthOf(value: AttributeValue): number {
  let deepest = 0
  if ('L' in value) for (const element of value.L) deepest = Math.max(deepest, depthOf(element))
  if ('M' in value) {
    for (const name in value.M) deepest = Math.max(deepest, depthOf(value.M[name]!))
  }
  return deepest + 1
}
