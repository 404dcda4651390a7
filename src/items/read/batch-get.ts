/**
 * Reads many items, up to 16 MB. The first item that does not fit and all after it are left out. Items are not of
 * one moment, so an engine whose reads hold the event loop is asked for some at a time.
 */
import type { Table } from '../../catalog/table.js'
import type { Item } from '../../model/item.js'
import { batchGetBytesMax } from '../../model/limits.js'
import type { Engine } from '../../storage/engine.js'
import type { ReadMemory } from '../../storage/read-memory.js'
import { nextTurn, Steps, turnIsOver } from '../../stdx/turns.js'
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

export interface BatchGetOptions {
  /** Their definitions are only checked to be current. */
  readonly tables?: readonly Table[]
  /** For items that are not kept. */
  readonly memory?: ReadMemory | undefined
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
  { tables = [], memory }: BatchGetOptions = {},
): Promise<GotItems> {
  for (const { table, key } of keys) checkKey(table.keySchema, key)
  const guards = guardsOf([...keys, ...tables.map((table) => ({ table }))])
  const items: (StoredItem | undefined)[] = []
  const work: Touch[] = []
  const steps = new Steps()
  let bytes = 0
  for (const portion of portionsOf(keys, engine.keysPerRead)) {
    if (items.length > 0 && turnIsOver()) await nextTurn()
    const reads = portion.map(({ table, key }) => {
      return {
        kind: 'get',
        space: table.space,
        key: itemKey(table.keySchema, key),
        memory,
      } as const
    })
    for (const [i, record] of (await engine.read(reads, guards)).entries()) {
      const { table, consistent } = portion[i]!
      const item = record && StoredItem.fromRecord(record, reads[i]!.key, table)
      bytes += item?.sizeBytes ?? 0
      if (bytes > batchGetBytesMax) return { items, work }
      items.push(item)
      work.push(getTouch(portion[i]!, reads[i]!, item, readConsistency(consistent)))
      if (steps.take(stepsToCheck(record))) await nextTurn()
    }
  }
  return { items, work }
}

function* portionsOf<T>(list: readonly T[], length = list.length): Iterable<readonly T[]> {
  for (let at = 0; at < list.length; at += length) yield list.slice(at, at + length)
}

/** Its checksum takes a step for some sixteen bytes. */
function stepsToCheck(record: Uint8Array | undefined): number {
  return record === undefined ? 1 : 1 + (record.length >> 4)
}
