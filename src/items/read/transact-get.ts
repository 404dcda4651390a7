/**
 * Reads many items as of one moment: one storage read, one snapshot.
 *
 * AWS: a key that does not fit its table cancels the transaction, and only the first such key is
 * reported. Unlike in writes, that includes empty key values.
 */
import type { Table } from '../../catalog/table.js'
import type { Projection } from '../../expressions/project.js'
import type { Item } from '../../model/item.js'
import type { Engine, Get } from '../../storage/engine.js'
import type { ReadMemory } from '../../storage/read-memory.js'
import { itemKey } from '../../storage/keyspace.js'
import {
  canceledByConflict,
  canceledFor,
  checkTransactionSize,
  itemNamedTwice,
  reasonOf,
} from '../write/cancellation.js'
import { orOnConflict } from '../write/conflict.js'
import { requireScalarKeyPaths } from '../key-paths.js'
import { checkKey } from '../primary-key.js'
import { guardsOf, namesItemTwice, requireTransactable } from '../several-items.js'
import { StoredItem } from '../stored-item.js'
import type { GotItems } from './batch-get.js'
import { getTouch } from './get.js'

export interface TransactGet {
  readonly table: Table
  readonly key: Item
  /** Only checked here: the caller projects. */
  readonly projection: Projection | undefined
}

/** `memory` is for items that are not kept. */
export async function transactGet(
  engine: Engine,
  gets: readonly TransactGet[],
  memory?: ReadMemory,
): Promise<GotItems> {
  requireTransactable(gets)
  const reads = prepareAll(gets).map((read) => ({ ...read, memory }))
  const reading = engine.read(reads, guardsOf(gets))
  const records = await orOnConflict(reading, () => canceledByConflict(gets.length))
  const items = records.map(
    (record, i) => record && StoredItem.fromRecord(record, reads[i]!.key, gets[i]!.table),
  )
  checkTransactionSize(items.map((item) => item?.sizeBytes ?? 0))
  const work = items.map((item, i) => getTouch(gets[i]!, reads[i]!, item, 'transactional'))
  return { items, work }
}

function prepareAll(gets: readonly TransactGet[]): readonly Get[] {
  const reads: Get[] = []
  for (const [index, get] of gets.entries()) {
    try {
      reads.push(prepareGet(get))
    } catch (fault) {
      throw canceledFor(new Map([[index, reasonOf(fault)]]), gets.length)
    }
  }
  if (namesItemTwice(reads)) throw itemNamedTwice()
  return reads
}

function prepareGet({ table, key, projection }: TransactGet): Get {
  checkKey(table.keySchema, key)
  requireScalarKeyPaths(table, { projection })
  return { kind: 'get', space: table.space, key: itemKey(table.keySchema, key) }
}
