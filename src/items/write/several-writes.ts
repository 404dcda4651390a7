/**
 * Several writes in one storage transaction: what they read together, and which result belongs to
 * which write.
 */
import type { Get } from '../../storage/engine.js'
import type { PreparedWrite, StoredForWrite } from './write.js'

export function readsOf(writes: readonly PreparedWrite[]): readonly Get[] {
  return writes.flatMap(({ read, cursorReads, collection }) =>
    collection === undefined ? [read, ...cursorReads] : [read, ...cursorReads, collection],
  )
}

/** The results of `readsOf`, split by the writes that they belong to. */
export function answersOf(
  writes: readonly PreparedWrite[],
  answers: readonly (Buffer | undefined)[],
): readonly StoredForWrite[] {
  let next = 0
  return writes.map(({ cursorReads, collection }) => {
    const record = answers[next]
    const cursors = answers.slice(next + 1, next + 1 + cursorReads.length)
    next += 1 + cursorReads.length
    return collection === undefined
      ? { record, cursors }
      : { record, cursors, collection: answers[next++] }
  })
}
