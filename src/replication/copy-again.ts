/**
 * For a member of a restored store: others have read changes of it that it does not have any more. They have
 * the items; since they never send on what came from it, it copies all of theirs.
 */
import type { Engine, SpaceId } from '../storage/engine.js'
import { decodeReplicaCursor, putReplicaCursor, rangeOfCursors } from './replica-cursor.js'

/** Of no log: whoever reads on from there begins anew. */
const noEpoch = ''

export async function copyAgain(engine: Engine, versions: SpaceId): Promise<void> {
  await engine.transact({
    reads: [rangeOfCursors(versions)],
    decide: ([{ entries }]) => {
      const cursors = entries.map(({ value }) => decodeReplicaCursor(value))
      const stale = cursors.map((cursor) =>
        putReplicaCursor(versions, { ...cursor, epoch: noEpoch }),
      )
      return { mutations: stale, result: undefined }
    },
  })
}
