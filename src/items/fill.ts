/**
 * Puts items into a table that a job fills (`catalog/filled-tables.ts`): records and totals alone.
 * Nothing else is derived from them yet, nobody reads them, and no change of them is logged.
 *
 * A batch is one transaction, together with what the job writes beside it, such as where it
 * continues. So a job that is interrupted goes on after the last batch, without losing or repeating
 * one.
 */
import type { Table } from '../catalog/table.js'
import type { FillingStep } from '../catalog/filled-tables.js'
import type { Item } from '../model/item.js'
import { assert } from '../stdx/assert.js'
import type { Engine, Get, Mutation, Tally } from '../storage/engine.js'
import { itemKey } from '../storage/keyspace.js'
import { checkIndexable } from './indexes/indexable-item.js'
import { keyOfItem } from './primary-key.js'
import { itemSizeOfRecord } from './item-record.js'
import { StoredItem } from './stored-item.js'

/** An item, and the key it is stored under. */
export interface FilledItem {
  readonly key: Uint8Array
  readonly stored: StoredItem
}

export interface FillBatch extends FillingStep {
  readonly items: readonly FilledItem[]
  /**
   * Whether a key may be there already, or in the batch more than once: the last item counts. Costs
   * a read for every item.
   */
  readonly mayRepeat?: boolean
}

/** An item that was not stored before. Throws PutItem's refusal if its key does not fit the table. */
export function filledItem({ keySchema }: Table, stored: StoredItem): FilledItem {
  return { key: itemKey(keySchema, keyOfItem(keySchema, stored.item)), stored }
}

/** As PutItem, refuses also what no index could hold. */
export function newFilledItem(table: Table, put: NewItem): FilledItem {
  const key = itemKey(table.keySchema, keyOfItem(table.keySchema, put.item))
  checkIndexable(table, put.item, 'put')
  return { key, stored: StoredItem.of(put.item, put.sizeBytes) }
}

/** An item that comes from a client, with its size. */
export interface NewItem {
  readonly item: Item
  readonly sizeBytes: number
}

export async function fillBatch(engine: Engine, table: Table, batch: FillBatch): Promise<void> {
  const { filling } = table
  assert(filling !== undefined && filling.itemsComplete === undefined, 'only its job fills a table')
  const { fence, mayRepeat } = batch
  const items = mayRepeat ? lastOfEach(batch.items) : batch.items
  await engine.transact<readonly Get[], undefined>({
    guards: [table.guard, ...fence.guards],
    reads: mayRepeat ? items.map(({ key }) => ({ kind: 'get', space: table.space, key })) : [],
    decide: (before) => ({
      mutations: [...putItems(table, items, before), ...batch.mutations, ...fence.mutations],
      result: undefined,
    }),
  })
}

function lastOfEach(items: readonly FilledItem[]): readonly FilledItem[] {
  const byKey = new Map(items.map((item) => [Buffer.from(item.key).toString('latin1'), item]))
  return byKey.size === items.length ? items : [...byKey.values()]
}

function putItems(
  { space }: Table,
  items: readonly FilledItem[],
  before: readonly (Buffer | undefined)[],
): readonly Mutation[] {
  if (items.length === 0) return []
  const puts = items.map(({ key, stored }): Mutation => {
    return { kind: 'put', space, key, value: stored.record, weight: stored.sizeBytes }
  })
  return [...puts, { kind: 'tally', space, ...added(items, before) }]
}

/** What the batch adds to the totals, given the items that it replaces. */
function added(items: readonly FilledItem[], before: readonly (Buffer | undefined)[]): Tally {
  let entries = items.length
  let bytes = 0
  for (const { stored } of items) bytes += stored.sizeBytes
  for (const replaced of before) {
    if (replaced === undefined) continue
    entries--
    bytes -= itemSizeOfRecord(replaced)
  }
  return { entries, bytes }
}
