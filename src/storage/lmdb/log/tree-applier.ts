/**
 * Writes what is in the log into the tree, behind the acknowledgements: in the order of keys, in commits
 * that hold the event loop only shortly. A disk that flushes such a commit is slow to flush the log, so they
 * are small, and there are pauses between them if nobody waits for the last.
 *
 * Between two of these commits the tree alone has half of the changes. Nobody sees that: reads here have
 * the layer on top of it, and after a crash the log is written into it once more, from its beginning,
 * before anything is read. A crash of the machine may undo the last of them until the caller flushes.
 */
import type { LmdbDatabase } from '../database.js'
import type { TreeCommits } from '../tree-commits.js'
import { type Change, keyOf, type Value } from './layer.js'
import { applyBytesMax, applyChangesPerLook } from './limits.js'
import { type LogPosition, writePosition } from './log-position.js'
import type { CommitSize } from './pacing.js'

export interface Applying {
  readonly commits: TreeCommits
  /** Asked before each commit. */
  size(): CommitSize
  /** Called in each commit, before it writes. */
  requireWritable(): void
  /** Called after each commit except the last. */
  pause(): Promise<void> | undefined
}

export async function applyChanges(
  applying: Applying,
  changes: Iterable<Change>,
  position: LogPosition,
): Promise<void> {
  const { commits } = applying
  const whole = { ...position, applied: position.reached }
  const walk = changes[Symbol.iterator]()
  for (let isDone = false; !isDone;) {
    await commits.commit(() => {
      applying.requireWritable()
      isDone = applySome(commits.database, walk, applying.size())
      writePosition(commits.database, isDone ? whole : position)
    })
    if (!isDone) await applying.pause()
  }
}

/** Whether those were the last. */
function applySome(
  database: LmdbDatabase,
  walk: Iterator<Change>,
  { changesMax, msMax }: CommitSize,
): boolean {
  const endsAtMs = performance.now() + msMax
  let bytes = 0
  for (let count = 0; count < changesMax && bytes < applyBytesMax; count++) {
    if (count % applyChangesPerLook === applyChangesPerLook - 1 && performance.now() >= endsAtMs)
      return false
    const next = walk.next()
    if (next.done === true) return true
    const [name, value] = next.value
    writeChange(database, name, value)
    bytes += value?.length ?? 0
  }
  return false
}

/** Only within a write transaction. */
export function writeChange(database: LmdbDatabase, name: string, value: Value): void {
  const key = keyOf(name)
  if (value === undefined) void database.remove(key)
  else void database.put(key, value)
}
