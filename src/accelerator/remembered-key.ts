/** The key under which an item is remembered. */
import type { Table } from '../catalog/table.js'
import { checkKey } from '../items/primary-key.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { readItem } from '../model/read-attribute-value.js'
import { itemKey, tablePartition } from '../storage/keyspace.js'
import { latin1Of } from './table-caches.js'

/** `key` is as a client gave it. Undefined if it is not a key of the table, which the operation says in its words. */
export function rememberedKey({ keySchema }: Table, key: unknown): string | undefined {
  return ifReadable(() => {
    const read = readItem(key as Item)
    checkKey(keySchema, read)
    return latin1Of(itemKey(keySchema, read))
  })
}

/** What all keys of a partition begin with. `values` has its attribute. */
export function rememberedPartition({ keySchema }: Table, values: Item): string | undefined {
  const { partition } = keySchema
  return ifReadable(() => {
    const read = readItem(values)
    checkKey({ partition }, read)
    return latin1Of(tablePartition({ partition }, read))
  })
}

function ifReadable(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
