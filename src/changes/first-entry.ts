/** Finds the place of a moment in a lane, for readers that enter a log in the middle. */
import { laneEntries } from '../storage/change-keys.js'
import type { Engine, Range, SpaceId } from '../storage/engine.js'
import { numberOfLogEntry } from '../storage/keyspace.js'
import { logGuard } from './change-log.js'
import { timeOfChange } from './change-record.js'

export interface LaneStretch {
  readonly lane: number
  readonly first: number
  readonly last: number
}

/**
 * The first entry of a stretch that is not older than a moment, or the one after its last. If times are
 * out of order, some older ones may follow, and entries before it may be younger than the moment, but
 * by no more than the times are out of order.
 */
export async function firstEntrySince(
  engine: Engine,
  space: SpaceId,
  { lane, first, last }: LaneStretch,
  sinceMs: number,
): Promise<number> {
  let [low, high] = [first, last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const range: Range = { kind: 'range', space, ...laneEntries(lane, middle), entriesMax: 1 }
    const [{ entries }] = await engine.read([range], [logGuard(space)])
    const [found] = entries
    const number = found === undefined ? high : numberOfLogEntry(found.key)
    // What was trimmed in the meantime is older than anything that is asked for.
    if (number > middle) low = Math.min(number, high)
    else if (timeOfChange(found!.value) < sinceMs) low = middle + 1
    else high = middle
  }
  return low
}
