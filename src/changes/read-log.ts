/**
 * Reads a change log by shards: which shards it has, and what is in one of them from a position on.
 * Streams and triggers read it this way; other readers inside the server read lanes
 * (`read-lane.ts`).
 *
 * To see every change once and those of an item in order, read the shards that have no parent, or
 * whose parent is no longer listed; read each from its first entry until a page says `end`; only
 * then read its children. A position is the number of the next entry. It stays valid however long
 * the reader waits: entries trimmed in that time are reported, not skipped silently.
 *
 * Never holds more than a page in memory, and knows nothing about views, iterators or clients.
 */
import { laneEntries, changeShardRange } from '../storage/change-keys.js'
import {
  systemSpace,
  type Engine,
  type Range,
  type RangePage,
  type SpaceId,
} from '../storage/engine.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { decodeLog, getLog, laneHeads, logGuard, readHeads, type ChangeLog } from './change-log.js'
import { decodeChange, isShown, timeOfChange, type ShownChange } from './change-record.js'
import { decodeShard, getShard, type Shard } from './shard.js'
import { isHidden, shownShard } from './shown-changes.js'

export interface LoggedChange {
  /** The number of the entry, which increases along a shard and from a shard to its children. */
  readonly entry: number
  readonly change: ShownChange
}

export interface ShardPage {
  readonly kind: 'page'
  readonly log: ChangeLog
  /** The shard as it is now. */
  readonly shard: Shard
  readonly changes: readonly LoggedChange[]
  /** The position of the next page, which may be beyond the last change: not all are shown. */
  readonly next: number
  /** Whether the shard is closed and nothing follows: reading continues with its children. */
  readonly end: boolean
}

/** Entries from the position on were trimmed; the first remaining one is at `resumeAt`. */
export interface TrimmedPage {
  readonly kind: 'trimmed'
  readonly resumeAt: number
}

export interface PageBounds {
  readonly entriesMax: number
  /** A page ends with the change that brings its stored records to this size. */
  readonly bytesMax: number
}

/** Where to read: the number of the next entry in a shard. */
export interface ShardPlace extends Pick<Shard, 'number' | 'lane'> {
  readonly position: number
}

/**
 * A page of a shard that was listed earlier. Undefined if the shard no longer exists. Throws
 * `GuardBroken` if the whole log no longer exists.
 */
export async function readShard(
  engine: Engine,
  space: SpaceId,
  { number, lane, position }: ShardPlace,
  bounds: PageBounds,
): Promise<ShardPage | TrimmedPage | undefined> {
  const range: Range = { kind: 'range', space, ...laneEntries(lane, position), ...bounds }
  const [record, closed, page] = await engine.read(
    [getLog(space), getShard(space, number), range],
    [logGuard(space)],
  )
  const log = decodeLog(record!)
  const shard = closed ? decodeShard(closed) : openShard(log, number)
  if (shard?.lane !== lane || isHidden(log, shard)) return undefined
  if (position <= shard.trimmedThrough || beginsHidden(log, page)) {
    const { trimmedThrough } = await shownShard(engine, log, shard)
    return { kind: 'trimmed', resumeAt: trimmedThrough + 1 }
  }
  const last = shard.closed?.last ?? Infinity
  const changes: LoggedChange[] = []
  let next = position
  let goesBeyond = false
  for (const { key, value } of page.entries) {
    const entry = numberOfLogEntry(key)
    if (entry > last) {
      goesBeyond = true
      break
    }
    const change = decodeChange(value)
    if (isShown(change)) changes.push({ entry, change })
    next = entry + 1
  }
  const exhausted = next > last || goesBeyond || !page.more
  return { kind: 'page', log, shard, changes, next, end: shard.closed !== undefined && exhausted }
}

function beginsHidden({ hiddenToMs }: ChangeLog, { entries }: RangePage): boolean {
  const [first] = entries
  return hiddenToMs !== undefined && first !== undefined && timeOfChange(first.value) <= hiddenToMs
}

export function openShard(log: ChangeLog, number: number): Shard | undefined {
  return log.open.find((shard) => shard.number === number)
}

/** One shard as it is now, and the last number that its lane assigned. */
export async function findShard(
  engine: Engine,
  space: SpaceId,
  number: number,
): Promise<{ readonly log: ChangeLog; readonly shard: Shard; readonly head: number } | undefined> {
  const [record, closed, heads] = await engine.read(
    [getLog(space), getShard(space, number), readHeads(space)],
    [logGuard(space)],
  )
  const log = decodeLog(record!)
  const shard = closed ? decodeShard(closed) : openShard(log, number)
  if (shard === undefined || isHidden(log, shard)) return undefined
  const head = laneHeads(heads).get(shard.lane) ?? 0
  return { log, shard: await shownShard(engine, log, shard), head }
}

/** Closed shards read at a time when shards are listed. */
const shardsPage = 100

export interface ListedShard {
  readonly log: ChangeLog
  readonly shard: Shard
}

/**
 * The shards of a log in the order of their numbers, from a number on. Each page is a snapshot and
 * says whether each shard between its ends is open or closed, so each shard appears once.
 */
export async function* shardsFrom(
  engine: Engine,
  space: SpaceId,
  from = 0,
): AsyncGenerator<ListedShard> {
  for (let next = from, more = true; more;) {
    const range: Range = {
      kind: 'range',
      space: systemSpace,
      ...changeShardRange(space, next),
      entriesMax: shardsPage,
    }
    const [record, page] = await engine.read([getLog(space), range])
    if (record === undefined) return
    const log = decodeLog(record)
    const closed = page.entries.map(({ value }) => decodeShard(value))
    const last = page.more ? closed.at(-1)!.number : Infinity
    const open = log.open.filter(({ number }) => number >= next && number <= last)
    const shards = [...closed, ...open].sort((a, b) => a.number - b.number)
    for (const shard of shards) yield { log, shard }
    next = last + 1
    more = page.more
  }
}
