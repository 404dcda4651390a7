/**
 * How far a member has applied the changes of another. It moves in the transaction that applies them, so a
 * member that was interrupted goes on exactly where it was.
 */
import type { LaneHeads } from '../changes/change-log.js'
import type { LanePosition } from '../changes/reader.js'
import type { Version } from '../model/version.js'
import {
  systemSpace,
  type Engine,
  type Get,
  type Guard,
  type Mutation,
  type Range,
  type SpaceId,
} from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import {
  replicaCursorKey,
  replicaCursors,
  replicaReceiptKey,
  replicaReceipts,
} from '../storage/replication-keys.js'
import type { MemberPlace, SourcePoint } from './change-source.js'

/** Of the member `memberId`, whose changes are read. */
export interface ReplicaCursor extends MemberPlace {
  /** Every change of it up to this version is applied here. */
  readonly closed: Version
  /** Up to this version it has applied every change of whatever member, and whatever it wrote before is applied here. */
  readonly stable: Version
  /** What becomes of these once its heads are passed. */
  readonly closing?: ClosingPoint
  /** When it was read to its heads, by its clock; absent if that has not happened yet. */
  readonly levelAtMs?: number
  /** Present while its items are copied. The positions are where its changes are followed afterwards. */
  readonly copy?: CopyCursor
}

/** A point of the source that has not been reached yet. */
export interface ClosingPoint {
  readonly floor: Version
  readonly stable: Version
  readonly nowMs: number
  readonly heads: readonly (readonly [lane: number, last: number])[]
  readonly nextLane: number
}

export interface CopyCursor {
  /** The stored key of the last item that was copied, in base64. */
  readonly after?: string
  readonly items: number
  readonly beganAtMs: number
}

/** Members elsewhere tell how far they have read, so that what they have read need not be kept. */
export type ReplicaReceipt = MemberPlace

/** A cursor, and the bytes that it is guarded by. */
export interface StoredCursor {
  readonly cursor: ReplicaCursor
  readonly bytes: Buffer
}

const cursors = jsonRecordAt<ReplicaCursor>('replicaCursor', formatSteps.globalTables.revision)
const receipts = jsonRecordAt<ReplicaReceipt>('replicaReceipt', formatSteps.globalTables.revision)

export function getReplicaCursor(versions: SpaceId, memberId: string): Get {
  return { kind: 'get', space: systemSpace, key: replicaCursorKey(versions, memberId) }
}

export function decodeReplicaCursor(bytes: Buffer): ReplicaCursor {
  return cursors.decode(bytes)
}

export async function readReplicaCursor(
  engine: Engine,
  versions: SpaceId,
  memberId: string,
): Promise<StoredCursor | undefined> {
  const [bytes] = await engine.read([getReplicaCursor(versions, memberId)])
  return bytes && { cursor: cursors.decode(bytes), bytes }
}

/** More members than a partition has regions. */
const membersPage = 200

export function rangeOfCursors(versions: SpaceId): Range {
  const range = replicaCursors(versions)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: membersPage }
}

export function rangeOfReceipts(versions: SpaceId): Range {
  const range = replicaReceipts(versions)
  return { kind: 'range', space: systemSpace, ...range, entriesMax: membersPage }
}

export function putReplicaCursor(versions: SpaceId, cursor: ReplicaCursor): Mutation {
  const key = replicaCursorKey(versions, cursor.memberId)
  return { kind: 'put', space: systemSpace, key, value: cursors.encode(cursor) }
}

/** Holds while the cursor is as it was read, or is still not there. */
export function replicaCursorGuard(
  versions: SpaceId,
  memberId: string,
  stored: StoredCursor | undefined,
): Guard {
  return {
    space: systemSpace,
    key: replicaCursorKey(versions, memberId),
    value: stored?.bytes,
  }
}

export function putReceipt(versions: SpaceId, receipt: ReplicaReceipt): Mutation {
  const key = replicaReceiptKey(versions, receipt.memberId)
  return { kind: 'put', space: systemSpace, key, value: receipts.encode(receipt) }
}

export async function readReceipt(
  engine: Engine,
  versions: SpaceId,
  readerId: string,
): Promise<ReplicaReceipt | undefined> {
  const key = replicaReceiptKey(versions, readerId)
  const [bytes] = await engine.read([{ kind: 'get', space: systemSpace, key }])
  return bytes && receipts.decode(bytes)
}

export function decodeReceipt(bytes: Buffer): ReplicaReceipt {
  return receipts.decode(bytes)
}

/** Where the log of a point goes on. */
export function placeAfter({ epoch, log, heads }: SourcePoint): Omit<MemberPlace, 'memberId'> {
  const lanes = [...new Set(log.open.map(({ lane }) => lane))]
  const positions = lanes.map((lane) => ({ lane, next: (heads.get(lane) ?? 0) + 1 }))
  return { epoch, positions, nextLane: log.nextLane }
}

export function closingPoint({ floor, stable, nowMs, heads, log }: SourcePoint): ClosingPoint {
  return { floor, stable, nowMs, heads: [...heads], nextLane: log.nextLane }
}

/** Whether everything up to these heads was read: a lane that is finished has no position. */
export function hasPassed(
  { positions, nextLane }: Pick<MemberPlace, 'positions' | 'nextLane'>,
  { heads, nextLane: lanes }: Pick<ClosingPoint, 'heads' | 'nextLane'>,
): boolean {
  if (nextLane < lanes) return false
  const last = new Map(heads)
  return positions.every(({ lane, next }) => next > (last.get(lane) ?? 0))
}

/** How many entries there are after the positions. */
export function entriesAfter(
  { positions, nextLane }: Pick<MemberPlace, 'positions' | 'nextLane'>,
  heads: LaneHeads,
): number {
  const nextOf = new Map(positions.map(({ lane, next }: LanePosition) => [lane, next]))
  let count = 0
  for (const [lane, last] of heads) {
    const next = nextOf.get(lane) ?? (lane >= nextLane ? 1 : Infinity)
    count += Math.max(0, last - next + 1)
  }
  return count
}
