/**
 * The commits of the process that owns a data folder, and when they are safe from a crash of the machine.
 *
 * In a store with a log, LMDB flushes the pages of a commit and leaves its meta page to the system: one flush,
 * not two. Until `flush`, such a crash may undo the last commit, never an earlier one, and the file stays
 * intact: the flush of a commit has the meta page of the one before, and no commit overwrites pages of the
 * one before the last. So whoever gives something up because the tree has it calls `flush` first. Without a
 * log there is no file here and `flush` does nothing: LMDB itself flushes as much as the store wants.
 *
 * A flush that has failed is not repeated. Linux may take the meta page for written then, and show what the
 * disk has instead of it later; and the second commit after that would overwrite pages that the disk still
 * needs. So nothing is read or committed any more, as after a meta page that LMDB could not write. A restart
 * goes on from what the file has, and the log has the rest.
 */
import { StorageError } from '../errors.js'
import { isReadable, type LmdbDatabase, transactOnce } from './database.js'

/** LMDB's file, in a descriptor of our own. */
export interface TreeFile {
  datasync(): Promise<void>
  close(): Promise<void>
}

export class TreeCommits {
  readonly database: LmdbDatabase
  readonly #file: TreeFile | undefined
  /** Whether the last commit may still be undone. */
  #isPending = false
  #lost: StorageError | undefined

  constructor(database: LmdbDatabase, file: TreeFile | undefined) {
    this.database = database
    this.#file = file
  }

  /** Why nothing may be read or committed any more, if a flush has failed. */
  get lost(): StorageError | undefined {
    return this.#lost
  }

  /** The same if LMDB itself has given up on its file. */
  get isUsable(): boolean {
    return this.#lost === undefined && isReadable(this.database)
  }

  /** One at a time. If `run` throws, it has written nothing. */
  async commit<T>(run: () => T): Promise<T> {
    this.#requireKept()
    try {
      const result = await transactOnce(this.database, run)
      this.#isPending = this.#file !== undefined
      return result
    } catch (error) {
      if (this.#isPending) await this.#makeSure()
      throw error
    }
  }

  /** Resolves when no crash of the machine can undo what was committed before. */
  async flush(): Promise<void> {
    if (this.#file === undefined) return
    this.#requireKept()
    try {
      await this.#file.datasync()
      this.#isPending = false
    } catch (error) {
      this.#lost = new StorageError('unavailable', 'the database file cannot be flushed', error)
      throw this.#lost
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  /**
   * If LMDB could not flush a commit, the meta page of the one before may be what was not written. Each
   * descriptor hears of that once, so this one still does.
   */
  async #makeSure(): Promise<void> {
    await this.flush().catch(() => {})
  }

  #requireKept(): void {
    if (this.#lost !== undefined) throw this.#lost
  }
}
