/**
 * Fills an index, or the list of what expires, that is being built: one bounded batch at a time. Each
 * batch is one transaction that reads the next items, adds their entries and moves the cursor past them;
 * a batch that is cut off has not happened. Several may run against each other: the cursor's guard lets
 * one of them through.
 *
 * AWS: items whose key attributes are mistyped, empty or too long for the index are passed over.
 */
import {
  cursorAtEnd,
  cursorGuard,
  decodeCursor,
  getCursor,
  putCursor,
} from '../catalog/build-cursor.js'
import type { Table } from '../catalog/table.js'
import { backfillBatchBytesMax, backfillBatchItemsMax } from './limits.js'
import type { ExpiryIndex, IndexDefinition } from '../model/table.js'
import type { Engine, Entry, Mutation, RangePage } from '../storage/engine.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { keyAfter } from '../storage/keyspace.js'
import { expiryEntry } from './indexes/expiry-entry.js'
import { indexEntry } from './indexes/index-entry.js'
import { StoredItem } from './stored-item.js'

/** Does the next batch; tells whether the index now holds every item. */
export async function backfillBatch(
  engine: Engine,
  table: Table,
  index: IndexDefinition | ExpiryIndex,
  fence: Fence = unfenced,
): Promise<boolean> {
  const [record] = await engine.read([getCursor(index)], [table.guard])
  const cursor = decodeCursor(record)
  if (cursor.equals(cursorAtEnd)) return true
  const items = {
    kind: 'range',
    space: table.space,
    from: cursor,
    to: cursorAtEnd,
    entriesMax: backfillBatchItemsMax,
    bytesMax: backfillBatchBytesMax,
  } as const
  return engine.transact({
    guards: [table.guard, cursorGuard(index, cursor), ...fence.guards],
    // Writers go by the cursor that they read: none of them may be half done while it moves.
    exclusive: [table.space],
    reads: [items],
    decide: ([page]) => ({
      mutations: [
        ...addedEntries(table, index, page.entries),
        putCursor(index, cursorAfter(page)),
        ...fence.mutations,
      ],
      result: !page.more,
    }),
  })
}

function cursorAfter({ entries, more }: RangePage): Buffer {
  return more ? keyAfter(entries.at(-1)!.key) : cursorAtEnd
}

function addedEntries(
  table: Table,
  index: IndexDefinition | ExpiryIndex,
  items: readonly Entry[],
): readonly Mutation[] {
  return index.kind === 'expiry'
    ? expiryEntries(table, index, items)
    : indexEntries(table, index, items)
}

function expiryEntries(
  { keySchema }: Table,
  expiry: ExpiryIndex,
  items: readonly Entry[],
): readonly Mutation[] {
  const entries = items.map(({ key, value }) => {
    return expiryEntry(keySchema, expiry, { item: StoredItem.fromRecord(value).item, key })
  })
  return entries.filter((entry) => entry !== undefined)
}

function indexEntries(
  { keySchema }: Table,
  index: IndexDefinition,
  items: readonly Entry[],
): readonly Mutation[] {
  const { space } = index
  const mutations: Mutation[] = []
  let bytes = 0
  for (const { value } of items) {
    const entry = indexEntry(keySchema, index, StoredItem.fromRecord(value))
    if (entry === undefined) continue
    const { record, sizeBytes } = entry.stored
    mutations.push({ kind: 'put', space, key: entry.key, value: record, weight: sizeBytes })
    bytes += sizeBytes
  }
  if (mutations.length === 0) return []
  return [...mutations, { kind: 'tally', space, entries: mutations.length, bytes }]
}
