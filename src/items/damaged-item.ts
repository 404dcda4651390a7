/**
 * A stored item whose bytes are not what was written.
 *
 * Keys in storage begin with a hash, so the item is named by the key attributes in its own bytes if
 * they are intact, which the hash shows, and else by its key in storage.
 */
import type { Item } from '../model/item.js'
import { keyAttributes, type KeySchema } from '../model/key-schema.js'
import { StorageError } from '../storage/errors.js'
import { itemKey } from '../storage/keyspace.js'

/** Where an item is stored: in a table, or in an index of one. */
export interface ItemPlace {
  readonly name: string
  readonly keySchema: KeySchema
}

export class DamagedItem extends StorageError {
  readonly table: string
  readonly key: string

  constructor(table: string, key: string) {
    super('corruption', `the stored item ${key} of table ${table} is damaged`)
    this.table = table
    this.key = key
  }
}

export function damagedItem(record: Buffer, key: Uint8Array, place: ItemPlace): DamagedItem {
  return new DamagedItem(place.name, itemName(record, key, place.keySchema))
}

/** How an item is named to people: by its key as JSON, or as "with stored key 0a1b…". */
export function itemName(record: Buffer, key: Uint8Array, schema: KeySchema): string {
  const found = keyIn(record, schema)
  return found !== undefined && isKeyOf(found, key, schema)
    ? JSON.stringify(found)
    : `with stored key ${Buffer.from(key).toString('hex')}`
}

function isKeyOf(found: Item, key: Uint8Array, schema: KeySchema): boolean {
  try {
    return itemKey(schema, found).equals(key)
  } catch {
    // The values are not what a key is made of.
    return false
  }
}

function keyIn(record: Buffer, schema: KeySchema): Item | undefined {
  const text = record.toString('utf8')
  const values = keyAttributes(schema).map(({ name }) => [name, valueIn(text, name)] as const)
  if (values.some(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(values) as Item
}

/** The value of a key attribute is one flat object; a text in it may contain braces. */
function valueIn(text: string, name: string): unknown {
  const label = `${JSON.stringify(name)}:`
  const start = text.indexOf(`${label}{`) + label.length
  if (start < label.length) return undefined
  for (let end = text.indexOf('}', start); end > 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1))
    } catch {
      // The brace was part of a text.
    }
  }
  return undefined
}
