/**
 * Which lanes of a log a reader reads next. Closed lanes come first, one at a time in the order of
 * their numbers, because the changes in them precede those of the same items in later lanes. Open
 * lanes have no items in common and are read in parallel. Pure.
 */
import type { ChangeLog, LaneHeads } from './change-log.js'
import type { LanePosition, LogReader } from './reader.js'

export interface LanePlan {
  /** The positions in all lanes that are not finished. */
  readonly positions: readonly LanePosition[]
  /** Lanes from this one on do not exist yet. */
  readonly nextLane: number
  readonly tasks: readonly LaneTask[]
  /** Whether the reader has ended and has read everything. */
  readonly complete: boolean
}

export interface LaneTask {
  readonly position: LanePosition
  /** The entry to read up to; it exists unless it was trimmed. */
  readonly last: number
}

/** How far a reader has got. */
export type ReaderPlace = Pick<LogReader, 'positions' | 'nextLane' | 'end'>

export function planLanes(reader: ReaderPlace, log: ChangeLog, heads: LaneHeads): LanePlan {
  const { end } = reader
  const nextLane = Math.max(reader.nextLane, Math.min(log.nextLane, end?.nextLane ?? Infinity))
  const ends = end && new Map(end.heads)
  const lastOf = (lane: number) =>
    Math.min(heads.get(lane) ?? 0, ends === undefined ? Infinity : (ends.get(lane) ?? 0))
  const isOpen = (lane: number) => log.open.some((shard) => shard.lane === lane)
  const isBehind = ({ lane, next }: LanePosition) => next <= lastOf(lane)
  const known = [...reader.positions, ...newLanes(reader.nextLane, nextLane)]
  const positions = known.filter(
    (position) => isBehind(position) || (end === undefined && isOpen(position.lane)),
  )
  const behind = positions.filter(isBehind)
  const closed = behind.filter(({ lane }) => !isOpen(lane)).sort((a, b) => a.lane - b.lane)
  const due = closed.length > 0 ? closed.slice(0, 1) : behind
  return {
    positions,
    nextLane,
    tasks: due.map((position) => ({ position, last: lastOf(position.lane) })),
    complete: end !== undefined && positions.length === 0,
  }
}

function newLanes(from: number, to: number): readonly LanePosition[] {
  return Array.from({ length: to - from }, (_, i) => ({ lane: from + i, next: 1 }))
}
