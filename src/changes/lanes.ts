/**
 * The lanes of a change log: parallel sequences of entries in the log's space, each for a range of
 * partition hashes. All changes of an item go into one lane, in commit order; no other order is
 * promised to readers. To the engine each lane is a log (`append`).
 *
 * `change-log.ts` cuts a lane into shards. This costs writers nothing: a writer only knows its
 * lane. Lanes never merge, and a lane that was split gets no more changes.
 */
import { openShardsMax } from './limits.js'
import type { Billing, ChangeLane, ChangeLogSetting } from '../model/table.js'
import { assert } from '../stdx/assert.js'

const hashes = 2 ** 32

/** The lane for changes of the item under this key. */
export function laneOf({ lanes }: ChangeLogSetting, itemKey: Buffer): number {
  const hash = itemKey.readUInt32BE(0)
  let i = lanes.length - 1
  while (lanes[i]!.fromHash > hash) i--
  return lanes[i]!.number
}

/** AWS: a stream has one shard per partition of its table; a new on-demand table has four. */
export function lanesWanted({ mode, throughput }: Billing): number {
  if (mode === 'on-demand') return 4
  const partitions = Math.ceil(throughput.readUnits / 3000 + throughput.writeUnits / 1000)
  return Math.min(Math.max(1, partitions), openShardsMax)
}

/** Lanes of equal width, numbered from 0. */
export function evenLanes(count: number): readonly ChangeLane[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    fromHash: Math.floor((number * hashes) / count),
  }))
}

/** A new or unchanged lane, and the lane that its changes have gone into so far. */
export interface NextLane extends ChangeLane {
  readonly parent: number
}

/** Halves all lanes until there are enough of them. If nothing is split, each keeps its number. */
export function splitLanes(
  lanes: readonly ChangeLane[],
  wanted: number,
  nextNumber: number,
): readonly NextLane[] {
  let pieces = 1
  while (lanes.length * pieces < wanted && lanes.length * pieces * 2 <= openShardsMax) pieces *= 2
  if (pieces === 1) return lanes.map((lane) => ({ ...lane, parent: lane.number }))
  return lanes.flatMap((lane, i) => {
    const toHash = lanes[i + 1]?.fromHash ?? hashes
    const width = (toHash - lane.fromHash) / pieces
    assert(width >= 1, 'a lane is wide enough to be split')
    return Array.from({ length: pieces }, (_, piece) => ({
      number: nextNumber + i * pieces + piece,
      fromHash: Math.floor(lane.fromHash + piece * width),
      parent: lane.number,
    }))
  })
}
