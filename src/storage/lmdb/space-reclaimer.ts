/**
 * Frees the bytes of dropped spaces, a limited batch at a time, between other writes.
 *
 * The list of work is on disk, so a restart continues where the last run ended, and several
 * processes may work on the same list.
 */
import type { Mutation, SpaceId } from '../engine.js'
import type { CommitQueue } from './commit-queue.js'
import { droppedSpaceKey, droppedSpaces, spaceOfRecord, storedSpace } from './stored-keys.js'
import type { Tree } from './tree.js'

const batchKeysMax = 256
/** The keys of a batch are neighbours: it changes fewer pages than it has keys. */
const batchPagesMax = 32

export class SpaceReclaimer {
  readonly #tree: Tree
  readonly #queue: CommitQueue
  readonly #requireRoom: (mutations: readonly Mutation[]) => void
  #running = false
  #again = false
  #stopped = false

  constructor(
    tree: Tree,
    queue: CommitQueue,
    requireRoom: (mutations: readonly Mutation[]) => void,
  ) {
    this.#tree = tree
    this.#queue = queue
    this.#requireRoom = requireRoom
  }

  /** Call when there may be something to reclaim. */
  wake(): void {
    this.#again = true
    if (!this.#running) setImmediate(() => void this.#run())
  }

  stop(): void {
    this.#stopped = true
  }

  async #run(): Promise<void> {
    if (this.#running || !this.#again || this.#stopped) return
    this.#running = true
    this.#again = false
    try {
      while (!this.#stopped && (await this.#queue.submit(() => this.#batch()))) continue
    } catch {
      // The disk may be full. The list is kept: the next drop or start tries again.
    }
    this.#running = false
    if (this.#again) this.wake()
  }

  /** Whether there was anything to do. */
  #batch() {
    const space = this.#nextDropped()
    if (space === undefined) return { result: false, weight: { mutations: 0, bytes: 0 } }
    this.#requireRoom(Array<Mutation>(batchPagesMax).fill({ kind: 'drop-space', space }))
    const keys = [...this.#keysOf(space)]
    for (const key of keys) void this.#tree.remove(key)
    if (keys.length === 0) void this.#tree.remove(droppedSpaceKey(space))
    return { result: true, weight: { mutations: keys.length, bytes: 0 } }
  }

  #nextDropped(): SpaceId | undefined {
    const { from, to } = droppedSpaces()
    for (const key of this.#tree.getKeys({ start: from, end: to, limit: 1 })) {
      return spaceOfRecord(key)
    }
    return undefined
  }

  #keysOf(space: SpaceId): Iterable<Buffer> {
    const { from, to } = storedSpace(space)
    return this.#tree.getKeys({ start: from, end: to, limit: batchKeysMax })
  }
}
