/**
 * Reads the lanes of a log, for readers inside the server that do not need shards. The entries of a
 * lane are numbered without gaps, and a lane that is split continues in lanes with higher numbers.
 *
 * To see the changes of every item in order, read closed lanes to their heads, the lowest number
 * first, and only then the open ones: `plan-lanes.ts`.
 */
import { laneEntries } from '../storage/change-keys.js'
import type { Engine, Range, SpaceId } from '../storage/engine.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import {
  decodeLog,
  getLog,
  laneHeads,
  logGuard,
  readHeads,
  type ChangeLog,
  type LaneHeads,
} from './change-log.js'
import { decodeChange, type Change } from './change-record.js'
import type { LanePosition, LogReader, ReaderName } from './reader.js'
import { decodeReader, getReader } from './reader-record.js'
import type { PageBounds } from './read-log.js'

export interface ReaderPoint {
  readonly reader: LogReader
  readonly log: ChangeLog
  readonly heads: LaneHeads
}

/**
 * A reader and the lanes at one moment: unless it has an end, it reads everything up to the heads.
 * Undefined if it has read everything up to its end. Throws `GuardBroken` if the log no longer
 * exists.
 */
export async function readReader(
  engine: Engine,
  named: ReaderName & { readonly space: SpaceId },
): Promise<ReaderPoint | undefined> {
  const { space } = named
  const [record, log, heads] = await engine.read(
    [getReader(named), getLog(space), readHeads(space)],
    [logGuard(space)],
  )
  if (record === undefined) return undefined
  return { reader: decodeReader(record), log: decodeLog(log!), heads: laneHeads(heads) }
}

/** An entry of a lane; not all are changes that are shown. */
export interface LaneEntry {
  readonly entry: number
  readonly change: Change
}

/**
 * Changes of a lane from a position on. If the first has a higher number, those before it were
 * trimmed.
 */
export async function readLane(
  engine: Engine,
  space: SpaceId,
  { lane, next }: Pick<LanePosition, 'lane' | 'next'>,
  bounds: PageBounds,
): Promise<readonly LaneEntry[]> {
  const range: Range = { kind: 'range', space, ...laneEntries(lane, next), ...bounds }
  const [page] = await engine.read([range], [logGuard(space)])
  return page.entries.map(({ key, value }) => ({
    entry: numberOfLogEntry(key),
    change: decodeChange(value),
  }))
}
