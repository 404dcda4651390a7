/**
 * SELECT in batches and transactions, where it reads a single item. The WHERE must pin the whole
 * key and contain nothing else.
 */
import type { Table } from '../../catalog/table.js'
import { valuesEqual } from '../../model/compare-values.js'
import type { Condition } from '../../expressions/condition.js'
import type { Projection } from '../../expressions/project.js'
import { stepsToParse, stepsToPassOn, type StoredItem } from '../../items/stored-item.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import { valueAt } from '../../model/document-path.js'
import type { Item } from '../../model/item.js'
import type { ItemJson } from '../../model/item-json.js'
import { keyAttributes, type KeySchema } from '../../model/key-schema.js'
import { checkKeyType } from './key-values.js'
import type { Select } from '../statement.js'
import { conjunctsOf, equalityIn, equalityOf, type Equality } from './where-key.js'

/** The key that a WHERE pins exactly; undefined if it says less or more. Types are not checked. */
export function pinnedKey(schema: KeySchema, where: Condition | undefined): Item | undefined {
  const pinned = new Map<string, AttributeValue>()
  for (const condition of conjunctsOf(where)) {
    const pin = pinIn(condition)
    if (pin === undefined) return undefined
    const before = pinned.get(pin.name)
    if (before !== undefined && !valuesEqual(before, pin.value)) return undefined
    pinned.set(pin.name, pin.value)
  }
  const names = keyAttributes(schema).map(({ name }) => name)
  if (pinned.size !== names.length || !names.every((name) => pinned.has(name))) return undefined
  return Object.fromEntries(names.map((name) => [name, pinned.get(name)!]))
}

/** AWS: an IN with one value counts as an equality. */
function pinIn(condition: Condition): Equality | undefined {
  if (condition.kind !== 'in') return equalityIn(condition)
  const [only, ...others] = condition.candidates
  return only === undefined || others.length > 0 ? undefined : equalityOf(condition.operand, only)
}

export function checkKeyTypes({ keySchema }: Table, key: Item): void {
  for (const attribute of keyAttributes(keySchema)) {
    checkKeyType(attribute, valueAt(key, [attribute.name])!)
  }
}

/** The paths a SELECT projects, to be checked; their names in the answer do not matter here. */
export function projectionIn({ projection }: Select): Projection | undefined {
  return projection && { paths: projection.map(({ path }) => path) }
}

/** The part of an item that a SELECT returns. */
export function selectedItem({ projection }: Select, stored: StoredItem): Item | ItemJson {
  if (projection === undefined) return stored.json
  const { item } = stored
  const entries = projection.flatMap(({ path, resultName }) => {
    const value = valueAt(item, path)
    return value === undefined ? [] : [[resultName, value] as const]
  })
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary attribute.
  return stored.shown(Object.fromEntries(entries))
}

/** What a SELECT of one item has found. */
interface Selected {
  readonly select: Select
  readonly stored: StoredItem | undefined
}

export function selectedOf({ select, stored }: Selected): Item | ItemJson | undefined {
  return stored && selectedItem(select, stored)
}

/** How many steps of a turn (`stdx/turns.ts`) that takes. */
export function stepsToSelect({ select, stored }: Selected): number {
  return select.projection === undefined || stored === undefined
    ? stepsToPassOn()
    : stepsToParse(stored)
}
