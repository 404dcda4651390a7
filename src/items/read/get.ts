/** Reads one item by its key, in one round trip. */
import type { Table } from '../../catalog/table.js'
import type { Item } from '../../model/item.js'
import type { Engine } from '../../storage/engine.js'
import { itemKey } from '../../storage/keyspace.js'
import { checkKey } from '../primary-key.js'
import { StoredItem } from '../stored-item.js'

export async function getItem(
  engine: Engine,
  table: Table,
  key: Item,
): Promise<StoredItem | undefined> {
  checkKey(table.keySchema, key)
  const read = { kind: 'get', space: table.space, key: itemKey(table.keySchema, key) } as const
  const [record] = await engine.read([read], [table.guard])
  return record && StoredItem.fromRecord(record)
}
