/**
 * A stretch of a table or index: the entries of one range that are read one after another, with the
 * filter for what is read. What a statement of several conditions is planned into, where a Query has
 * one condition for each part of the key.
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
  /** Whether one item at the most has such a key. */
  readonly single: boolean
}

/** A stretch of one partition. */
export interface PartitionStretch extends Stretch {
  readonly partition: Item
}

/** All there is, in the order of a scan. */
export function wholeStretch(filter: Condition | undefined): Stretch {
  return { range: wholeSpace(), filter, single: false }
}

/**
 * What fulfils all the bounds. Every partition attribute must have one, an equality; a sort attribute
 * may have several, and counts only when the ones before it are pinned by an equality.
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

/** From where the first of two begins to where the last of them ends. */
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
