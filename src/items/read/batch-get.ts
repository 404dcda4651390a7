/**
 * Reads many items, up to 16 MB, in one storage read. The first item that does not fit and all
 * after it are left out.
 */
import type { Table } from '../../catalog/table.js'
import type { Item } from '../../model/item.js'
import { batchGetBytesMax } from '../../model/limits.js'
import type { Engine } from '../../storage/engine.js'
import { itemKey } from '../../storage/keyspace.js'
import { checkKey } from '../primary-key.js'
import { guardsOf } from '../several-items.js'
import { StoredItem } from '../stored-item.js'
import { readConsistency, type Touch, type Work } from '../work.js'
import { getTouch } from './get.js'

export interface TableKey {
  readonly table: Table
  readonly key: Item
  readonly consistent: boolean
}

/** For the keys that were processed, in their order. */
export interface GotItems {
  /** Undefined for a key without an item. */
  readonly items: readonly (StoredItem | undefined)[]
  /** One touch for each key. */
  readonly work: Work
}

export async function batchGet(
  engine: Engine,
  keys: readonly TableKey[],
  alsoGuarded: readonly Table[] = [],
): Promise<GotItems> {
  for (const { table, key } of keys) checkKey(table.keySchema, key)
  const reads = keys.map(({ table, key }) => {
    return { kind: 'get', space: table.space, key: itemKey(table.keySchema, key) } as const
  })
  const guards = guardsOf([...keys, ...alsoGuarded.map((table) => ({ table }))])
  const records = await engine.read(reads, guards)
  const items: (StoredItem | undefined)[] = []
  const work: Touch[] = []
  let bytes = 0
  for (const [i, record] of records.entries()) {
    const { table, consistent } = keys[i]!
    const item = record && StoredItem.fromRecord(record, reads[i]!.key, table)
    bytes += item?.sizeBytes ?? 0
    if (bytes > batchGetBytesMax) break
    items.push(item)
    work.push(getTouch(keys[i]!, reads[i]!, item, readConsistency(consistent)))
  }
  return { items, work }
}
