/**
 * An entry of the list of a table's items by expiry. Its value is a version byte and the wire JSON
 * of the item's key, because the item's key in storage consists of hashes that cannot be reversed.
 */
import { expirySecondsOf } from '../../model/expiry.js'
import { pickAttributes, type Item } from '../../model/item.js'
import { keyAttributes, type KeySchema } from '../../model/key-schema.js'
import type { ExpiryIndex } from '../../model/table.js'
import { expiryKey } from '../../storage/expiry-keys.js'
import { jsonRecord } from '../../storage/json-record.js'
import type { EntryPut } from './maintainer.js'

/**
 * Returns the entry that an item implies, or undefined if it never expires. `key` is the item's key
 * in storage.
 */
export function expiryEntry(
  schema: KeySchema,
  { space, attribute }: ExpiryIndex,
  { item, key }: { readonly item: Item; readonly key: Uint8Array },
): EntryPut | undefined {
  const seconds = expirySecondsOf(item, attribute)
  if (seconds === undefined) return undefined
  return { kind: 'put', space, key: expiryKey(seconds, key), value: encodeKey(schema, item) }
}

const storedKey = jsonRecord<Item>('expiryEntry')

function encodeKey(schema: KeySchema, item: Item): Buffer {
  const names = keyAttributes(schema).map(({ name }) => name)
  return storedKey.encode(pickAttributes(item, names))
}

/** Returns the key of the item that an entry lists, as attributes. */
export function keyOfExpiryEntry(value: Buffer): Item {
  return storedKey.decode(value)
}
