/**
 * The list of a table's items by the time they expire: what it holds for an item, and what must change
 * in it when the item does.
 *
 * It is kept like an index and is none: no client reads it, it has no totals and costs no capacity. An
 * entry's value is a version byte and the wire JSON of the item's key, since the item's own key in
 * storage is made of hashes that lead nowhere.
 */
import type { Table } from '../../catalog/table.js'
import { expirySecondsOf } from '../../model/expiry.js'
import { pickAttributes, type Item } from '../../model/item.js'
import { keyAttributes, type KeySchema } from '../../model/key-schema.js'
import type { ExpiryIndex } from '../../model/table.js'
import { assert } from '../../stdx/assert.js'
import type { Mutation } from '../../storage/engine.js'
import { expiryKey } from '../../storage/expiry-keys.js'
import { currentFormat } from '../../storage/format.js'
import type { StoredItem } from '../stored-item.js'
import { maintainedExpiry } from './maintained.js'

/** An item and its key in its table's space. */
export interface PlacedItem {
  readonly item: Item
  readonly key: Uint8Array
}

/** The entry that an item implies; undefined when it never expires. */
export function expiryEntry(
  schema: KeySchema,
  { space, attribute }: ExpiryIndex,
  { item, key }: PlacedItem,
): (Mutation & { readonly kind: 'put' }) | undefined {
  const seconds = expirySecondsOf(item, attribute)
  if (seconds === undefined) return undefined
  return { kind: 'put', space, key: expiryKey(seconds, key), value: encodeKey(schema, item) }
}

interface ItemChange {
  readonly before: StoredItem | undefined
  readonly after: StoredItem | undefined
}

const unchanged: readonly Mutation[] = []

/** `key` is the item's own, in its table's space; `cursors` is what `cursorReads` found. */
export function expiryChange(
  table: Table,
  key: Uint8Array,
  cursors: readonly (Buffer | undefined)[],
  { before, after }: ItemChange,
): readonly Mutation[] {
  const expiry = maintainedExpiry(table, key, cursors)
  if (expiry === undefined || before === after) return unchanged
  const old = before && expirySecondsOf(before.item, expiry.attribute)
  const fresh = after && expirySecondsOf(after.item, expiry.attribute)
  if (old === fresh) return unchanged
  const entry = after && expiryEntry(table.keySchema, expiry, { item: after.item, key })
  const added = entry === undefined ? [] : [entry]
  if (old === undefined) return added
  return [{ kind: 'delete', space: expiry.space, key: expiryKey(old, key) }, ...added]
}

function encodeKey(schema: KeySchema, item: Item): Buffer {
  const names = keyAttributes(schema).map(({ name }) => name)
  const json = Buffer.from(JSON.stringify(pickAttributes(item, names)))
  return Buffer.concat([Buffer.of(currentFormat.expiryEntry), json])
}

/** The key of the item that an entry lists, as its attributes. */
export function keyOfExpiryEntry(value: Buffer): Item {
  assert(value[0] === currentFormat.expiryEntry, 'an expiry entry of unknown version', {
    version: value[0],
  })
  return JSON.parse(value.toString('utf8', 1)) as Item
}
