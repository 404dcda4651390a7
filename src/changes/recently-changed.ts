/**
 * Which items of a table were changed lately, by the times that their changes are stamped with, whichever server
 * wrote them. For tests that want to see a delay where there is none: it reads the end of the log every time.
 */
import type { Item } from '../model/item.js'
import { laneEntries } from '../storage/change-keys.js'
import type { Engine, Range } from '../storage/engine.js'
import { itemKey } from '../storage/keyspace.js'
import { laneHeads, logGuard, readHeads } from './change-log.js'
import { decodeChange, timeOfChange } from './change-record.js'
import type { FollowableTable } from './follower.js'
import { followedPageEntriesMax } from './limits.js'

/** The keys, in the table's space, of the items that were changed after a moment; of many changes, the latest ones. */
export async function recentlyChanged(
  engine: Engine,
  { keySchema, changes: { space } }: FollowableTable,
  afterMs: number,
): Promise<readonly Buffer[]> {
  const guards = [logGuard(space)]
  const [heads] = await engine.read([readHeads(space)], guards)
  const ends = [...laneHeads(heads).keys()].map((lane): Range => ({
    ...{ kind: 'range', space, ...laneEntries(lane, 1) },
    ...{ reverse: true, entriesMax: followedPageEntriesMax },
  }))
  const pages = await engine.read<readonly Range[]>(ends, guards)
  return pages.flatMap(({ entries }) =>
    entries
      .filter(({ value }) => timeOfChange(value) > afterMs)
      .map(({ value }) => itemKey(keySchema, itemOf(decodeChange(value).key.json))),
  )
}

function itemOf(json: Uint8Array): Item {
  return JSON.parse(Buffer.from(json).toString('utf8')) as Item
}
