/**
 * A stretch of a table or index: the entries of one range, read in order, with the filter for them.
 * A statement with several conditions is planned into stretches, whereas a Query has one condition
 * for each part of the key.
 */
import type { Condition } from '../../expressions/condition.js'
import type { KeyCondition } from '../../expressions/key-conditions.js'
import type { Item } from '../../model/item.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import { wholeSpace, type KeyRange } from '../../storage/keyspace.js'
import type { ReadTarget } from './read-target.js'
import { selectKeys } from './select-keys.js'

export interface Stretch {
  readonly range: KeyRange
  readonly filter: Condition | undefined
  /** Whether at most one item has such a key. */
  readonly single: boolean
}

export interface PartitionStretch extends Stretch {
  readonly partition: Item
}

/** The whole table or index, in the order of a scan. */
export function wholeStretch(filter: Condition | undefined): Stretch {
  return { range: wholeSpace(), filter, single: false }
}

/**
 * The items that meet all bounds. Every partition attribute must have one, an equality; a sort
 * attribute may have several, and counts only if those before it are fixed by an equality.
 */
export function partitionStretch(
  target: ReadTarget,
  bounds: readonly KeyCondition[],
  filter: Condition | undefined,
): PartitionStretch {
  const pinned = target.partition.flatMap((attribute) => boundsOn(bounds, attribute).slice(0, 1))
  const { partition, ...whole } = selectKeys(target, pinned, undefined)
  let { range, single } = whole
  for (const attribute of target.sort) {
    const own = boundsOn(bounds, attribute)
    for (const bound of own) {
      const selected = selectKeys(target, [...pinned, bound], undefined)
      range = intersection(range, selected.range)
      single ||= selected.single
    }
    const equality = own.find(({ kind }) => kind === '=')
    if (equality === undefined) break
    pinned.push(equality)
  }
  return { partition, range, filter, single }
}

function boundsOn(bounds: readonly KeyCondition[], { name }: KeyAttribute): KeyCondition[] {
  return bounds.filter(({ attribute }) => attribute === name)
}

function intersection(a: KeyRange, b: KeyRange): KeyRange {
  return {
    from: Buffer.compare(a.from, b.from) >= 0 ? a.from : b.from,
    to: Buffer.compare(a.to, b.to) <= 0 ? a.to : b.to,
  }
}

/** From the beginning of the range that starts first to the end of the one that ends last. */
export function span(a: KeyRange, b: KeyRange): KeyRange {
  return {
    from: Buffer.compare(a.from, b.from) <= 0 ? a.from : b.from,
    to: Buffer.compare(a.to, b.to) >= 0 ? a.to : b.to,
  }
}

export function isEmpty({ from, to }: KeyRange): boolean {
  return Buffer.compare(from, to) >= 0
}

export function overlap(a: KeyRange, b: KeyRange): boolean {
  return Buffer.compare(a.from, b.to) < 0 && Buffer.compare(b.from, a.to) < 0
}
