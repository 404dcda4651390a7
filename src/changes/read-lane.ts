/**
 * Reading the lanes of a log, for readers inside the server that have no use for shards: the entries of a
 * lane are numbered without gaps, and a lane that is split goes on in lanes of higher numbers.
 *
 * The way to see the changes of every item in order: read lanes that are closed to their heads, the
 * lowest number first, and only then those that are open.
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
import { decodeChange } from './change-record.js'
import { decodeDelivery, getDelivery, type Delivery } from './reader.js'
import type { LoggedChange, PageBounds } from './read-log.js'

export interface DeliveryPoint {
  readonly delivery: Delivery
  readonly log: ChangeLog
  readonly heads: LaneHeads
}

/**
 * A delivery and the lanes at one moment: while it has no end, everything up to the heads is its own.
 * Undefined when it is over. Throws `GuardBroken` when the log is gone.
 */
export async function readDelivery(
  engine: Engine,
  named: Pick<Delivery, 'space' | 'enabledAtMs'>,
): Promise<DeliveryPoint | undefined> {
  const { space } = named
  const [record, log, heads] = await engine.read(
    [getDelivery(named), getLog(space), readHeads(space)],
    [logGuard(space)],
  )
  if (record === undefined) return undefined
  return { delivery: decodeDelivery(record), log: decodeLog(log!), heads: laneHeads(heads) }
}

/** Changes of a lane from a position on. If the first has a higher number, those before it are trimmed. */
export async function readLane(
  engine: Engine,
  space: SpaceId,
  lane: number,
  position: number,
  bounds: PageBounds,
): Promise<readonly LoggedChange[]> {
  const range: Range = { kind: 'range', space, ...laneEntries(lane, position), ...bounds }
  const [page] = await engine.read([range], [logGuard(space)])
  return page.entries.map(({ key, value }) => ({
    entry: numberOfLogEntry(key),
    change: decodeChange(value),
  }))
}
