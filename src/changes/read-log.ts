/**
 * Reading a change log: which shards it has, and what is in one of them from a position on. For all
 * readers alike, whether they serve clients or work inside the server.
 *
 * The way to see every change once and those of an item in order: read the shards that have no parent,
 * or whose parent is no longer listed; read each from its first entry until a page says `end`; only then
 * read its children. A position is the number of the next entry, and stays good however long one waits:
 * what was trimmed meanwhile is told, not skipped in silence.
 *
 * Never holds more than a page in memory, and knows nothing of views, iterators or clients.
 */
import { laneEntries, changeShardRange } from '../storage/change-keys.js'
import { systemSpace, type Engine, type Range, type SpaceId } from '../storage/engine.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { decodeLog, getLog, laneHeads, logGuard, readHeads, type ChangeLog } from './change-log.js'
import { decodeChange, type Change } from './change-record.js'
import { decodeShard, getShard, type Shard } from './shard.js'

export interface LoggedChange {
  /** The number of the entry, which grows along a shard and from a shard to its children. */
  readonly entry: number
  readonly change: Change
}

export interface ShardPage {
  readonly kind: 'page'
  readonly log: ChangeLog
  /** As it is now. */
  readonly shard: Shard
  readonly changes: readonly LoggedChange[]
  /** The position of the next page. */
  readonly next: number
  /** Whether the shard is closed and nothing follows: the next page is its children's first. */
  readonly end: boolean
}

/** Entries from the position on have been taken away; the first one left is at `resumeAt`. */
export interface TrimmedPage {
  readonly kind: 'trimmed'
  readonly resumeAt: number
}

export interface PageBounds {
  readonly entriesMax: number
  /** A page ends with the change that makes its stored records reach this. */
  readonly bytesMax: number
}

/**
 * A page of a shard that was listed earlier. Undefined when the shard is no longer there. Throws
 * `GuardBroken` when the whole log is not.
 */
export async function readShard(
  engine: Engine,
  space: SpaceId,
  { number, lane }: Pick<Shard, 'number' | 'lane'>,
  position: number,
  bounds: PageBounds,
): Promise<ShardPage | TrimmedPage | undefined> {
  const range: Range = { kind: 'range', space, ...laneEntries(lane, position), ...bounds }
  const [record, closed, page] = await engine.read(
    [getLog(space), getShard(space, number), range],
    [logGuard(space)],
  )
  const log = decodeLog(record!)
  const shard = closed ? decodeShard(closed) : openShard(log, number)
  if (shard === undefined) return undefined
  if (position <= shard.trimmedThrough) {
    return { kind: 'trimmed', resumeAt: shard.trimmedThrough + 1 }
  }
  const last = shard.closed?.last ?? Infinity
  const changes: LoggedChange[] = []
  for (const { key, value } of page.entries) {
    const entry = numberOfLogEntry(key)
    if (entry > last) break
    changes.push({ entry, change: decodeChange(value) })
  }
  const next = changes.length === 0 ? position : changes.at(-1)!.entry + 1
  const exhausted = next > last || changes.length < page.entries.length || !page.more
  return { kind: 'page', log, shard, changes, next, end: shard.closed !== undefined && exhausted }
}

export function openShard(log: ChangeLog, number: number): Shard | undefined {
  return log.open.find((shard) => shard.number === number)
}

/** One shard as it is now, and the number that its lane gave last. */
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
  if (shard === undefined) return undefined
  return { log, shard, head: laneHeads(heads).get(shard.lane) ?? 0 }
}

/** Closed shards read at a time when all are listed. */
const shardsPage = 100

/** The log and all its shards, in the order of their numbers. */
export async function listShards(
  engine: Engine,
  space: SpaceId,
): Promise<{ readonly log: ChangeLog; readonly shards: readonly Shard[] } | undefined> {
  const byNumber = new Map<number, Shard>()
  let log: ChangeLog | undefined
  let from = 0
  for (let more = true; more;) {
    const closed: Range = {
      kind: 'range',
      space: systemSpace,
      ...changeShardRange(space, from),
      entriesMax: shardsPage,
    }
    const [record, page] = await engine.read([getLog(space), closed])
    log ??= record && decodeLog(record)
    for (const { value } of page.entries) {
      const shard = decodeShard(value)
      byNumber.set(shard.number, shard)
      from = shard.number + 1
    }
    more = page.more
  }
  if (log === undefined) return undefined
  // One that has been closed since the first page was read is there already.
  for (const shard of log.open) if (!byNumber.has(shard.number)) byNumber.set(shard.number, shard)
  const shards = [...byNumber.values()].sort((a, b) => a.number - b.number)
  return { log, shards }
}
