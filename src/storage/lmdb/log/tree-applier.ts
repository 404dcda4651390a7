/**
 * Writes what is in the log into the tree, behind the acknowledgements: in the order of keys, in commits
 * that hold the event loop only shortly.
 *
 * Between two of these commits the tree alone has half of the changes. Nobody sees that: reads here have
 * the layer on top of it, and after a crash the log is written into it once more, from its beginning,
 * before anything is read.
 */
import { type LmdbDatabase, transactOnce } from '../database.js'
import { type Change, keyOf } from './layer.js'
import { applyBytesMax, applyChangesPerLook, applyMsMax } from './limits.js'
import { type LogPosition, writePosition } from './log-position.js'

export interface Applying {
  readonly database: LmdbDatabase
  /** In one commit. */
  readonly changesMax: number
  /** Called in each commit, before it writes. */
  requireWritable(): void
}

export async function applyChanges(
  applying: Applying,
  changes: Iterable<Change>,
  position: LogPosition,
): Promise<void> {
  const { database } = applying
  const whole = { ...position, applied: position.reached }
  const walk = changes[Symbol.iterator]()
  for (let isDone = false; !isDone;) {
    await transactOnce(database, () => {
      applying.requireWritable()
      isDone = applySome(applying, walk)
      writePosition(database, isDone ? whole : position)
    })
  }
}

/** Whether those were the last. */
function applySome({ database, changesMax }: Applying, walk: Iterator<Change>): boolean {
  const endsAtMs = performance.now() + applyMsMax
  let bytes = 0
  for (let count = 0; count < changesMax && bytes < applyBytesMax; count++) {
    if (count % applyChangesPerLook === applyChangesPerLook - 1 && performance.now() >= endsAtMs)
      return false
    const next = walk.next()
    if (next.done === true) return true
    const [name, value] = next.value
    const key = keyOf(name)
    if (value === undefined) void database.remove(key)
    else void database.put(key, value)
    bytes += value?.length ?? 0
  }
  return false
}
