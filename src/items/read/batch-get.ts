/**
 * Many items read at once, up to 16 MB of them: one storage read. What comes after the item that no
 * longer fits is not answered.
 */
import type { Table } from '../../catalog/table.js'
import type { Item } from '../../model/item.js'
import { batchGetBytesMax } from '../../model/limits.js'
import type { Engine } from '../../storage/engine.js'
import { itemKey } from '../../storage/keyspace.js'
import { checkKey } from '../primary-key.js'
import { guardsOf } from '../several-items.js'
import { StoredItem } from '../stored-item.js'

export interface TableKey {
  readonly table: Table
  readonly key: Item
}

/** The items of as many keys as were processed, in order; undefined where there is none. */
export async function batchGet(
  engine: Engine,
  keys: readonly TableKey[],
  alsoGuarded: readonly Table[] = [],
): Promise<readonly (StoredItem | undefined)[]> {
  for (const { table, key } of keys) checkKey(table.keySchema, key)
  const reads = keys.map(({ table, key }) => {
    return { kind: 'get', space: table.space, key: itemKey(table.keySchema, key) } as const
  })
  const guards = guardsOf([...keys, ...alsoGuarded.map((table) => ({ table }))])
  const records = await engine.read(reads, guards)
  const items: (StoredItem | undefined)[] = []
  let bytes = 0
  for (const record of records) {
    const item = record && StoredItem.fromRecord(record)
    bytes += item?.sizeBytes ?? 0
    if (bytes > batchGetBytesMax) break
    items.push(item)
  }
  return items
}
