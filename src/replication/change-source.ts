/**
 * The changes of one member of a global table as another member reads them: from the same store, or
 * from another deployment. The reader pulls, and keeps its own position.
 */
import type { ChangeLog, LaneHeads } from '../changes/change-log.js'
import type { PageBounds } from '../changes/read-log.js'
import type { LanePosition, LogReader } from '../changes/reader.js'
import type { IncomingChange } from '../items/write/incoming-change.js'
import type { Version } from '../model/version.js'

export interface ChangeSource {
  /** Undefined if the member does not exist there (any more). */
  point(): Promise<SourcePoint | undefined>
  /** Changes of a lane from a position on. If the first has a higher number, those before were trimmed. */
  changes(position: LanePosition, bounds: PageBounds): Promise<readonly SourceChange[]>
  /** Items, and versions of deleted ones, in the order of their keys: for a member that starts anew. */
  items(after: Buffer | undefined, bounds: PageBounds): Promise<SourceItems>
  /**
   * Everything before this place is applied and need not be kept for this reader. A place that the source has
   * not got to yet tells it that it was restored.
   */
  acknowledge(place: ReadPlace): Promise<void>
}

/** Where a member is at one moment. */
export interface SourcePoint {
  /** Changes when the log is another one: positions in the one before mean nothing in it. */
  readonly epoch: string
  readonly log: ChangeLog
  readonly heads: LaneHeads
  /** No change after the heads has a version up to this one, unless it came from another member. */
  readonly floor: Version
  /** Every change up to this version, of whatever member, is applied here. */
  readonly stable: Version
  /** How far it has applied the changes of the others. Who copies its items follows them from there. */
  readonly places: readonly MemberPlace[]
  /** By the clock of the source. */
  readonly nowMs: number
}

/** Whether entries were read that are not there: the log is that of a restored store. */
export function isAhead(positions: readonly LanePosition[], { heads }: SourcePoint): boolean {
  return positions.some(({ lane, next }) => next > (heads.get(lane) ?? 0) + 1)
}

/** How far a log has been read. */
export type ReadPlace = Pick<LogReader, 'positions' | 'nextLane'>

export interface MemberPlace extends ReadPlace {
  readonly memberId: string
  readonly epoch: string
}

export interface SourceChange {
  readonly entry: number
  /** Undefined if the change came to the source from another member, which ships it itself. */
  readonly change: IncomingChange | undefined
}

export interface SourceItems {
  readonly changes: readonly IncomingChange[]
  /** The key of the last one, where the next page goes on; undefined after the last page. */
  readonly after: Buffer | undefined
}
