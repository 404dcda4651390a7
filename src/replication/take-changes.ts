/** Which changes of a page may be applied now, and where reading goes on. Pure. */
import type { ChangeLog } from '../changes/change-log.js'
import type { LaneTask } from '../changes/plan-lanes.js'
import type { LanePosition } from '../changes/reader.js'
import type { IncomingChange } from '../items/write/incoming-change.js'
import type { SourceChange, SourceItems } from './change-source.js'
import { logTimesSpreadMs, replicationSkewMsMax } from './limits.js'
import type { ReplicaCursor } from './replica-cursor.js'

export interface TakingTerms {
  readonly nowMs: number
  /** Changes are applied this long after they were made. */
  readonly delayMs: number
}

export interface TakenChanges {
  readonly position: LanePosition
  readonly changes: readonly IncomingChange[]
  /** Why it ends before the page does. */
  readonly wait?: ChangeWait
}

export interface ChangeWait {
  readonly untilMs: number
  /** How far its version is ahead of our clock, if that is too far. */
  readonly aheadMs?: number
}

export function takeChanges(
  { position, last }: LaneTask,
  page: readonly SourceChange[],
  terms: TakingTerms,
): TakenChanges {
  const changes: IncomingChange[] = []
  const due = page.filter(({ entry }) => entry <= last)
  // Nothing is left of a lane that was trimmed, or split off and not written yet.
  let next = due.length === 0 ? last + 1 : position.next
  for (const { entry, change } of due) {
    const wait = change && waitOf(change, terms)
    if (wait !== undefined) return { position: { ...position, next }, changes, wait }
    if (change !== undefined) changes.push(change)
    next = entry + 1
  }
  return { position: { ...position, next }, changes }
}

/** A change from the future would win over everything that is written here until then, so it waits. */
function waitOf(
  { version, atMs }: IncomingChange,
  { nowMs, delayMs }: TakingTerms,
): ChangeWait | undefined {
  const aheadMs = version.ms - nowMs
  if (aheadMs > replicationSkewMsMax) return { untilMs: version.ms - replicationSkewMsMax, aheadMs }
  return delayMs > 0 && atMs + delayMs > nowMs ? { untilMs: atMs + delayMs } : undefined
}

export interface TakenItems {
  readonly changes: readonly IncomingChange[]
  /** Where the copy goes on; undefined after the last page. */
  readonly after: Buffer | undefined
  readonly wait?: ChangeWait
}

/** The same for a page of items, which are in the order of their keys. */
export function takeItems(
  { changes, after }: SourceItems,
  before: Buffer | undefined,
  nowMs: number,
): TakenItems {
  for (const [i, change] of changes.entries()) {
    const wait = waitOf(change, { nowMs, delayMs: 0 })
    if (wait === undefined) continue
    return { changes: changes.slice(0, i), after: changes[i - 1]?.key ?? before, wait }
  }
  return { changes, after }
}

/**
 * Whether changes between a position and the first that is left were trimmed. A lane that was split off
 * begins with a higher number than 1: then the time up to which anything was trimmed tells.
 */
export function isTrimmed(
  { position: { next }, last }: LaneTask,
  page: readonly SourceChange[],
  { trimmedToMs }: ChangeLog,
  { levelAtMs }: ReplicaCursor,
): boolean {
  const first = page[0]?.entry ?? last + 1
  if (first <= next) return false
  if (next > 1) return true
  if (trimmedToMs === undefined) return false
  return levelAtMs === undefined || trimmedToMs >= levelAtMs - logTimesSpreadMs
}
