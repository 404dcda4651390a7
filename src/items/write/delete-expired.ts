/**
 * Deletes items that have expired, one bounded batch at a time, earliest first.
 *
 * Expired items are adjacent in the list of items by expiry, so only that part is read. The list
 * may be out of date by the time the items are deleted: each is read again in the transaction that
 * deletes it, and is kept if it has not expired. Deleting uses the one write path, so derived data,
 * totals and the change log follow, and an item found by two sweeps is deleted once.
 */
import type { Table } from '../../catalog/table.js'
import { expiredSecondsAt, isExpired } from '../../model/expiry.js'
import { expiredBatchItemsMax } from '../limits.js'
import type { ExpiryIndex } from '../../model/table.js'
import { assert } from '../../stdx/assert.js'
import type { Clock } from '../../stdx/clock.js'
import type { Decision, Engine, Entry, Mutation, Range } from '../../storage/engine.js'
import { expiryRange, itemKeyOfExpiry } from '../../storage/expiry-keys.js'
import { unfenced, type Fence } from '../../storage/fence.js'
import { keyOfExpiryEntry } from '../indexes/expiry-entry.js'
import { answersOf, readsOf } from './several-writes.js'
import { StoredItem } from '../stored-item.js'
import { decideWrite, prepareWrite, type PreparedWrite, type StoredForWrite } from './write.js'

export interface ExpiredBatch {
  /** Entries of the list that were read. */
  readonly entriesRead: number
  readonly deleted: number
  /** Whether more items have expired already. */
  readonly more: boolean
}

export interface ExpiryTimes {
  /** What expires before this moment is deleted. */
  readonly expiredAtMs: number
  /** When the deletion happens. */
  readonly stamps: Clock
}

export async function deleteExpired(
  engine: Engine,
  table: Table,
  { expiredAtMs, stamps }: ExpiryTimes,
  fence: Fence = unfenced,
): Promise<ExpiredBatch> {
  const { expiry, guard } = table
  assert(expiry !== undefined, 'only items of a table with time to live expire')
  const [{ entries, more }] = await engine.read([expiredEntries(expiry, expiredAtMs)], [guard])
  if (entries.length === 0) return { entriesRead: 0, deleted: 0, more: false }
  const expired = entries.map((entry) => prepareDelete(table, entry))
  const writes = expired.map(({ write }) => write)
  const deleted = await engine.transact({
    guards: [guard, ...fence.guards],
    reads: readsOf(writes),
    decide: (answers) => {
      const stored = answersOf(writes, answers)
      const listed = { ...table, expiry }
      const times = { expiredAtMs, atMs: stamps.now() }
      const { mutations, result } = decideDeletes(listed, expired, stored, times)
      return { mutations: [...mutations, ...fence.mutations], result }
    },
  })
  // `more` makes the caller continue at once. If nothing was deleted, others are using these items
  // and retrying is pointless.
  return { entriesRead: entries.length, deleted, more: more && deleted > 0 }
}

function expiredEntries({ space }: ExpiryIndex, nowMs: number): Range {
  const { from, to } = expiredSecondsAt(nowMs)
  return { kind: 'range', space, ...expiryRange(from, to), entriesMax: expiredBatchItemsMax }
}

interface ExpiredItem {
  readonly entry: Entry
  readonly write: PreparedWrite
}

function prepareDelete(table: Table, entry: Entry): ExpiredItem {
  const action = { kind: 'delete', key: keyOfExpiryEntry(entry.value) } as const
  const write = prepareWrite(table, { action, origin: 'expiry' })
  assert(itemKeyOfExpiry(entry.key).equals(write.read.key), 'an expiry entry lists one item')
  return { entry, write }
}

function decideDeletes(
  table: Table & { readonly expiry: ExpiryIndex },
  expired: readonly ExpiredItem[],
  stored: readonly StoredForWrite[],
  { expiredAtMs, atMs }: { readonly expiredAtMs: number; readonly atMs: number },
): Decision<number> {
  const { space, attribute } = table.expiry
  const mutations: Mutation[] = []
  let deleted = 0
  for (const [i, { entry, write }] of expired.entries()) {
    const { record } = stored[i]!
    const item = record && StoredItem.fromRecord(record, write.read.key, table)
    if (item && isExpired(item.item, attribute, expiredAtMs)) {
      mutations.push(...decideWrite(table, write, stored[i]!, atMs).mutations)
      deleted++
    } else {
      // The write that changed the item has removed the entry. Removing it again costs little, and
      // makes sure that an entry which should not exist cannot hold up those behind it.
      mutations.push({ kind: 'delete', space, key: entry.key })
    }
  }
  return { mutations, result: deleted }
}
