/**
 * Deletes items that have expired, one bounded batch at a time, earliest first.
 *
 * Expired items are adjacent in the list of items by expiry, so only that part is read. The list
 * may be out of date by the time the items are deleted: each is read again in the transaction that
 * deletes it, and is kept if it has not expired. Deleting uses the one write path, so derived data,
 * totals and the change log follow, and an item found by two sweeps is deleted once.
 *
 * Items of a global table are first left to the region that wrote them last (`expiry-grace.ts`).
 *
 * A damaged item stays, because nobody knows which entries of indexes belong to it, but it does not
 * hold up those behind it.
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
import { keyAfter } from '../../storage/keyspace.js'
import { DamagedItem } from '../damaged-item.js'
import { keyOfExpiryEntry } from '../indexes/expiry-entry.js'
import { CollectionTally } from './collection-sizes.js'
import { graceOf, notWaiting } from './expiry-grace.js'
import { answersOf, readsOf, type StoredForWrite } from './several-writes.js'
import { StoredItem } from '../stored-item.js'
import { decideWrite, prepareWrite, type PreparedWrite } from './write.js'

export interface ExpiredBatch {
  /** Entries of the list that were read. */
  readonly entriesRead: number
  readonly deleted: number
  /** Items that have to stay. */
  readonly damaged: readonly DamagedItem[]
  /** Items that are first left to another region. */
  readonly waiting: number
  /** Whether more items have expired already. */
  readonly more: boolean
  /** Where the next batch continues: behind items that stay. */
  readonly after: Buffer | undefined
}

export interface ExpiryTimes {
  /** What expires before this moment is deleted. */
  readonly expiredAtMs: number
  /** When the deletion happens. */
  readonly stamps: Clock
  /** Where the batch before has ended, if it left items. */
  readonly after?: Buffer | undefined
  readonly fence?: Fence | undefined
}

export async function deleteExpired(
  engine: Engine,
  table: Table,
  times: ExpiryTimes,
): Promise<ExpiredBatch> {
  const { expiry, guard } = table
  const { expiredAtMs, after } = times
  assert(expiry !== undefined, 'only items of a table with time to live expire')
  const listed = expiredEntries(expiry, expiredAtMs, after)
  const [{ entries, more }] = await engine.read([listed], [guard])
  if (entries.length === 0) return { ...nothingExpired, after }
  const due =
    table.versions === undefined ? entries : await notWaiting(engine, table, entries, expiredAtMs)
  const found =
    due.length === 0 ? noneDeleted : await deleteDue(engine, { ...table, expiry }, due, times)
  const { deleted, damaged } = found
  const waiting = found.waiting + entries.length - due.length
  const staying = damaged.length + waiting
  return {
    entriesRead: entries.length,
    deleted,
    damaged,
    waiting,
    // Makes the caller continue at once. If nothing was deleted, others are using these items and
    // retrying is pointless.
    more: more && deleted + staying > 0,
    after: staying > 0 ? entries.at(-1)!.key : after,
  }
}

type DeletedItems = Pick<ExpiredBatch, 'deleted' | 'damaged' | 'waiting'>

const noneDeleted: DeletedItems = { deleted: 0, damaged: [], waiting: 0 }

function deleteDue(
  engine: Engine,
  table: ExpiringTableLayout,
  due: readonly Entry[],
  { expiredAtMs, stamps, fence = unfenced }: ExpiryTimes,
): Promise<DeletedItems> {
  const expired = due.map((entry) => prepareDelete(table, entry))
  const writes = expired.map(({ write }) => write)
  return engine.transact({
    guards: [table.guard, ...fence.guards],
    reads: readsOf(writes),
    decide: (answers) => {
      const stored = answersOf(writes, answers)
      const times = { expiredAtMs, atMs: stamps.now() }
      const { mutations, result } = decideDeletes(table, expired, stored, times)
      return { mutations: [...mutations, ...fence.mutations], result }
    },
  })
}

type ExpiringTableLayout = Table & { readonly expiry: ExpiryIndex }

const nothingExpired = { ...noneDeleted, entriesRead: 0, more: false }

function expiredEntries({ space }: ExpiryIndex, nowMs: number, after: Buffer | undefined): Range {
  const seconds = expiredSecondsAt(nowMs)
  const { from, to } = expiryRange(seconds.from, seconds.to)
  const rest = { from: after === undefined ? from : keyAfter(after), to }
  return { kind: 'range', space, ...rest, entriesMax: expiredBatchItemsMax }
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
  table: ExpiringTableLayout,
  expired: readonly ExpiredItem[],
  stored: readonly StoredForWrite[],
  { expiredAtMs, atMs }: { readonly expiredAtMs: number; readonly atMs: number },
): Decision<DeletedItems> {
  const { space, attribute } = table.expiry
  const mutations: Mutation[] = []
  const damaged: DamagedItem[] = []
  const tally = new CollectionTally()
  let [deleted, waiting] = [0, 0]
  for (const [i, { entry, write }] of expired.entries()) {
    const item = readItem(table, write, stored[i]!)
    if (item instanceof DamagedItem) damaged.push(item)
    else if (item && isExpired(item.item, attribute, expiredAtMs)) {
      if (
        !isExpired(item.item, attribute, expiredAtMs - graceOf(table, stored[i]!.version?.version))
      ) {
        waiting++
        continue
      }
      const decision = decideWrite(table, write, stored[i]!, atMs)
      mutations.push(...tally.count({ table, write }, stored[i]!, decision).mutations)
      deleted++
    } else {
      // The write that changed the item has removed the entry. Removing it again costs little, and
      // makes sure that an entry which should not exist cannot hold up those behind it.
      mutations.push({ kind: 'delete', space, key: entry.key })
    }
  }
  return { mutations: [...mutations, ...tally.mutations()], result: { deleted, damaged, waiting } }
}

function readItem(
  table: Table,
  { read }: PreparedWrite,
  { record }: StoredForWrite,
): StoredItem | DamagedItem | undefined {
  try {
    return record && StoredItem.fromRecord(record, read.key, table)
  } catch (error) {
    if (error instanceof DamagedItem) return error
    throw error
  }
}
