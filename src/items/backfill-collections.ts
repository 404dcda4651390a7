/**
 * Counts the item collections of a table, one bounded batch of items at a time, as `backfill.ts` fills
 * other derived data. Which counters a batch needs is known only when its items are, so they are looked
 * at first; if others have come between, the batch ends before them.
 */
import { cursorAtEnd, cursorGuard, putCursor } from '../catalog/build-cursor.js'
import type { Table } from '../catalog/table.js'
import type { CollectionSizes } from '../model/table.js'
import type { Engine, Entry, Get, Mutation, Range, RangePage } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { keyAfter } from '../storage/keyspace.js'
import { collectionBytesOf } from './collection-bytes.js'
import { StoredItem } from './stored-item.js'
import {
  decodeCollectionSize,
  getCollectionSize,
  putCollectionSize,
} from './write/collection-sizes.js'

export interface CollectionsBatch {
  readonly collections: CollectionSizes
  readonly cursor: Buffer
  /** The items from the cursor on. */
  readonly items: Range
}

/** Returns whether every item is counted now. */
export async function countBatch(
  engine: Engine,
  table: Table,
  { collections, cursor, items }: CollectionsBatch,
  fence: Fence,
): Promise<boolean> {
  const [seen] = await engine.read([items], [table.guard])
  const counters = countersOf(collections, seen.entries)
  return engine.transact<readonly [Range, ...Get[]], boolean>({
    guards: [table.guard, cursorGuard(collections, cursor), ...fence.guards],
    // Writers rely on the cursor that they read, so no write may be in progress while it moves.
    exclusive: [table.space],
    reads: [items, ...counters.values()],
    decide: ([page, ...records]) => {
      const known = new Map([...counters.keys()].map((name, i) => [name, records[i]]))
      const counted = untilUnknown(page, (entry) => known.has(nameOf(collections, entry)))
      const sums = sumsOf(table, collections, counted.entries)
      const puts = [...sums].map(([name, bytes]): Mutation => {
        const before = decodeCollectionSize(known.get(name))
        return putCollectionSize(counters.get(name)!, before + bytes)
      })
      const next = counted.more ? keyAfter(counted.entries.at(-1)!.key) : cursorAtEnd
      const moved =
        counted.entries.length === 0 && counted.more ? [] : [putCursor(collections, next)]
      return { mutations: [...puts, ...moved, ...fence.mutations], result: !counted.more }
    },
  })
}

function countersOf(
  collections: CollectionSizes,
  entries: readonly Entry[],
): ReadonlyMap<string, Get> {
  return new Map(
    entries.map((entry) => [nameOf(collections, entry), getCollectionSize(collections, entry.key)]),
  )
}

function nameOf(collections: CollectionSizes, { key }: Entry): string {
  return Buffer.from(getCollectionSize(collections, key).key).toString('latin1')
}

function untilUnknown(page: RangePage, isKnown: (entry: Entry) => boolean): RangePage {
  const at = page.entries.findIndex((entry) => !isKnown(entry))
  return at === -1 ? page : { entries: page.entries.slice(0, at), more: true }
}

function sumsOf(
  table: Table,
  collections: CollectionSizes,
  entries: readonly Entry[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const entry of entries) {
    const { key, value } = entry
    const stored = StoredItem.fromRecord(value, key, table)
    const name = nameOf(collections, entry)
    sums.set(name, (sums.get(name) ?? 0) + collectionBytesOf(table, { stored, key }))
  }
  return sums
}
