/** What a bulk change does to an item. */
import { withMember, withRenamed } from '../../values/attribute-path.js'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { sameItem } from '../../values/compare-values.js'
import { validateItem } from '../../values/validate-item.js'
import type { PlannedWrite } from '../run-writes.js'
import type { TableKeys } from '../table-keys.js'

export type BulkAction =
  | { readonly kind: 'set'; readonly name: string; readonly value: AttributeValue }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'delete' }
  /** The keys are those of the other table. */
  | { readonly kind: 'copy'; readonly to: TableKeys }

export function planFor(action: BulkAction, keys: TableKeys, item: Item): PlannedWrite {
  if (action.kind === 'delete') return { write: { before: item } }
  if (action.kind === 'copy') return checked(action.to, item, { write: { after: item } })
  if (
    action.kind === 'rename' &&
    Object.hasOwn(item, action.from) &&
    Object.hasOwn(item, action.to)
  ) {
    return { problem: `It has ${action.to} already`, item }
  }
  const after = changed(action, item)
  if (sameItem(item, after)) return { unchanged: true }
  return checked(keys, after, { write: { before: item, after } })
}

function changed(
  action: Exclude<BulkAction, { kind: 'delete' } | { kind: 'copy' }>,
  item: Item,
): Item {
  switch (action.kind) {
    case 'set':
      return withMember(item, action.name, action.value)
    case 'remove':
      return withMember(item, action.name, undefined)
    case 'rename':
      return withRenamed(item, action.from, action.to)
  }
}

function checked(keys: TableKeys, item: Item, plan: PlannedWrite): PlannedWrite {
  const [problem] = validateItem(item, keys.attributes)
  if (problem === undefined) return plan
  const where = problem.path.length > 0 ? `${problem.path.join('.')}: ` : ''
  return { problem: where + problem.message, item }
}

/** Undefined if it can be done. */
export function actionProblem(action: BulkAction, keys: TableKeys): string | undefined {
  const isKey = (name: string): boolean => keys.names.includes(name)
  switch (action.kind) {
    case 'set':
    case 'remove':
      if (action.name === '') return 'Name the attribute'
      return isKey(action.name) ? 'A key cannot be changed in bulk' : undefined
    case 'rename':
      if (action.from === '' || action.to === '') return 'Name both attributes'
      if (action.from === action.to) return 'The names are the same'
      return isKey(action.from) || isKey(action.to) ? 'A key cannot be changed in bulk' : undefined
    case 'copy':
      return action.to.table === keys.table ? 'Choose another table' : undefined
    case 'delete':
      return undefined
  }
}
