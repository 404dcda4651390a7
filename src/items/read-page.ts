/**
 * One page of a Query or Scan: entries of a range in order, up to a number of items or a megabyte,
 * with those that pass the filter.
 *
 * AWS: Limit and the megabyte count what was read, before the filter; a page can be empty and still
 * continue. The item that makes the page reach a megabyte is its last.
 */
import type { Condition } from '../expressions/condition.js'
import { holds } from '../expressions/evaluate-condition.js'
import type { Item } from '../model/item.js'
import { pickAttributes } from '../model/item.js'
import { pageBytesMax } from '../model/limits.js'
import type { Engine, Entry, RangePage } from '../storage/engine.js'
import { itemKey, keyAfter, type KeyRange } from '../storage/keyspace.js'
import type { ReadTarget } from './read-target.js'
import { StoredItem } from './stored-item.js'

export interface PageRequest {
  readonly target: ReadTarget
  readonly range: KeyRange
  readonly reverse: boolean
  /** Items to read at the most. */
  readonly limit: number | undefined
  /** Goes on after this position. */
  readonly after: Buffer | undefined
  readonly filter: Condition | undefined
  /** Whether what the index lacks is to be fetched from the table. */
  readonly fetch: boolean
}

export interface Page {
  /** What passed the filter, in order. */
  readonly items: readonly StoredItem[]
  readonly scannedCount: number
  /** The cursor attributes of the last item read, when the page was cut short. */
  readonly lastKey: Item | undefined
  /** Bytes read in the target, and of each item fetched from the table. */
  readonly readBytes: number
  readonly fetchedBytes: readonly number[]
}

/** How many entries an engine is asked for at a time. */
const batchEntries = 1000

export async function readPage(engine: Engine, request: PageRequest): Promise<Page> {
  const { entries, bytes, more } = await collectEntries(engine, request)
  const stored = entries.map(({ value }) => StoredItem.fromRecord(value))
  const whole = request.fetch ? await fetchFromTable(engine, request.target, stored) : stored
  const { filter } = request
  const items = filter === undefined ? whole : whole.filter(({ item }) => holds(filter, item))
  const last = stored.at(-1)
  return {
    items,
    scannedCount: stored.length,
    lastKey: more && last !== undefined ? cursorOf(request.target, last.item) : undefined,
    readBytes: bytes,
    fetchedBytes: request.fetch ? whole.map(({ sizeBytes }) => sizeBytes) : [],
  }
}

interface Collected {
  readonly entries: readonly Entry[]
  readonly bytes: number
  readonly more: boolean
}

async function collectEntries(engine: Engine, request: PageRequest): Promise<Collected> {
  const { limit = Infinity } = request
  let range = remaining(request.range, request.reverse, request.after)
  const entries: Entry[] = []
  let bytes = 0
  for (;;) {
    const page = await readBatch(engine, request, range, limit - entries.length)
    for (const entry of page.entries) {
      entries.push(entry)
      bytes += StoredItem.fromRecord(entry.value).sizeBytes
      // AWS: a page that reached its limit says so even when nothing follows.
      if (entries.length === limit) return { entries, bytes, more: true }
      if (bytes >= pageBytesMax)
        return { entries, bytes, more: await followed(engine, request, entry) }
    }
    if (!page.more) return { entries, bytes, more: false }
    range = remaining(request.range, request.reverse, page.entries.at(-1)!.key)
  }
}

/** Whether the range goes on after an entry. */
async function followed(engine: Engine, request: PageRequest, { key }: Entry): Promise<boolean> {
  const rest = remaining(request.range, request.reverse, key)
  const { entries } = await readBatch(engine, request, rest, 1)
  return entries.length > 0
}

async function readBatch(
  engine: Engine,
  { target, reverse }: PageRequest,
  range: KeyRange,
  wanted: number,
): Promise<RangePage> {
  if (Buffer.compare(range.from, range.to) >= 0) return { entries: [], more: false }
  const read = {
    kind: 'range',
    space: target.space,
    ...range,
    reverse,
    entriesMax: Math.min(wanted, batchEntries),
    bytesMax: pageBytesMax,
  } as const
  const [page] = await engine.read([read], [target.table.guard])
  return page
}

function remaining(range: KeyRange, reverse: boolean, after: Buffer | undefined): KeyRange {
  if (after === undefined) return range
  if (reverse) return { from: range.from, to: smaller(range.to, after) }
  return { from: larger(range.from, keyAfter(after)), to: range.to }
}

function smaller(a: Buffer, b: Buffer): Buffer {
  return Buffer.compare(a, b) <= 0 ? a : b
}

function larger(a: Buffer, b: Buffer): Buffer {
  return Buffer.compare(a, b) >= 0 ? a : b
}

/** The table's items behind the entries of a local index, in one read. */
async function fetchFromTable(
  engine: Engine,
  { table }: ReadTarget,
  entries: readonly StoredItem[],
): Promise<readonly StoredItem[]> {
  const reads = entries.map(
    ({ item }) =>
      ({ kind: 'get', space: table.space, key: itemKey(table.keySchema, item) }) as const,
  )
  const records = await engine.read(reads, [table.guard])
  // An item that was deleted since the index was read is no longer part of the answer.
  return records.flatMap((record) => (record === undefined ? [] : [StoredItem.fromRecord(record)]))
}

export function cursorOf({ cursorAttributes }: ReadTarget, item: Item): Item {
  return pickAttributes(
    item,
    cursorAttributes.map(({ name }) => name),
  )
}
