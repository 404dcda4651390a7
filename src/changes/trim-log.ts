/**
 * Deletes what is too old for every reader, in bounded steps: the oldest entries of the oldest
 * shards, a shard once it is closed and empty, and a log that has ended once it has no shards.
 *
 * Moving the trim point and deleting entries are one transaction, so a reader knows exactly what
 * was deleted. Entries are in commit order and their times nearly so: trimming stops at the first
 * entry that is young enough.
 */
import { changeRetentionMs } from '../model/limits.js'
import { followersRetentionMs, trimBatchBytesMax, trimBatchEntriesMax } from './limits.js'
import {
  changeLogKey,
  changeLogMarkKey,
  changeShardRange,
  laneEntries,
} from '../storage/change-keys.js'
import {
  systemSpace,
  type Decision,
  type Engine,
  type Entry,
  type Mutation,
  type Range,
  type RangePage,
} from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { decodeLog, getLog, logGuard, putLog, type ChangeLog } from './change-log.js'
import { isSpent, leastRetentionOf, retentionOf } from './reader.js'
import { decodeReader, deleteReader, readersOf } from './reader-record.js'
import { openShard } from './read-log.js'
import { hideChanges } from './shown-changes.js'
import { decodeShard, deleteShard, getShard, putShard, type Shard } from './shard.js'
import { TrimHorizon } from './trim-horizon.js'

/** Shards examined in one step: the oldest of every lane are among them. */
const shardsMax = 128

/** Deletes what no reader needs any longer; returns whether there is more to do at once. */
export async function trimLog(
  engine: Engine,
  log: ChangeLog,
  nowMs: number,
  fence: Fence,
): Promise<boolean> {
  if (log.createdAtMs > nowMs - followersRetentionMs) return false
  const closed: Range = {
    kind: 'range',
    space: systemSpace,
    ...changeShardRange(log.space),
    entriesMax: shardsMax,
  }
  const [page, found] = await engine.read([closed, readersOf(log.space)])
  const readers = found.entries.map(({ value }) => decodeReader(value))
  const spent = readers.filter((reader) => isSpent(reader, nowMs))
  await writeFenced(engine, fence, spent.map(deleteReader))
  const kept = readers.filter((reader) => !spent.includes(reader))
  if (retentionOf(kept) > changeRetentionMs) await hideChanges(engine, log, nowMs, fence)
  const shards = [...page.entries.map(({ value }) => decodeShard(value)), ...log.open]
  const horizon = new TrimHorizon(kept, nowMs, leastRetentionOf(kept, shards))
  let more = false
  for (const shard of await dueShards(engine, log, shards, horizon)) {
    if (await trimShard(engine, log, shard, { horizon, fence })) more = true
  }
  const ended = log.endedAtMs !== undefined && log.endedAtMs <= horizon.latestMs
  if (ended && shards.length === 0) await dropLog(engine, log, fence)
  return more
}

/** Shards with something to delete, judged by their first entries; usually there are none. */
async function dueShards(
  engine: Engine,
  { space }: ChangeLog,
  shards: readonly Shard[],
  horizon: TrimHorizon,
): Promise<readonly Shard[]> {
  // Nothing in a shard is older than the shard.
  const old = shards.filter(({ openedAtMs }) => openedAtMs <= horizon.latestMs)
  const first = ({ lane, trimmedThrough }: Shard): Range => {
    return { kind: 'range', space, ...laneEntries(lane, trimmedThrough + 1), entriesMax: 1 }
  }
  const pages = old.length === 0 ? [] : await engine.read(old.map(first), [logGuard(space)])
  return old.filter((shard, i) => {
    const [entry] = pages[i]!.entries
    const last = shard.closed?.last ?? Infinity
    const isLeft = entry !== undefined && numberOfLogEntry(entry.key) <= last
    return isLeft ? horizon.isBehind(shard.lane, entry) : horizon.isOver(shard)
  })
}

interface Trim {
  readonly horizon: TrimHorizon
  readonly fence: Fence
}

/** Returns whether the shard has more to delete. */
function trimShard(
  engine: Engine,
  { space }: ChangeLog,
  { number, lane, trimmedThrough }: Shard,
  { horizon, fence }: Trim,
): Promise<boolean> {
  const entries: Range = {
    kind: 'range',
    space,
    ...laneEntries(lane, trimmedThrough + 1),
    entriesMax: trimBatchEntriesMax,
    bytesMax: trimBatchBytesMax,
  }
  return engine.transact({
    guards: [logGuard(space), ...fence.guards],
    reads: [getLog(space), getShard(space, number), entries],
    decide: ([record, closed, page]): Decision<boolean> => {
      const log = decodeLog(record!)
      const shard = closed ? decodeShard(closed) : openShard(log, number)
      // Another server has trimmed it since.
      if (shard?.trimmedThrough !== trimmedThrough) return { mutations: [], result: false }
      const { expired, empties } = expiredEntries(shard, page, horizon)
      const mutations: Mutation[] = expired.map(({ key }) => ({ kind: 'delete', space, key }))
      const isGone = empties && horizon.isOver(shard)
      const kept = isGone ? undefined : shard
      mutations.push(...trimmed(log, kept, expired.at(-1), horizon.latestMs))
      if (isGone) mutations.push(deleteShard(space, shard))
      mutations.push(...fence.mutations)
      return { mutations, result: expired.length > 0 && !empties }
    },
  })
}

interface ExpiredEntries {
  readonly expired: readonly Entry[]
  /** Whether the shard has no other entries. */
  readonly empties: boolean
}

function expiredEntries(
  { closed, lane }: Shard,
  { entries, more }: RangePage,
  horizon: TrimHorizon,
): ExpiredEntries {
  const last = closed?.last ?? Infinity
  const beyond = entries.findIndex(({ key }) => numberOfLogEntry(key) > last)
  const own = beyond === -1 ? entries : entries.slice(0, beyond)
  const young = own.findIndex((entry) => !horizon.isBehind(lane, entry))
  const expired = young === -1 ? own : own.slice(0, young)
  return { expired, empties: young === -1 && (beyond !== -1 || !more) }
}

/** The new trim point of the shard, unless that is deleted, and that of the log. */
function trimmed(
  log: ChangeLog,
  shard: Shard | undefined,
  lastExpired: Entry | undefined,
  horizonMs: number,
): readonly Mutation[] {
  if (lastExpired === undefined) return []
  const trimmedToMs = Math.max(log.trimmedToMs ?? 0, horizonMs)
  if (shard === undefined) return [putLog({ ...log, trimmedToMs })]
  const moved = { ...shard, trimmedThrough: numberOfLogEntry(lastExpired.key) }
  if (moved.closed !== undefined)
    return [putShard(log.space, moved), putLog({ ...log, trimmedToMs })]
  const open = log.open.map((each) => (each.number === moved.number ? moved : each))
  return [putLog({ ...log, open, trimmedToMs })]
}

function dropLog(engine: Engine, { space }: ChangeLog, fence: Fence): Promise<void> {
  return engine.transact({
    guards: [logGuard(space), ...fence.guards],
    reads: [readersOf(space)],
    decide: ([readers]) => ({
      mutations: [
        // A reader that has not read everything by this time has lost it.
        ...readers.entries.map(({ key }) => ({ kind: 'delete', space: systemSpace, key }) as const),
        ...fence.mutations,
        { kind: 'drop-space', space },
        { kind: 'delete', space: systemSpace, key: changeLogKey(space) },
        { kind: 'delete', space: systemSpace, key: changeLogMarkKey(space) },
      ],
      result: undefined,
    }),
  })
}
