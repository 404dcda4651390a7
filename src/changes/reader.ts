/**
 * A reader of a change log inside the server: what it needs from each change, how long changes are
 * kept for it, and how far it has got. Streams are the other way to read the log: clients keep
 * their positions, so streams have a record without positions (`stream-record.ts`).
 *
 * A reader begins and ends in the transaction that changes the table's definition, at the heads
 * that the lanes have at that moment: it reads exactly what was written while the definition wanted
 * it. After its end the record stays until everything up to there has been read. Its positions are
 * in lanes rather than in shards, which are only cuts in lanes, and they are moved under the fence
 * of the background work.
 *
 * What a kind of reader does with changes does not matter here. To add a kind, let the catalog
 * derive its draft from the definition (`catalog/wanted-readers.ts`), and read with `plan-lanes.ts`
 * and `read-lane.ts`. If a kind keeps changes for longer than streams show them, the upkeep hides the
 * older ones from streams (`shown-changes.ts`).
 */
import type { Scope } from '../model/arn.js'
import { changeRetentionMs } from '../model/limits.js'
import type { ChangeImages } from '../model/table.js'
import type { SpaceId } from '../storage/engine.js'
import type { Shard } from './shard.js'

/** The kind of reader that keeps both images of every change, as long as they can be restored. */
export const recoveryKind = 'recovery'

/** The kind of reader that keeps changes until all other regions of a global table have read them. */
export const replicationKind = 'replication'

/**
 * The kind of reader that keeps changes for what follows a table from the memory of a server
 * (`follower.ts`): one for all servers and all that follow.
 */
export const followersKind = 'followers'

export interface ReaderName {
  readonly kind: string
  /** When it began; no two readers of one kind in a log have the same time. */
  readonly beganAtMs: number
}

/** A reader that a table's definition wants. */
export interface ReaderDraft extends ReaderName {
  readonly images: ChangeImages
  /** Changes are kept for at least this long, read or not. */
  readonly retentionMs: number
  /** What it has read is not kept for it. It stays for a day after its end, or until the next one begins. */
  readonly untilRead?: true
  /**
   * It does not read: it only makes the log keep what others read by themselves (`past/`). Nobody moves
   * its positions, which are where it began. It stays for a day after its end, for work under way.
   */
  readonly isPassive?: true
  /** What its kind needs to know; plain JSON. */
  readonly settings: ReaderSettings
}

export type ReaderSettings = Readonly<Record<string, string | number | boolean | undefined>>

export interface LogReader extends ReaderDraft, Scope {
  /** The space of the change log. */
  readonly space: SpaceId
  readonly tableName: string
  readonly tableId: string
  /** The positions in the lanes that are being read. */
  readonly positions: readonly LanePosition[]
  /** Lanes from this one on have not been started; lower ones without a position are finished. */
  readonly nextLane: number
  readonly end?: ReaderEnd
}

export interface LanePosition {
  readonly lane: number
  /** The number of the next entry to read. */
  readonly next: number
  /**
   * The time that the reader assigned to the entry before it, in microseconds, if it assigns times.
   */
  readonly lastMicros?: number
}

export interface ReaderEnd {
  /** The last entry to read in each lane; lanes that are not listed have none. */
  readonly heads: readonly (readonly [lane: number, last: number])[]
  /** Lanes from this one on are not read. */
  readonly nextLane: number
  /** Absent in records of older versions. */
  readonly atMs?: number
}

export function sameReader(a: ReaderName, b: ReaderName): boolean {
  return a.kind === b.kind && a.beganAtMs === b.beganAtMs
}

/** Whether a reader that has ended need not be kept any longer, though nobody says that it is done. */
export function isSpent(reader: LogReader, nowMs: number): boolean {
  const { end } = reader
  return isReplaceable(reader) && end !== undefined && nowMs >= (end.atMs ?? 0) + changeRetentionMs
}

/** Whether the next of its kind makes it superfluous once it has ended: nobody reads the rest for it. */
export function isReplaceable({ isPassive, untilRead }: ReaderDraft): boolean {
  return isPassive === true || untilRead === true
}

/** How long a log with these readers keeps its changes: at least for as long as `leastMs`. */
export function retentionOf(
  readers: readonly Pick<LogReader, 'retentionMs'>[],
  leastMs = changeRetentionMs,
): number {
  return Math.max(leastMs, ...readers.map(({ retentionMs }) => retentionMs))
}

/**
 * What a log keeps in any case: a day, for its streams and for readers that stopped reading. If it only has
 * readers that want less, and streams that are over left nothing in it, they decide.
 */
export function leastRetentionOf(
  readers: readonly Pick<LogReader, 'retentionMs'>[],
  shards: readonly Pick<Shard, 'label'>[],
): number {
  const areBrief = readers.every(({ retentionMs }) => retentionMs < changeRetentionMs)
  const hasStream = shards.some(({ label }) => label !== undefined)
  return readers.length > 0 && areBrief && !hasStream ? 0 : changeRetentionMs
}
