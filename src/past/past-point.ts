/**
 * A point in the history of a table, to which `PastTable` and `NetChanges` go back. Plain JSON.
 *
 * A point is a cut through the change log, perhaps with a moment before it. A change is *before* the
 * point if it is in the log up to the cut and, if there is a moment, was stamped before that. The state
 * of an item at the point is the item without the first change, in the order of the log, that is not
 * before the point, and without all later ones.
 *
 * What that promises:
 *
 * - A cut is one snapshot of the store, so it contains a transaction in whole or not at all, and
 *   everything that was acknowledged before it was read.
 * - A change is stamped while its write is decided, so after the request came and before it is
 *   answered (`items/write/write.ts`). By the clock of the server that was asked, a write answered
 *   before a moment counts as before it, and one asked for later does not; within the millisecond too if
 *   the moment comes from `Items.moment`. All changes of a transaction
 *   have one stamp. The stamps of one server never go back along the history of an item, so with one
 *   server no moment separates what was written together, and each state is one that the table had.
 * - With several servers a moment is as exact as their clocks agree. Each item is as it was at some time
 *   within that difference, but a moment can fall between the parts of a transaction if the clock of
 *   the server that wrote it lags behind that of another which wrote one of its items just before. A
 *   write that was under way when the cut was read is never included, whatever its stamp; so an
 *   incremental export that begins where another export ended is complete if that moment lay further in
 *   the past than clocks differ and commits last: the option `recoveryDelayMs` sees to that.
 * - A clock that is set back by less than a few minutes does not move stamps back: they wait for it
 *   (`SteadyClock`). One that is set back further was wrong before, and is followed: writes of that
 *   wrong time count as later than they were.
 */
import { decodeLog, getLog, laneHeads, logGuard, readHeads } from '../changes/change-log.js'
import type { FoundChanges } from '../changes/found-changes.js'
import type { LogReader, ReaderEnd } from '../changes/reader.js'
import type { ChangeLogSetting } from '../model/table.js'
import { assert } from '../stdx/assert.js'
import type { Engine, Guard, SpaceId } from '../storage/engine.js'

/** The last entry in each lane that is before the cut, and which lanes there were. */
export type LogCut = ReaderEnd

export interface PastPoint {
  /** The space of the change log. */
  readonly log: SpaceId
  readonly cut: LogCut
  /** When the cut was read, by the clock of the server that did. */
  readonly readAtMs: number
  /** Changes stamped at or after this moment are not before the point. */
  readonly beforeMs?: number
}

export interface PointWish {
  readonly nowMs: number
  /** A moment that is not later than now. Without it the point is the cut: now. */
  readonly beforeMs?: number
}

/** `guard` is that of the table, which shows that its log is in this space. */
export async function readPoint(
  engine: Engine,
  { guard, changes }: { readonly guard: Guard; readonly changes: { readonly space: SpaceId } },
  { nowMs, beforeMs }: PointWish,
): Promise<PastPoint> {
  const { space } = changes
  const [record, answer] = await engine.read(
    [getLog(space), readHeads(space)],
    [guard, logGuard(space)],
  )
  const cut = { heads: [...laneHeads(answer)], nextLane: decodeLog(record!).nextLane }
  return { log: space, cut, readAtMs: nowMs, beforeMs }
}

/** The moment at which a reader of the log began, that is, the table's definition asked for it. */
export function pointOfReader({ space, positions, nextLane, beganAtMs }: LogReader): PastPoint {
  const heads = positions.map(({ lane, next }) => [lane, next - 1] as const)
  return { log: space, cut: { heads, nextLane }, readAtMs: beganAtMs }
}

/**
 * The moment at which a table gets a new definition, which wants a log. `found` is what there was of the
 * log in the transaction that writes the definition, while nobody writes to the table.
 */
export function pointOfLayout(
  { changes }: { readonly changes?: ChangeLogSetting },
  { heads, log }: FoundChanges,
  nowMs: number,
): PastPoint {
  assert(changes !== undefined, 'a table has a log while its past is wanted')
  const lanes = changes.lanes.map(({ number }) => number)
  const nextLane = Math.max(log?.nextLane ?? 0, ...lanes.map((lane) => lane + 1))
  return { log: changes.space, cut: { heads: [...heads], nextLane }, readAtMs: nowMs }
}

/** Whether a change of the log is before a point. */
export type IsBefore = (lane: number, entry: number, atMs: number) => boolean

export function isBeforePoint({ cut, beforeMs = Infinity }: PastPoint): IsBefore {
  const heads = new Map(cut.heads)
  return (lane, entry, atMs) => entry <= (heads.get(lane) ?? 0) && atMs < beforeMs
}
