/**
 * The lanes of a change log: parallel sequences of entries in the log's space, each for a range of
 * partition hashes. All changes of an item go into one lane, in the order of their commits; readers are
 * promised no other order. To the engine each lane is a log (`append`).
 *
 * A lane is cut into shards by `change-log.ts`, which costs writers nothing: a writer knows its lane
 * only. Lanes never merge, and one that is split takes no more changes.
 */
import { openShardsMax } from './limits.js'
import type { Billing, ChangeLane, ChangeLogSetting } from '../model/table.js'
import { assert } from '../stdx/assert.js'

const hashes = 2 ** 32

/** The lane that a change of the item under this key goes into. */
export function laneOf({ lanes }: ChangeLogSetting, itemKey: Buffer): number {
  const hash = itemKey.readUInt32BE(0)
  let i = lanes.length - 1
  while (lanes[i]!.fromHash > hash) i--
  return lanes[i]!.number
}

/** AWS: a stream has a shard for each partition of its table; a new on-demand table has four. */
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

/** A lane as it shall be, and the one that its changes have gone into so far. */
export interface NextLane extends ChangeLane {
  readonly parent: number
}

/** The lanes cut in halves until there are enough of them. Each keeps its number if nothing is cut. */
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
