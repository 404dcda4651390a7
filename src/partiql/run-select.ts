/** Runs a SELECT: a page of what it was planned to read, as it shows it. */
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { StretchPosition } from '../items/read-stretches.js'
import type { StoredItem } from '../items/stored-item.js'
import type { ReadWork } from '../items/work.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { valueAt } from '../model/document-path.js'
import type { Item } from '../model/item.js'
import type { ItemJson } from '../model/item-json.js'
import { planSelect, type SelectPlan } from './plan-select.js'
import type { ProjectedPath, Select } from './statement.js'

export interface SelectRequest {
  readonly select: Select
  readonly consistent: boolean
  /** Items to read at the most, before the filter. */
  readonly limit: number | undefined
  /** Where the page before ended. Asked for last: a token is looked at after all else. */
  start(plan: SelectPlan): StretchPosition | undefined
}

export interface SelectPage {
  readonly plan: SelectPlan
  readonly items: readonly (Item | ItemJson)[]
  /** Of each read it took. */
  readonly work: readonly ReadWork[]
  readonly next: StretchPosition | undefined
}

export async function runSelect(
  items: Items,
  table: Table,
  { select, consistent, limit, start }: SelectRequest,
): Promise<SelectPage> {
  const plan = planSelect(table, select, consistent)
  const page = await items.readStretches({ ...plan, limit, start: start(plan) })
  const shown = page.items.map((item) => shownItem(select.projection, item))
  return { plan, items: shown, work: page.work, next: page.next }
}

/** What a SELECT shows of an item: without a projection the stored bytes as they are. */
export function shownItem(
  projection: readonly ProjectedPath[] | undefined,
  stored: StoredItem,
): Item | ItemJson {
  return projection === undefined ? stored.json : projectItem(projection, stored.item)
}

/** AWS: the answer is flat, each path under the name of its last step. */
export function projectItem(projection: readonly ProjectedPath[], item: Item): Item {
  const entries: [string, AttributeValue][] = []
  for (const { path, resultName } of projection) {
    const value = valueAt(item, path)
    if (value !== undefined) entries.push([resultName, value])
  }
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary attribute.
  return Object.fromEntries(entries)
}
