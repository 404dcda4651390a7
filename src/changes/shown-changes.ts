/**
 * What streams show of a log that keeps changes for longer than a day. What they hide looks as if it had
 * been trimmed: the log says up to which time that is, and the upkeep moves that time. So it goes by
 * time that is trusted, as trimming does.
 */
import { changeRetentionMs } from '../model/limits.js'
import type { Engine } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import {
  decodeLog,
  getLog,
  laneHeads,
  logGuard,
  putLog,
  readHeads,
  type ChangeLog,
} from './change-log.js'
import { firstEntrySince } from './first-entry.js'
import { hidingStepMs } from './limits.js'
import type { Shard } from './shard.js'
import { decodeStream, latestStream } from './stream-record.js'

/** Hides from streams what is older than a day, if the log has one. */
export async function hideChanges(
  engine: Engine,
  log: ChangeLog,
  nowMs: number,
  fence: Fence,
): Promise<void> {
  const { space } = log
  const hiddenToMs = nowMs - changeRetentionMs
  if (hiddenToMs < (log.hiddenToMs ?? 0) + hidingStepMs) return
  if (!(await hasStream(engine, log))) return
  await engine.transact({
    guards: [logGuard(space), ...fence.guards],
    reads: [getLog(space)],
    decide: ([record]) => ({
      mutations: [putLog({ ...decodeLog(record!), hiddenToMs }), ...fence.mutations],
      result: undefined,
    }),
  })
}

async function hasStream(engine: Engine, log: ChangeLog): Promise<boolean> {
  if (log.open.some(({ label }) => label !== undefined)) return true
  const [latest] = await engine.read([latestStream(log, log.tableName)])
  const [stream] = latest.entries
  return stream !== undefined && decodeStream(stream.value).space === log.space
}

/** Whether streams hide a whole shard. */
export function isHidden({ hiddenToMs = 0 }: ChangeLog, { closed }: Shard): boolean {
  return closed !== undefined && closed.atMs <= hiddenToMs
}

/** A shard as streams see it: trimmed up to the last change that they hide. */
export async function shownShard(
  engine: Engine,
  { space, hiddenToMs }: ChangeLog,
  shard: Shard,
): Promise<Shard> {
  if (hiddenToMs === undefined || shard.openedAtMs > hiddenToMs) return shard
  const { lane, trimmedThrough, closed } = shard
  const [heads] = await engine.read([readHeads(space)], [logGuard(space)])
  const last = closed?.last ?? laneHeads(heads).get(lane) ?? 0
  const stretch = { lane, first: trimmedThrough + 1, last }
  const first = await firstEntrySince(engine, space, stretch, hiddenToMs + 1)
  return { ...shard, trimmedThrough: first - 1 }
}
