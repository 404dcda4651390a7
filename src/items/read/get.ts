/** Reads one item by its key, in one round trip. */
import type { Table } from '../../catalog/table.js'
import type { Item } from '../../model/item.js'
import type { Engine, Get } from '../../storage/engine.js'
import { itemKey } from '../../storage/keyspace.js'
import { partitionNumber } from '../../storage/partition-hash.js'
import { checkKey } from '../primary-key.js'
import { StoredItem } from '../stored-item.js'
import { readConsistency, type Consistency, type Touch, type Work } from '../work.js'

export interface GotItem {
  readonly item: StoredItem | undefined
  readonly work: Work
}

export function readOneItem(
  engine: Engine,
  table: Table,
  key: Item,
  consistent: boolean,
): GotItem | Promise<GotItem> {
  checkKey(table.keySchema, key)
  const read = { kind: 'get', space: table.space, key: itemKey(table.keySchema, key) } as const
  const got = ([record]: readonly [Buffer | undefined]): GotItem => {
    const item = record && StoredItem.fromRecord(record, read.key, table)
    return { item, work: [getTouch({ table, key }, read, item, readConsistency(consistent))] }
  }
  const found = engine.readNow?.([read], [table.guard])
  return found === undefined ? engine.read([read], [table.guard]).then(got) : got(found)
}

/** The touch for getting an item, or for finding that it does not exist. */
export function getTouch(
  { table, key: subject }: { readonly table: Table; readonly key: Item },
  { key }: Get,
  item: StoredItem | undefined,
  consistency: Consistency,
): Touch {
  return {
    table,
    indexName: undefined,
    kind: 'read',
    consistency,
    partition: partitionNumber(key),
    bytes: item === undefined ? 0 : item.sizeBytes,
    subject,
  }
}
