/**
 * An update applied to an item: a new item, or the service's sentence about why there is none. The
 * given item is never changed, and what an update does not touch is shared with it.
 *
 * All actions read the item as it was. AWS first refuses operands of a wrong type anywhere, then
 * goes through the actions from the last to the first: can the path be written, is what is read
 * there, does the number fit. Sizes and keys are not known here.
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

/** What stands at the action's path afterwards; undefined if nothing does. */
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

/** The parent must be there and be of the kind the path takes it for; the last element need not. */
function requireWritable(item: Item, path: DocumentPath): void {
  if (path.length === 1) return
  const parent = valueAt(item, path.slice(0, -1) as unknown as DocumentPath)
  const fits = parent !== undefined && (typeof path.at(-1) === 'string' ? 'M' : 'L') in parent
  if (!fits) throw validation(updateSentences.invalidPath)
}

/** Levels of nesting, the value itself being one. */
function depthOf(value: AttributeValue): number {
  let deepest = 0
  if ('L' in value) for (const element of value.L) deepest = Math.max(deepest, depthOf(element))
  if ('M' in value) {
    for (const name in value.M) deepest = Math.max(deepest, depthOf(value.M[name]!))
  }
  return deepest + 1
}
