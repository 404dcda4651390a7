/** Runs a SELECT: reads one page of its plan and projects the items. */
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { StretchPosition } from '../items/read/read-stretches.js'
import { stepsToParse } from '../items/stored-item.js'
import type { Work } from '../items/work.js'
import type { Item } from '../model/item.js'
import type { ItemJson } from '../model/item-json.js'
import { mapInTurns } from '../stdx/turns.js'
import { planSelect, type SelectPlan } from './plan-select.js'
import { selectedItem } from './plan/single-item-read.js'
import type { Select } from './statement.js'

export interface SelectRequest {
  readonly select: Select
  readonly consistent: boolean
  /** How many items to read at most, before the filter. */
  readonly limit: number | undefined
  /** Where the previous page ended. Called last: a token is checked after everything else. */
  readonly start: (plan: SelectPlan) => StretchPosition | undefined
}

export interface SelectPage {
  readonly plan: SelectPlan
  readonly items: readonly (Item | ItemJson)[]
  readonly work: Work
  readonly next: StretchPosition | undefined
}

export async function runSelect(
  from: Items,
  table: Table,
  { select, consistent, limit, start }: SelectRequest,
): Promise<SelectPage> {
  const plan = planSelect(table, select, consistent)
  const page = await from.readStretches({ ...plan, consistent, limit, start: start(plan) })
  const shown = mapInTurns(page.items, stepsToParse, (item) => selectedItem(select, item))
  const items = shown instanceof Promise ? await shown : shown
  return { plan, items, work: page.work, next: page.next }
}
