/**
 * Checks that a change log is consistent: its lanes are those that the table's writers use, every
 * entry can be read and is within a shard, and no entry has a higher number than its lane has
 * assigned. For `gramme verify` and tests that kill servers, on a store without writers.
 */
import type { ChangeLogSetting } from '../model/table.js'
import { changeLaneKey } from '../storage/change-keys.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { laneHeads, readHeads } from './change-log.js'
import { decodeChange } from './change-record.js'
import { shardsFrom } from './read-log.js'
import type { Shard } from './shard.js'

const pageLimits = { entriesMax: 200, bytesMax: 1024 * 1024 }

/** Returns one sentence for each kind of inconsistency found in a lane. */
export async function verifyLog(
  engine: Engine,
  tableName: string,
  { space, lanes }: ChangeLogSetting,
): Promise<readonly string[]> {
  const shards: Shard[] = []
  for await (const { shard } of shardsFrom(engine, space)) shards.push(shard)
  const open = shards.filter(({ closed }) => closed === undefined).map(({ lane }) => lane)
  const written = lanes.map(({ number }) => number)
  const [heads] = await engine.read([readHeads(space)])
  const faults = sameNumbers(open, written)
    ? []
    : [`${tableName}: its open shards are not in the lanes that its changes are written to`]
  for (const lane of new Set(shards.map((shard) => shard.lane))) {
    const own = shards.filter((shard) => shard.lane === lane)
    const fault = await laneFault(
      engine,
      { space, lane, head: laneHeads(heads).get(lane) ?? 0 },
      own,
    )
    if (fault !== undefined) faults.push(`${tableName}: a lane of its changes ${fault}`)
  }
  return faults
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  const sorted = (numbers: readonly number[]) => [...numbers].sort((x, y) => x - y).join()
  return sorted(a) === sorted(b)
}

interface CheckedLane {
  readonly space: SpaceId
  readonly lane: number
  /** The last number that the lane assigned. */
  readonly head: number
}

async function laneFault(
  engine: Engine,
  { space, lane, head }: CheckedLane,
  shards: readonly Shard[],
): Promise<string | undefined> {
  const keys = { from: changeLaneKey(lane), to: changeLaneKey(lane + 1) }
  for await (const { key, value } of walk(engine, { space, ...keys, ...pageLimits })) {
    const number = numberOfLogEntry(key)
    if (number > head) return 'has an entry with a number that it never assigned'
    if (!shards.some((shard) => isWithin(shard, number))) return 'has an entry outside its shards'
    decodeChange(value)
  }
  return undefined
}

function isWithin({ trimmedThrough, closed }: Shard, number: number): boolean {
  return number > trimmedThrough && number <= (closed?.last ?? Infinity)
}
