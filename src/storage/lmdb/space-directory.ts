/**
 * Which spaces exist, as seen by the current snapshot or transaction of LMDB.
 *
 * The list on disk is authoritative, because other processes create and drop spaces too. One small
 * read per call shows whether the list in memory is current: each change of the list writes a new
 * random stamp. A counter would not do: a failed transaction leaves a stamp in memory that was
 * never on disk, and a later transaction must not arrive at the same one.
 */
import { randomBytes } from 'node:crypto'
import { type LabelledSpace, type SpaceId, systemSpace } from '../engine.js'
import type { Spaces } from '../requirements.js'
import { hasStored, headsIn, readStored } from './records.js'
import {
  droppedSpaceKey,
  droppedSpaces,
  logHeadKey,
  spaceOfRecord,
  storedSpaceKey,
  spaceRecords,
  spacesStampKey,
  tallyKey,
} from './stored-keys.js'
import type { Tree } from './tree.js'

const stampKey = spacesStampKey()
const stampBytes = 16

export class LmdbSpaceDirectory implements Spaces {
  readonly #tree: Tree
  /** Undefined in a store that never had a space other than the system's. */
  #stamp: Buffer | undefined
  #spaces = new Set<SpaceId>([systemSpace])
  #dropped = new Set<SpaceId>()

  constructor(tree: Tree) {
    this.#tree = tree
  }

  /** Must be called first in every snapshot and transaction. */
  refresh(): void {
    if (hasStored(this.#tree, stampKey, this.#stamp)) return
    this.#spaces = new Set([systemSpace, ...this.#listed(spaceRecords())])
    this.#dropped = new Set(this.#listed(droppedSpaces()))
    this.#stamp = readStored(this.#tree, stampKey)
  }

  has(space: SpaceId): boolean {
    return this.#spaces.has(space)
  }

  wasDropped(space: SpaceId): boolean {
    return this.#dropped.has(space)
  }

  /** In the order of ids. */
  labelled(): readonly LabelledSpace[] {
    const { from, to } = spaceRecords()
    return [...this.#tree.getRange({ start: from, end: to })].map(({ key, value }) => ({
      space: spaceOfRecord(key),
      label: value.toString(),
    }))
  }

  /** Only within a write transaction. */
  create(space: SpaceId, label: string): void {
    void this.#tree.put(storedSpaceKey(space), Buffer.from(label))
    this.#spaces.add(space)
    this.#restamp()
  }

  /**
   * Only within a write transaction. The entries become unreachable at once and are reclaimed
   * later.
   */
  drop(space: SpaceId): void {
    void this.#tree.remove(storedSpaceKey(space))
    void this.#tree.remove(tallyKey(space))
    for (const { log } of headsIn(this.#tree, space)) {
      void this.#tree.remove(logHeadKey(space, log))
    }
    void this.#tree.put(droppedSpaceKey(space), Buffer.alloc(0))
    this.#spaces.delete(space)
    this.#dropped.add(space)
    this.#restamp()
  }

  #restamp(): void {
    this.#stamp = randomBytes(stampBytes)
    void this.#tree.put(stampKey, this.#stamp)
  }

  *#listed({ from, to }: { from: Buffer; to: Buffer }): Iterable<SpaceId> {
    for (const key of this.#tree.getKeys({ start: from, end: to })) yield spaceOfRecord(key)
  }
}
