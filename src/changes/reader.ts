/**
 * A reader of a change log inside the server: what it needs of each change, for how long changes are
 * kept for it, and how far it has come. Streams are the other way to read the log: their positions are
 * kept by clients, so they have a record without positions (`stream-record.ts`).
 *
 * A reader begins and ends in the transaction that changes the table's definition, at the heads that the
 * lanes have then: it reads exactly what was written while the definition wanted it. After its end the
 * record stays until everything up to there is read. Its positions are in lanes rather than shards,
 * which are only cuts in lanes, and are moved under the fence of the background work.
 *
 * What a kind of reader does with changes is no matter here. To add one: let the catalog derive its draft
 * from the definition (`catalog/wanted-readers.ts`) and read with `plan-lanes.ts` and `read-lane.ts`.
 * A kind that keeps changes for longer than streams show them has to hide the rest from streams.
 */
import type { Scope } from '../model/arn.js'
import { changeRetentionMs } from '../model/limits.js'
import type { ChangeImages } from '../model/table.js'
import type { SpaceId } from '../storage/engine.js'

export interface ReaderName {
  readonly kind: string
  /** When it began; no two readers of a kind in one log began at the same moment. */
  readonly beganAtMs: number
}

/** A reader that a table's definition wants. */
export interface ReaderDraft extends ReaderName {
  readonly images: ChangeImages
  /** Changes are kept for at least this long, read or not. */
  readonly retentionMs: number
  /** What its kind has to know; plain JSON. */
  readonly settings: ReaderSettings
}

export type ReaderSettings = Readonly<Record<string, string | number | boolean | undefined>>

export interface LogReader extends ReaderDraft, Scope {
  /** Of the change log. */
  readonly space: SpaceId
  readonly tableName: string
  readonly tableId: string
  /** In the lanes that are being read. */
  readonly positions: readonly LanePosition[]
  /** Lanes from this one on have not been begun; lower ones without a position are finished. */
  readonly nextLane: number
  readonly end?: ReaderEnd
}

export interface LanePosition {
  readonly lane: number
  /** The number of the next entry to be read. */
  readonly next: number
  /** The time that the reader gave the entry before it, in microseconds, if it gives times. */
  readonly lastMicros?: number
}

export interface ReaderEnd {
  /** The last entry of each lane that is still to be read; lanes that are not named have none. */
  readonly heads: readonly (readonly [lane: number, last: number])[]
  /** Lanes from this one on are not read at all. */
  readonly nextLane: number
}

export function sameReader(a: ReaderName, b: ReaderName): boolean {
  return a.kind === b.kind && a.beganAtMs === b.beganAtMs
}

/** For how long a log with these readers keeps its changes: a day for streams, or longer. */
export function retentionOf(readers: readonly Pick<LogReader, 'retentionMs'>[]): number {
  return Math.max(changeRetentionMs, ...readers.map(({ retentionMs }) => retentionMs))
}
