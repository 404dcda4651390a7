/** Puts a page of a table's present items and what was collected about their past together. Pure. */
import type { Entry, RangePage } from '../storage/engine.js'

/** An item as it is stored in its table's space: see `items/item-record.ts`. */
export interface PastItem {
  readonly key: Buffer
  readonly record: Buffer
}

export interface MergedPage {
  readonly items: readonly PastItem[]
  /** The last key that the page is about; undefined if nothing follows. */
  readonly last: Buffer | undefined
}

/**
 * `undone` says for some keys what the item was: its record, or nothing if there was no such item. The
 * other items were as they are. `undone` covers the keys of `present`, unless it is cut short.
 */
export function mergePage(present: RangePage, undone: RangePage): MergedPage {
  const last = lastOf(present, undone)
  const isWithin = ({ key }: Entry) => last === undefined || key.compare(last) <= 0
  const changed = undone.entries.filter(isWithin)
  const isChanged = new Set(changed.map(({ key }) => key.toString('latin1')))
  const same = present.entries.filter(
    (entry) => isWithin(entry) && !isChanged.has(entry.key.toString('latin1')),
  )
  const items = [...same, ...changed.filter(({ value }) => value.length > 0)]
    .map(({ key, value }) => ({ key, record: value }))
    .sort((a, b) => a.key.compare(b.key))
  return { items, last }
}

function lastOf(present: RangePage, undone: RangePage): Buffer | undefined {
  if (undone.more) return undone.entries.at(-1)!.key
  return present.more ? present.entries.at(-1)!.key : undefined
}
