/** How far one member is with the changes of another, for people who look. */
import { planLanes } from '../changes/plan-lanes.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { ChangeSource, SourcePoint } from './change-source.js'
import {
  replicationBatchBytesMax,
  replicationBatchEntriesMax,
  replicationSkewMsMax,
} from './limits.js'
import { entriesAfter, readReplicaCursor, type ReplicaCursor } from './replica-cursor.js'
import type { PlannedLink } from './replica-links.js'
import type { ReplicaLink } from './receiver.js'

/** `waiting`: somebody has asked for a delay. `held`: the next change is stamped too far in the future. */
export type ReportedState =
  'following' | 'copying' | 'paused' | 'waiting' | 'held' | 'unreachable' | 'starting'

export interface LinkReport {
  /** Whose table it is in the region that the changes come from. */
  readonly account: string
  readonly tableName: string
  readonly fromRegion: string
  readonly toRegion: string
  readonly state: ReportedState
  readonly isPaused: boolean
  readonly delayMs: number
  /** Changes that are not applied yet. */
  readonly pending?: number
  /** The age of the oldest of them; 0 if there is none. */
  readonly lagMs?: number
  /** How far the clock of the other side is ahead of this one. */
  readonly clockOffsetMs?: number
  /** Items that have been copied, while they are. */
  readonly copiedItems?: number
  /** Why it cannot be read. */
  readonly fault?: string
}

export interface ReportDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly delayMs: number
}

export async function reportLink(
  { engine, clock, delayMs: usualMs }: ReportDependencies,
  { tableName, toRegion }: Pick<LinkReport, 'tableName' | 'toRegion'>,
  { member, control, link, fault }: PlannedLink,
): Promise<LinkReport> {
  const { isPaused, delayMs = usualMs } = control
  const { account, region: fromRegion } = member
  const known = { account, tableName, fromRegion, toRegion, isPaused, delayMs }
  if (link === undefined) {
    const state = 'unreachable'
    return { ...known, state, fault: fault ?? `No link leads to ${fromRegion}.` }
  }
  try {
    const point = await link.source.point()
    if (point === undefined) return { ...known, state: 'starting' }
    const { space } = link.table.versions!
    const stored = await readReplicaCursor(engine, space, member.id)
    const progress = await progressOf(link, point, stored?.cursor, clock.now())
    const offset = member.isElsewhere ? { clockOffsetMs: point.nowMs - clock.now() } : {}
    const state = isPaused ? 'paused' : progress.state
    return { ...known, ...progress, ...offset, state }
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    return { ...known, state: 'unreachable', fault }
  }
}

type Progress = Pick<LinkReport, 'state' | 'pending' | 'lagMs' | 'copiedItems'>

async function progressOf(
  { source, delayMs }: ReplicaLink,
  point: SourcePoint,
  cursor: ReplicaCursor | undefined,
  nowMs: number,
): Promise<Progress> {
  if (cursor === undefined) return { state: 'starting' }
  const { pending, oldestAtMs, newestMs } = await pendingChanges(source, point, cursor)
  const lagMs = oldestAtMs === undefined ? 0 : Math.max(0, point.nowMs - oldestAtMs)
  if (cursor.copy !== undefined) {
    return { state: 'copying', pending, lagMs, copiedItems: cursor.copy.items }
  }
  if (newestMs !== undefined && newestMs - nowMs > replicationSkewMsMax) {
    return { state: 'held', pending, lagMs }
  }
  return { state: delayMs > 0 && pending > 0 ? 'waiting' : 'following', pending, lagMs }
}

interface PendingChanges {
  readonly pending: number
  readonly oldestAtMs: number | undefined
  /** The version of the first in a lane that is furthest in the future. */
  readonly newestMs: number | undefined
}

/** Exact up to a batch; what is behind that is counted with what came from other members. */
async function pendingChanges(
  source: ChangeSource,
  point: SourcePoint,
  cursor: ReplicaCursor,
): Promise<PendingChanges> {
  const bounds = { entriesMax: replicationBatchEntriesMax, bytesMax: replicationBatchBytesMax }
  const { tasks } = planLanes(cursor, point.log, point.heads)
  const pages = await Promise.all(tasks.map(({ position }) => source.changes(position, bounds)))
  const passedOn = pages.flat().filter(({ change }) => change === undefined).length
  const firsts = pages.flatMap((page) => page.find(({ change }) => change)?.change ?? [])
  return {
    pending: Math.max(0, entriesAfter(cursor, point.heads) - passedOn),
    oldestAtMs: firsts.length === 0 ? undefined : Math.min(...firsts.map(({ atMs }) => atMs)),
    newestMs:
      firsts.length === 0 ? undefined : Math.max(...firsts.map(({ version }) => version.ms)),
  }
}
