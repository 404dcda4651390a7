/**
 * Several writes in one storage transaction: what they read together, and which result belongs to
 * which write.
 */
import type { Get } from '../../storage/engine.js'
import type { PreparedVersion, StoredVersion } from './stamp-version.js'

/** What one write reads, all in its transaction. */
export interface WriteReads {
  /** Its item. */
  readonly read: Get
  /** The cursors of what is being built. */
  readonly cursorReads: readonly Get[]
  /** The counter of its collection; undefined if there is none. */
  readonly collection: Get | undefined
  /** Undefined if the items have no versions. */
  readonly version: PreparedVersion | undefined
}

/** … and what was there. */
export interface StoredForWrite {
  readonly record: Buffer | undefined
  readonly cursors: readonly (Buffer | undefined)[]
  readonly collection?: Buffer | undefined
  readonly version?: StoredVersion
}

export function readsOf(writes: readonly WriteReads[]): readonly Get[] {
  return writes.flatMap(({ read, cursorReads, collection, version }) => {
    const reads = [read, ...cursorReads]
    if (collection !== undefined) reads.push(collection)
    if (version !== undefined) reads.push(version.version, version.floor)
    return reads
  })
}

/** The results of `readsOf`, split by the writes that they belong to. */
export function answersOf(
  writes: readonly WriteReads[],
  answers: readonly (Buffer | undefined)[],
): readonly StoredForWrite[] {
  let next = 0
  return writes.map(({ cursorReads, collection, version }) => {
    const record = answers[next]
    const cursors = answers.slice(next + 1, next + 1 + cursorReads.length)
    next += 1 + cursorReads.length
    if (collection === undefined && version === undefined) return { record, cursors }
    const counter = collection && { collection: answers[next++] }
    const stamped = version && { version: { version: answers[next++], floor: answers[next++] } }
    return { record, cursors, ...counter, ...stamped }
  })
}
