/**
 * One page of a Query or Scan: entries of a range in order, up to a number of items or a megabyte,
 * reduced to those that pass the filter.
 *
 * AWS: Limit and the megabyte count what was read, before the filter; a page can be empty and still
 * continue. The item that makes the page reach a megabyte is its last, and a page that reached
 * either limit says that there is more even if nothing follows.
 *
 * Items that are only passed on are not parsed.
 *
 * A long page is read in turns (`stdx/turns.ts`), and writes may happen between them: the service
 * promises that each item is whole, not that a page shows one moment.
 */
import { labelOf } from '../../catalog/derived.js'
import type { Condition } from '../../expressions/condition.js'
import { conditionWeight } from '../../expressions/condition-weight.js'
import { holds } from '../../expressions/evaluate-condition.js'
import { pickAttributes, type Item } from '../../model/item.js'
import { pageBytesMax } from '../../model/limits.js'
import { nextTurn, Steps, turnIsOver, turnWasOver } from '../../stdx/turns.js'
import type { Engine, RangePage } from '../../storage/engine.js'
import { itemKey, keyAfter, partitionOfRange, type KeyRange } from '../../storage/keyspace.js'
import type { ReadMemory } from '../../storage/read-memory.js'
import { enterLongPages, leaveLongPages } from './long-pages.js'
import type { ReadTarget } from './read-target.js'
import type { ItemPlace } from '../damaged-item.js'
import { StoredItem, stepsToPassOn } from '../stored-item.js'
import { readConsistency, type Touch, type Work } from '../work.js'
import { getTouch } from './get.js'

export interface PageRequest {
  readonly target: ReadTarget
  readonly range: KeyRange
  /** The attributes of the partition that the range is in, if it is known. */
  readonly partition?: Item
  readonly reverse: boolean
  readonly consistent: boolean
  /** How many items to read at most. */
  readonly limit: number | undefined
  /** Item-size bytes to read, up to the item that reaches them; a megabyte by default. */
  readonly bytesMax?: number
  /** Continues after this position. */
  readonly after: Buffer | undefined
  readonly filter: Condition | undefined
  /** Whether items are passed on as they are stored: then what is parsed for a filter is not kept. */
  readonly whole?: boolean
  /** Whether attributes that the index lacks are fetched from the table. */
  readonly fetch: boolean
  /** For the items, if the page is not kept for longer. */
  readonly memory?: ReadMemory | undefined
}

export interface Page {
  /** The items that passed the filter, in order. */
  readonly items: readonly StoredItem[]
  readonly scannedCount: number
  /** The cursor attributes of the last item read, if the page was cut short. */
  readonly lastKey: Item | undefined
  /** The bytes that count towards the megabyte of a page. */
  readonly weightBytes: number
  /** One touch for what was read, then one for each item that was fetched from the table for it. */
  readonly work: Work
}

/**
 * How many entries an engine is asked for first, how many after that, and how many if their items
 * are read as well. Most pages are short, and short reads are cheaper. In a turn that is over only a
 * few are read, so that many clients who ask for long pages at once do not make it much longer.
 */
const firstBatchEntries = 100
const overdueBatchEntries = 10
const batchEntries = 1000
const fetchedBatchEntries = 25
/** Evaluating one part of a filter takes this many steps; parsing the item takes one for each byte. */
const stepsPerFiltered = 50

export async function readPage(engine: Engine, request: PageRequest): Promise<Page> {
  const draft = emptyDraft()
  try {
    await collect(engine, request, draft)
  } finally {
    if (draft.isLong) leaveLongPages()
  }
  const { last, scannedCount } = draft
  const touch = pageTouch(request, draft.readBytes)
  return {
    items: draft.items,
    scannedCount,
    lastKey: draft.more && last !== undefined ? cursorOf(request.target, last.item) : undefined,
    weightBytes: weightOf(draft),
    work: draft.fetches.length === 0 ? [touch] : [touch, ...draft.fetches],
  }
}

type Touched = Pick<PageRequest, 'target' | 'range' | 'consistent' | 'partition'>

function pageTouch({ target, range, consistent, partition }: Touched, bytes: number): Touch {
  return {
    table: target.table,
    indexName: target.index?.name,
    kind: 'read',
    consistency: readConsistency(consistent),
    partition: partitionOfRange(range),
    bytes,
    subject: partition,
  }
}

/**
 * Reads ranges that hold at most one item each, in one read. Nothing follows them. Only for tables,
 * where such ranges are keys.
 */
export async function readSingles(
  engine: Engine,
  { target, consistent }: Pick<PageRequest, 'target' | 'consistent'>,
  singles: readonly Pick<PageRequest, 'range' | 'filter'>[],
): Promise<readonly Page[]> {
  const { space, table } = target
  const reads = singles.map(({ range }) => {
    return { kind: 'range', space, ...range, entriesMax: 1 } as const
  })
  const found = await engine.read(reads, [table.guard])
  return found.map(({ entries: [entry] }, i) => {
    const { range, filter } = singles[i]!
    const stored = entry && StoredItem.fromRecord(entry.value, entry.key, table)
    return singlePage({ target, range, consistent }, stored, filter)
  })
}

function singlePage(
  touched: Touched,
  stored: StoredItem | undefined,
  filter: Condition | undefined,
): Page {
  const bytes = stored?.sizeBytes ?? 0
  const kept = stored !== undefined && passes(stored, filter)
  return {
    items: kept ? [stored] : [],
    scannedCount: stored === undefined ? 0 : 1,
    lastKey: undefined,
    weightBytes: bytes,
    work: [pageTouch(touched, bytes)],
  }
}

/** A page while it is filled. */
interface Draft {
  /** The entries, or the items fetched for them that still exist, that passed the filter. */
  readonly items: StoredItem[]
  readonly fetches: Touch[]
  scannedCount: number
  /** The last entry that was read. */
  last: StoredItem | undefined
  readBytes: number
  fetchedBytes: number
  more: boolean
  /** Whether it has one of the places for long pages. */
  isLong: boolean
}

function emptyDraft(): Draft {
  const counts = { scannedCount: 0, last: undefined, readBytes: 0, fetchedBytes: 0 }
  return { items: [], fetches: [], ...counts, more: true, isLong: false }
}

async function collect(engine: Engine, request: PageRequest, draft: Draft): Promise<void> {
  const { limit = Infinity, bytesMax = pageBytesMax, filter, whole, fetch } = request
  const steps = new Steps()
  const stepsPerEntry =
    filter === undefined ? stepsToPassOn() : stepsPerFiltered * conditionWeight(filter)
  const place = placeOf(request.target)
  let range = remaining(request, request.after)
  for (;;) {
    const most = draft.scannedCount === 0 ? firstEntries() : batchEntries
    const wanted = Math.min(limit - draft.scannedCount, most)
    const batch = await readBatch(engine, request, range, wanted)
    const found = fetch
      ? batch.entries.map((entry) => StoredItem.fromEntry(entry, place))
      : undefined
    const fetched = found && (await fetchFromTable(engine, request, found))
    for (let i = 0; i < batch.entries.length; i++) {
      const entry = found?.[i] ?? StoredItem.fromEntry(batch.entries[i]!, place)
      const item = fetched === undefined ? entry : addFetched(draft, fetched[i])
      addEntry(draft, entry)
      if (item !== undefined && passes(item, filter, whole)) draft.items.push(item)
      if (draft.scannedCount === limit || weightOf(draft) >= bytesMax) return
      if (steps.take(stepsPerEntry + entry.record.length)) await nextTurn()
    }
    if (!batch.more) {
      draft.more = false
      return
    }
    if (turnIsOver()) await nextTurn()
    if (!draft.isLong) {
      await enterLongPages()
      draft.isLong = true
    }
    range = remaining(request, batch.entries.at(-1)!.key)
  }
}

function firstEntries(): number {
  return turnWasOver() ? overdueBatchEntries : firstBatchEntries
}

function placeOf({ table, index }: ReadTarget): ItemPlace {
  return index === undefined
    ? table
    : { name: labelOf(table.name, index), keySchema: table.keySchema }
}

/**
 * An item is parsed only for a filter. Of long pages for many clients at once, parsed items would be most of
 * the heap, and the garbage collector would stop everybody for longer than any turn.
 */
function passes(stored: StoredItem, filter: Condition | undefined, whole = false): boolean {
  return filter === undefined || holds(filter, whole ? stored.passingItem : stored.item)
}

function addEntry(draft: Draft, entry: StoredItem): void {
  draft.scannedCount++
  draft.last = entry
  draft.readBytes += entry.sizeBytes
}

/** Returns the item, if it still exists. */
function addFetched(draft: Draft, fetched: Fetched | undefined): StoredItem | undefined {
  if (fetched === undefined) return undefined
  draft.fetches.push(fetched.touch)
  draft.fetchedBytes += fetched.touch.bytes
  return fetched.item
}

/**
 * Fetched items count as well, so that an answer from a narrow index is not larger than any other.
 */
function weightOf({ readBytes, fetchedBytes }: Draft): number {
  return Math.max(readBytes, fetchedBytes)
}

async function readBatch(
  engine: Engine,
  { target, reverse, fetch, memory }: PageRequest,
  range: KeyRange,
  wanted: number,
): Promise<RangePage> {
  if (Buffer.compare(range.from, range.to) >= 0) return { entries: [], more: false }
  const { from, to } = range
  const read = {
    kind: 'range',
    space: target.space,
    from,
    to,
    reverse,
    entriesMax: fetch ? Math.min(wanted, fetchedBatchEntries) : wanted,
    bytesMax: pageBytesMax,
    memory,
  } as const
  const [page] = await engine.read([read], [target.table.guard])
  return page
}

/** The rest of the range after a position, in the direction of the page. */
function remaining({ range, reverse }: PageRequest, after: Buffer | undefined): KeyRange {
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

interface Fetched {
  readonly item: StoredItem
  readonly touch: Touch
}

/** Reads the items that the entries of a local index belong to, in one read. */
async function fetchFromTable(
  engine: Engine,
  { target: { table }, consistent }: PageRequest,
  entries: readonly StoredItem[],
): Promise<readonly (Fetched | undefined)[]> {
  const reads = entries.map(
    ({ item }) =>
      ({ kind: 'get', space: table.space, key: itemKey(table.keySchema, item) }) as const,
  )
  const records = await engine.read(reads, [table.guard])
  const consistency = readConsistency(consistent)
  // An item that was deleted since the index was read is no longer part of the answer.
  return records.map((record, i) => {
    const item = record && StoredItem.fromRecord(record, reads[i]!.key, table)
    return (
      item && {
        item,
        touch: getTouch({ table, key: entries[i]!.item }, reads[i]!, item, consistency),
      }
    )
  })
}

function cursorOf({ cursorAttributes }: ReadTarget, item: Item): Item {
  return pickAttributes(
    item,
    cursorAttributes.map(({ name }) => name),
  )
}
