/** Loaded rows in another order, or only those with certain words. */
import type { ColumnSort } from '../../grid/column-header.js'
import type { PagedItems } from '../../grid/paged-items.js'
import type { Item } from '../../values/attribute-value.js'
import { compareValues } from '../../values/compare-values.js'
import { printValue } from '../../values/print-value.js'

/** The rows to show; undefined if they are shown as they were read, or not all of them are in memory. */
export function loadedView(
  items: PagedItems,
  sort: ColumnSort | undefined,
  words: string,
): readonly number[] | undefined {
  if (!items.isWhole || (sort === undefined && words === '')) return undefined
  const wanted = words.toLowerCase()
  const rows: number[] = []
  for (let row = 0; row < items.count; row++) {
    if (words === '' || hasWords(items.at(row)!, wanted)) rows.push(row)
  }
  if (sort !== undefined) rows.sort((a, b) => compareRows(items, sort, a, b) || a - b)
  return rows
}

function hasWords(item: Item, wanted: string): boolean {
  return Object.values(item).some((value) => printValue(value).toLowerCase().includes(wanted))
}

/** Items without the attribute come last, in both directions. */
function compareRows(
  items: PagedItems,
  { name, descending }: ColumnSort,
  a: number,
  b: number,
): number {
  const left = items.at(a)?.[name]
  const right = items.at(b)?.[name]
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined)
  }
  return compareValues(left, right) * (descending ? -1 : 1)
}
