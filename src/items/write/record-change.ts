/**
 * What a write appends to the change log of its table, decided with the write and committed with
 * it. Most of the work is done before the commit: the key's JSON and the lane follow from the
 * request.
 *
 * AWS: a write that leaves the item as it was is not a change, even if it wrote an equal number in
 * another form or the same attributes in another order.
 */
import {
  encodeChange,
  type Change,
  type ChangeKind,
  type ChangeOrigin,
  type Image,
} from '../../changes/change-record.js'
import { laneOf } from '../../changes/lanes.js'
import { itemsEqual } from '../../model/compare-values.js'
import { itemSizeBytes } from '../../model/item-size.js'
import type { Item } from '../../model/item.js'
import type { ChangeLogSetting } from '../../model/table.js'
import type { VersionStamp } from '../../model/version.js'
import { changeLaneKey } from '../../storage/change-keys.js'
import type { Mutation } from '../../storage/engine.js'
import type { Rewrite } from '../indexes/maintainer.js'
import type { StoredItem } from '../stored-item.js'

/** A change that a write may record, as far as it is known before the write is decided. */
export interface PreparedChange {
  readonly log: ChangeLogSetting
  readonly lane: Buffer
  readonly key: Image
  readonly origin: ChangeOrigin
}

/** `itemKey` is the key's stored form. Undefined if the table has no change log. */
export function prepareChange(
  log: ChangeLogSetting | undefined,
  key: Item,
  itemKey: Buffer,
  origin: ChangeOrigin,
): PreparedChange | undefined {
  if (log === undefined) return undefined
  const image = { json: Buffer.from(JSON.stringify(key)), sizeBytes: itemSizeBytes(key) }
  return { log, lane: changeLaneKey(laneOf(log, itemKey)), key: image, origin }
}

/** Returns the log entry of the change at `atMs`, or undefined if nothing has changed. */
export function changeEntry(
  { log, lane, key, origin }: PreparedChange,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  atMs: number,
): Mutation | undefined {
  const kind = changeKind(before, after)
  if (kind === undefined) return undefined
  const images = { before: before && imageOf(before), after: after && imageOf(after) }
  const value = encodeChange({ kind, atMs, origin, key, ...images }, log.images)
  return { kind: 'append', space: log.space, log: lane, value }
}

/** … that gives the item a new version, which is logged even if nothing else has changed. */
export function versionedEntry(
  { log, lane, key, origin }: PreparedChange,
  { before, after }: Pick<Rewrite, 'before' | 'after'>,
  version: VersionStamp,
  atMs: number,
): Mutation {
  const kind = changeKind(before, after) ?? 'renew'
  const change: Change = {
    kind,
    atMs,
    origin,
    key,
    before: kind === 'renew' ? undefined : before && imageOf(before),
    after: after && imageOf(after),
    version,
  }
  return { kind: 'append', space: log.space, log: lane, value: encodeChange(change, log.images) }
}

function changeKind(
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): ChangeKind | undefined {
  if (before === undefined) return after === undefined ? undefined : 'insert'
  if (after === undefined) return 'remove'
  return isSame(before, after) ? undefined : 'modify'
}

/** Cheap where possible: items of different sizes differ, and items with the same bytes do not. */
function isSame(before: StoredItem, after: StoredItem): boolean {
  if (before === after) return true
  if (before.sizeBytes !== after.sizeBytes) return false
  return before.record.equals(after.record) || itemsEqual(before.item, after.item)
}

function imageOf({ json: { bytes }, sizeBytes }: StoredItem): Image {
  return { json: bytes, sizeBytes }
}
