/** Somebody else changed the item after it was read: what is yours, what was read, what is there now. */
import { valueAt, withValueAt } from '../../values/attribute-path.js'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { sameValue } from '../../values/compare-values.js'
import { diffItems, type ItemChange } from '../../values/diff-items.js'

export interface ConflictRow {
  readonly change: ItemChange
  readonly now: AttributeValue | undefined
  /** False if it is still what was read: then nobody has to decide. */
  readonly isContested: boolean
}

export function conflictRows(read: Item, yours: Item, now: Item): readonly ConflictRow[] {
  return diffItems(read, yours).map((change) => {
    const current = valueAt(now, change.path)
    return {
      change,
      now: current,
      isContested: !isSame(change.before, current) && !isSame(change.after, current),
    }
  })
}

/** What others changed where you did not. */
export function othersChanges(read: Item, yours: Item, now: Item): readonly ItemChange[] {
  const touched = diffItems(read, yours).map(({ path }) => JSON.stringify(path))
  return diffItems(read, now).filter(({ path }) => !touched.includes(JSON.stringify(path)))
}

/** The item as it is now with your changes in the places where you keep them. */
export function mergedItem(now: Item, kept: readonly ItemChange[], yours: Item): Item {
  return kept.reduce((item, { path, after }) => {
    if (path.length === 1 || canHold(item, path)) return withValueAt(item, path, after)
    // The map or list that held it is gone: it comes back whole, as you have it.
    return withValueAt(item, path.slice(0, 1), valueAt(yours, path.slice(0, 1)))
  }, now)
}

function canHold(item: Item, path: ItemChange['path']): boolean {
  const parent = valueAt(item, path.slice(0, -1))
  const step = path.at(-1)!
  if (parent === undefined) return false
  return typeof step === 'number' ? 'L' in parent && step < parent.L.length : 'M' in parent
}

function isSame(left: AttributeValue | undefined, right: AttributeValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return sameValue(left, right)
}
