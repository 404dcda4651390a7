/** The item that an update produces, and the checks that only updates need. */
import type { Table } from '../../catalog/table.js'
import { applyUpdate } from '../../expressions/apply-update.js'
import { valuesEqual } from '../../model/compare-values.js'
import type { Condition } from '../../expressions/condition.js'
import { removesOnly, type Update } from '../../expressions/update.js'
import { updatePaths } from '../../expressions/update-paths.js'
import { invalidParameter, validation } from '../../model/errors.js'
import { attributeOf, pickAttributes, type Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { indexKeyAttributes, keyAttributes } from '../../model/key-schema.js'
import { itemSizeBytesMax } from '../../model/limits.js'
import { typeOf, type AttributeType } from '../../model/attribute-value.js'
import { indexKeyTypeMismatch } from '../indexes/index-keys.js'
import { checkIndexable } from '../indexes/indexable-item.js'
import { isIntegerName } from '../json-members.js'
import { requireScalarKeyPaths } from '../key-paths.js'
import { StoredItem } from '../stored-item.js'
import { describedBytes } from './described-bytes.js'

/** Checks that need the table but not the item, in the order AWS reports them. */
export function checkUpdate(
  table: Table,
  { update, flatSize }: UpdateAction,
  condition: Condition | undefined,
): void {
  if (update === undefined) return
  for (const { name } of keyAttributes(table.keySchema)) {
    if (update.actions.some(({ path }) => path[0] === name)) {
      throw invalidParameter(`Cannot update attribute ${name}. This attribute is part of the key`)
    }
  }
  checkConstantIndexKeys(table, update)
  requireScalarKeyPaths(table, { update, condition })
  // AWS: both the item and what the request describes are limited, the latter before any condition.
  if (!flatSize && update.style === 'expression') requireRoom(describedBytes(update))
}

/** An index key that gets a wrong type from any item is refused before one is read. */
function checkConstantIndexKeys({ indexes }: Table, update: Update): void {
  for (const index of indexes) {
    for (const attribute of indexKeyAttributes(index)) {
      for (const action of update.actions) {
        if (action.path.length > 1 || action.path[0] !== attribute.name) continue
        const type = writtenType(action)
        if (type === undefined || type === attribute.type) continue
        throw indexKeyTypeMismatch(index, attribute, type)
      }
    }
  }
}

/** The type that an action writes whatever the item holds, if it is known. */
function writtenType(action: Update['actions'][number]): AttributeType | undefined {
  if (action.kind !== 'set' && action.kind !== 'add') return undefined
  const { operand } = action
  if (operand.kind === 'value') return typeOf(operand.value)
  return operand.kind === 'plus' || operand.kind === 'minus' ? 'N' : undefined
}

interface UpdateAction {
  readonly key: Item
  readonly update: Update | undefined
  /** Whether the change that the request describes is not limited. */
  readonly flatSize?: boolean
}

export function updatedItem(
  table: Table,
  action: UpdateAction,
  before: StoredItem | undefined,
): StoredItem | undefined {
  const { key, update } = action
  if (update === undefined) return before ?? StoredItem.of(key)
  // AWS: an update that only removes does not create an item; an empty one does.
  if (before === undefined && removesOnly(update)) {
    // Paths into it are refused all the same.
    applyUpdate(update, key)
    return undefined
  }
  const touched = new Set(update.actions.map(({ path }) => path[0]))
  if (before?.isLarge && isUpdatedInPart(table, touched)) {
    return updatedInPart(update, touched, before)
  }
  return updatedWhole(table, action, update, before)
}

/** Whether nothing needs the rest of the item, so that its bytes can be copied unparsed. */
function isUpdatedInPart(table: Table, touched: ReadonlySet<string>): boolean {
  if (table.isWatched) return false
  for (const name of touched) if (isIntegerName(name)) return false
  return true
}

/** Parses and prints only what the update is about; the larger the item, the more that saves. */
function updatedInPart(
  update: Update,
  touched: ReadonlySet<string>,
  before: StoredItem,
): StoredItem {
  const old = before.part(updatePaths(update).map(([name]) => name))
  const item = applyUpdate(update, old)
  const sizeBytes = before.sizeBytes + bytesOf(item, touched) - bytesOf(old, touched)
  requireRoom(sizeBytes)
  return before.changed(touched, item, sizeBytes)
}

function bytesOf(item: Item, names: ReadonlySet<string>): number {
  return itemSizeBytes(pickAttributes(item, names))
}

function updatedWhole(
  table: Table,
  action: UpdateAction,
  update: Update,
  before: StoredItem | undefined,
): StoredItem {
  const item = applyUpdate(update, before?.item ?? action.key)
  const changed = (name: string) => isChanged(before?.item, item, name)
  checkIndexable(table, item, 'update', changed)
  const sizeBytes = itemSizeBytes(item)
  requireRoom(sizeBytes)
  return StoredItem.of(item, sizeBytes)
}

function requireRoom(sizeBytes: number): void {
  if (sizeBytes <= itemSizeBytesMax) return
  throw validation('Item size to update has exceeded the maximum allowed size')
}

function isChanged(before: Item | undefined, after: Item, name: string): boolean {
  const old = before && attributeOf(before, name)
  const fresh = attributeOf(after, name)
  return old === undefined || fresh === undefined || !valuesEqual(old, fresh)
}
