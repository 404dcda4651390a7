/**
 * Fills derived data that is being built, one bounded batch at a time. Each batch is one
 * transaction that reads the next items, adds their entries and moves the cursor past them; a batch
 * that is interrupted leaves no trace. Two builders may compete: the cursor's guard lets only one
 * of them commit.
 *
 * AWS: items whose key attributes are mistyped, empty or too long for the index are skipped.
 */
import {
  cursorAtEnd,
  cursorGuard,
  decodeCursor,
  getCursor,
  putCursor,
} from '../catalog/build-cursor.js'
import { isIndex, type Derived } from '../catalog/derived.js'
import type { Table } from '../catalog/table.js'
import { countBatch } from './backfill-collections.js'
import { backfillBatchBytesMax, backfillBatchItemsMax } from './limits.js'
import type { Engine, Entry, Mutation, RangePage } from '../storage/engine.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { keyAfter } from '../storage/keyspace.js'
import { maintainerOf } from './indexes/maintainers.js'
import { SpaceTotals } from './space-totals.js'
import { StoredItem } from './stored-item.js'

/** Adds the next batch and returns whether every item is covered now. */
export async function backfillBatch(
  engine: Engine,
  table: Table,
  derived: Derived,
  fence: Fence = unfenced,
): Promise<boolean> {
  const [record] = await engine.read([getCursor(derived)], [table.guard])
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
  if (derived.kind === 'collections') {
    return countBatch(engine, table, { collections: derived, cursor, items }, fence)
  }
  return engine.transact({
    guards: [table.guard, cursorGuard(derived, cursor), ...fence.guards],
    // Writers rely on the cursor that they read, so no write may be in progress while it moves.
    exclusive: [table.space],
    reads: [items],
    decide: ([page]) => ({
      mutations: [
        ...addedEntries(table, derived, page.entries),
        putCursor(derived, cursorAfter(page)),
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
  derived: Derived,
  items: readonly Entry[],
): readonly Mutation[] {
  const maintainer = maintainerOf(derived)
  const mutations: Mutation[] = []
  const totals = new SpaceTotals()
  for (const { key, value } of items) {
    const stored = StoredItem.fromRecord(value, key, table)
    const entries = maintainer.entries(table, derived, { stored, key })
    mutations.push(...entries)
    if (isIndex(derived)) for (const { weight = 0 } of entries) totals.add(derived.space, weight)
    const beside = maintainer.countedBeside?.(derived, stored)
    if (beside !== undefined) totals.add(beside.space, beside.bytes)
  }
  return [...mutations, ...totals.mutations()]
}
