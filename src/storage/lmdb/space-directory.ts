/**
 * Which spaces exist, as the current snapshot or transaction of LMDB sees it.
 *
 * The truth is on disk, because other processes make and drop spaces too. One tiny read per call
 * tells whether the list in memory is that of the disk: each change of the list writes a new random
 * stamp. Not a counter: a transaction that failed leaves a stamp in memory that was never on disk,
 * and a later one must not arrive at the same.
 */
import { randomBytes } from 'node:crypto'
import { type LabelledSpace, type SpaceId, systemSpace } from '../engine.js'
import type { Spaces } from '../requirements.js'
import type { Database } from './database.js'
import { hasStored, readHeads, readStored } from './records.js'
import {
  droppedSpaceKey,
  droppedSpaces,
  logHeadKey,
  spaceOfRecord,
  spaceRecordKey,
  spaceRecords,
  spacesStampKey,
  tallyKey,
} from './stored-keys.js'

const stampKey = spacesStampKey()
const stampBytes = 16

export class SpaceDirectory implements Spaces {
  readonly #database: Database
  /** Undefined in a store that never had a space but the system's. */
  #stamp: Buffer | undefined
  #spaces = new Set<SpaceId>([systemSpace])
  #dropped = new Set<SpaceId>()

  constructor(database: Database) {
    this.#database = database
  }

  /** To be called first in every snapshot and transaction. */
  refresh(): void {
    if (hasStored(this.#database, stampKey, this.#stamp)) return
    this.#spaces = new Set([systemSpace, ...this.#listed(spaceRecords())])
    this.#dropped = new Set(this.#listed(droppedSpaces()))
    this.#stamp = readStored(this.#database, stampKey)
  }

  has(space: SpaceId): boolean {
    return this.#spaces.has(space)
  }

  wasDropped(space: SpaceId): boolean {
    return this.#dropped.has(space)
  }

  /** By id. */
  labelled(): readonly LabelledSpace[] {
    const { from, to } = spaceRecords()
    return [...this.#database.getRange({ start: from, end: to })].map(({ key, value }) => ({
      space: spaceOfRecord(key),
      label: value.toString(),
    }))
  }

  /** Within a write transaction. */
  create(space: SpaceId, label: string): void {
    void this.#database.put(spaceRecordKey(space), Buffer.from(label))
    this.#spaces.add(space)
    this.#restamp()
  }

  /** Within a write transaction. What the space holds is out of reach at once, and reclaimed later. */
  drop(space: SpaceId): void {
    void this.#database.remove(spaceRecordKey(space))
    void this.#database.remove(tallyKey(space))
    for (const { log } of readHeads(this.#database, space)) {
      void this.#database.remove(logHeadKey(space, log))
    }
    void this.#database.put(droppedSpaceKey(space), Buffer.alloc(0))
    this.#spaces.delete(space)
    this.#dropped.add(space)
    this.#restamp()
  }

  #restamp(): void {
    this.#stamp = randomBytes(stampBytes)
    void this.#database.put(stampKey, this.#stamp)
  }

  *#listed({ from, to }: { from: Buffer; to: Buffer }): Iterable<SpaceId> {
    for (const key of this.#database.getKeys({ start: from, end: to })) yield spaceOfRecord(key)
  }
}
