/**
 * One way forward through a change log, in steps. A pass is plain JSON, so that any server continues
 * where another has stopped. Unlike the readers of `changes/reader.ts` it keeps nothing in the log from
 * being trimmed, and finds out if that has happened.
 */
import {
  decodeLog,
  getLog,
  laneHeads,
  logGuard,
  readHeads,
  type ChangeLog,
  type LaneHeads,
} from '../changes/change-log.js'
import { decodeChange, isShown, type ShownChange } from '../changes/change-record.js'
import { planLanes, type LaneTask } from '../changes/plan-lanes.js'
import type { LaneEntry } from '../changes/read-lane.js'
import type { LanePosition } from '../changes/reader.js'
import { nextTurn, turnIsOver } from '../stdx/turns.js'
import { laneEntries } from '../storage/change-keys.js'
import type { Engine, Range, RangePage, SpaceId } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { availableFrom } from './available-lanes.js'
import { collectedBytesMax, collectedChangesMax, collectedLanesMax } from './limits.js'
import type { LogCut } from './past-point.js'
import { PastUnavailable } from './past-unavailable.js'

export interface LogPass {
  /** The space of the log. */
  readonly log: SpaceId
  readonly positions: readonly LanePosition[]
  /** Lanes from this one on have not been met yet. */
  readonly nextLane: number
  /** Nothing in lanes that are met later is older than this. */
  readonly begunAtMs: number
  /** Where it ends; without it, it goes on as long as the log does. */
  readonly end?: LogCut
}

/** A log at one moment. */
export interface LogMoment {
  readonly log: ChangeLog
  readonly heads: LaneHeads
}

export interface PassedChange {
  readonly lane: number
  readonly entry: number
  readonly change: ShownChange
}

export interface PassStep {
  readonly pass: LogPass
  /** Those of each item are in order. */
  readonly changes: readonly PassedChange[]
  /** Whether the pass had already reached the moment. */
  readonly done: boolean
}

export async function logMoment(engine: Engine, space: SpaceId): Promise<LogMoment> {
  const [record, answer] = await orTrimmed(
    engine.read([getLog(space), readHeads(space)], [logGuard(space)]),
  )
  return { log: decodeLog(record!), heads: laneHeads(answer) }
}

/** Reads on by a bounded number of changes, up to the heads that the log has at that moment. */
export async function readOn(engine: Engine, given: LogPass, moment: LogMoment): Promise<PassStep> {
  // An engine may answer at once, and then many steps in a row would hold up everybody else.
  if (turnIsOver()) await nextTurn()
  const met = await withNewLanes(engine, given, moment.log)
  const plan = planLanes(met, moment.log, moment.heads)
  const pass = { ...met, positions: plan.positions }
  const tasks = plan.tasks.slice(0, collectedLanesMax)
  if (tasks.length === 0) return { pass, changes: [], done: true }
  const ranges = tasks.map(({ position }) => shareOf(pass.log, position, tasks.length))
  const pages = await orTrimmed(engine.read(ranges, [logGuard(pass.log)]))
  const entries = tasks.flatMap((task, i) => entriesOf(task, pages[i]!))
  const changes = entries.filter(isPassedOn)
  return { pass: { ...pass, positions: moved(pass.positions, entries) }, changes, done: false }
}

/** A split of the lanes is rare, so its shards are looked up only then. */
async function withNewLanes(engine: Engine, pass: LogPass, log: ChangeLog): Promise<LogPass> {
  const nextLane = Math.min(log.nextLane, pass.end?.nextLane ?? Infinity)
  if (nextLane <= pass.nextLane) return pass
  if (log.trimmedToMs !== undefined && log.trimmedToMs >= pass.begunAtMs) {
    throw new PastUnavailable('trimmed')
  }
  const starts = await availableFrom(engine, pass.log)
  const lanes = Array.from({ length: nextLane - pass.nextLane }, (_, i) => pass.nextLane + i)
  const met = lanes.map((lane) => ({ lane, next: starts.get(lane) ?? 1 }))
  return { ...pass, positions: [...pass.positions, ...met], nextLane }
}

function shareOf(space: SpaceId, { lane, next }: LanePosition, lanes: number): Range {
  const entriesMax = Math.ceil(collectedChangesMax / lanes)
  const bytesMax = Math.ceil(collectedBytesMax / lanes)
  return { kind: 'range', space, ...laneEntries(lane, next), entriesMax, bytesMax }
}

interface PassedEntry extends LaneEntry {
  readonly lane: number
}

function isPassedOn(passed: PassedEntry): passed is PassedChange {
  return isShown(passed.change)
}

/** The entries of a lane have no gaps: what is missing was trimmed. */
function entriesOf({ position, last }: LaneTask, { entries }: RangePage): readonly PassedEntry[] {
  const { lane, next } = position
  const found = entries.map(({ key, value }) => ({ entry: numberOfLogEntry(key), value }))
  if (found[0]?.entry !== next) throw new PastUnavailable('trimmed')
  return found
    .filter(({ entry }) => entry <= last)
    .map(({ entry, value }) => ({ lane, entry, change: decodeChange(value) }))
}

function moved(
  positions: readonly LanePosition[],
  entries: readonly PassedEntry[],
): readonly LanePosition[] {
  const reached = new Map(entries.map(({ lane, entry }) => [lane, entry]))
  return positions.map(({ lane, next }) => {
    const entry = reached.get(lane)
    return { lane, next: entry === undefined ? next : entry + 1 }
  })
}

/** A log that no longer exists was trimmed as a whole. */
async function orTrimmed<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw error instanceof GuardBroken ? new PastUnavailable('trimmed') : error
  }
}
