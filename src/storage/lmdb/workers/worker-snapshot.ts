/** What a worker sees of the file: it has it open for reading alone. */
import type { Guard, LabelledSpace, Read, ResultsOf, SpaceId } from '../../engine.js'
import type { LmdbDatabase } from '../database.js'
import { lmdbError } from '../database.js'
import { PageFaults } from '../page-faults.js'
import { endSnapshot, hasStored, readTally } from '../records.js'
import { SnapshotReads } from '../snapshot-reads.js'
import { LmdbSpaceDirectory } from '../space-directory.js'
import { commitNumberKey, storedKey } from '../stored-keys.js'

const numberKey = commitNumberKey()

export class WorkerSnapshot {
  readonly spaces: LmdbSpaceDirectory
  readonly reads: SnapshotReads
  readonly faults: PageFaults
  readonly #database: LmdbDatabase

  constructor(database: LmdbDatabase) {
    this.#database = database
    this.spaces = new LmdbSpaceDirectory(database)
    this.faults = new PageFaults(database)
    this.reads = new SnapshotReads(database, this.spaces)
  }

  /** Begins a snapshot and says which commit it shows. */
  begin(): number {
    this.spaces.refresh()
    // The bytes are LMDB's own and valid until the next read.
    const record = this.#database.getBinaryFast(numberKey)
    return record === undefined ? 0 : record.readDoubleBE(0)
  }

  end(): void {
    endSnapshot(this.#database)
  }

  holds({ space, key, value }: Guard): boolean {
    return hasStored(this.#database, storedKey(space, key), value)
  }

  readonly tallyOf = (space: SpaceId) => readTally(this.#database, space)

  read<const R extends readonly Read[]>(reads: R, guards: readonly Guard[]): ResultsOf<R> {
    try {
      this.spaces.refresh()
      this.reads.requireGuards(guards)
      return this.reads.readAll(reads, this.tallyOf)
    } catch (error) {
      throw lmdbError(error)
    } finally {
      this.end()
    }
  }

  labelled(): readonly LabelledSpace[] {
    try {
      return this.spaces.labelled()
    } catch (error) {
      throw lmdbError(error)
    } finally {
      this.end()
    }
  }

  async close(): Promise<void> {
    await this.faults.close()
    await this.#database.close()
  }
}
