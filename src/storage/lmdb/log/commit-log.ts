/**
 * The log of a store: two files that take turns. While one takes groups, what is in the other one is
 * written into the tree; then that one is free.
 *
 * Records are numbered without gaps. So in both files together, the records after the last one in the
 * tree are an unbroken row, and a missing one before others means that the files are damaged.
 */
import { rm } from 'node:fs/promises'
import { flushFolder } from '../database.js'
import type { TreeCommits } from '../tree-commits.js'
import type { Layer } from './layer.js'
import type { LogLimits } from './limits.js'
import { LogFile } from './log-file.js'
import { logPaths } from './log-names.js'
import {
  type LogPosition,
  markLogged,
  newPosition,
  readPosition,
  writePosition,
} from './log-position.js'
import { recordOf } from './log-record.js'

export interface LogOptions {
  readonly dataDir: string
  /** Whether a record is on disk before anybody is told of it. */
  readonly isFlushed: boolean
  readonly limits: LogLimits
  /** Throws if another server has taken over the folder. */
  requireHeld(): void
}

interface Started {
  readonly id: Buffer
  /** Records are made at the place that they will have in the current file. Larger ones have memory of their own. */
  readonly memory: Buffer
  readonly files: readonly [current: LogFile, other: LogFile]
  /** The number of the last record, and of the last one that is in the tree. */
  readonly number: number
  readonly applied: number
}

export class CommitLog {
  readonly #commits: TreeCommits
  readonly #options: LogOptions
  #started: Started | undefined

  constructor(commits: TreeCommits, options: LogOptions) {
    this.#commits = commits
    this.#options = options
  }

  get isStarted(): boolean {
    return this.#started !== undefined
  }

  /** Whether the current file has room. */
  get hasRoom(): boolean {
    return this.#required.files[0].bytes < this.#options.limits.fileBytesMax
  }

  /** The files are there before the tree says so. */
  async start(): Promise<void> {
    const { dataDir, limits, isFlushed } = this.#options
    this.#options.requireHeld()
    const { database } = this.#commits
    const position = newPosition(readPosition(database)?.applied ?? 0)
    database.resetReadTxn()
    const [first, second] = logPaths(dataDir, position.id).map((path) =>
      LogFile.create(path, isFlushed),
    )
    const files = [await first!, await second!] as const
    try {
      flushFolder(dataDir)
      await this.#note(position, () => markLogged(database))
    } catch (error) {
      await closeAll(files)
      // If the tree may say that there is a log, its files must not be missing.
      if (this.#commits.isUsable) await this.#remove(position.id)
      throw error
    }
    const memory = Buffer.allocUnsafeSlow(limits.fileBytesMax)
    const { id, applied } = position
    this.#started = { id, memory, files, number: applied, applied }
  }

  /**
   * Adds a group. If that fails, it is as if it had never been tried. Its values are from now on in memory of the log, and
   * stay there until `turn`.
   */
  async append(group: Layer): Promise<void> {
    const { isFlushed } = this.#options
    const { id, memory, files, number } = this.#required
    const [file] = files
    const head = { id, number: number + 1, isFlushed }
    await file.append(recordOf(head, group, (bytes) => partOf(memory, file.bytes, bytes)))
    this.#started = { ...this.#required, number: number + 1 }
  }

  /**
   * Continues in the other file, whose records are in the tree, and from the beginning of the memory. Returns where
   * the tree is while it gets those of this file.
   */
  async turn(): Promise<LogPosition> {
    const [current, other] = this.#required.files
    // The tree must not have anything of a record that a crash could undo.
    if (!this.#options.isFlushed) await current.flush()
    other.restart()
    this.#started = { ...this.#required, files: [other, current] }
    const { id, applied, number } = this.#started
    return { isOpen: true, id, applied, reached: number }
  }

  /** Call when the tree has what a turn has given it, and no crash can undo that. */
  noteApplied({ reached }: LogPosition): void {
    this.#started = { ...this.#required, applied: reached }
  }

  /** Once all of it is in the tree. The tree says so before the files go. */
  async end(): Promise<void> {
    const { id, files, number } = this.#required
    await this.#note({ isOpen: false, id, applied: number, reached: number })
    this.#started = undefined
    await closeAll(files)
    await this.#remove(id)
  }

  async #remove(id: Buffer): Promise<void> {
    for (const path of logPaths(this.#options.dataDir, id)) await rm(path, { force: true })
  }

  get #required(): Started {
    return this.#started!
  }

  /** Resolves when no crash can undo the note: what happens to the files next relies on it. */
  async #note(position: LogPosition, also = () => {}): Promise<void> {
    await this.#commits.commit(() => {
      this.#options.requireHeld()
      writePosition(this.#commits.database, position)
      also()
    })
    await this.#commits.flush()
  }
}

function partOf(memory: Buffer, start: number, bytes: number): Buffer {
  const end = start + bytes
  return end > memory.length ? Buffer.allocUnsafeSlow(bytes) : memory.subarray(start, end)
}

async function closeAll(files: readonly LogFile[]): Promise<void> {
  for (const file of files) await file.close()
}
