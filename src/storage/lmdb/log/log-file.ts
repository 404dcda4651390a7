/**
 * A file of the log: records one after the other, in blocks that are overwritten when it begins again.
 *
 * It grows by steps of zeros and keeps its length, because a flush of blocks that are there already has
 * no metadata to write.
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { StorageError } from '../../errors.js'
import { logBlockBytes, logStepBytes } from './limits.js'

/** Linux flushes what a write has written before the write ends, if the file is opened so: one call to wait for, not two. */
const writesFlush = process.platform === 'linux'

const { O_CREAT, O_DSYNC, O_EXCL, O_RDWR } = constants

export class LogFile {
  readonly #file: FileHandle
  readonly #flushesAfterwards: boolean
  /** Where the next record begins. */
  #end = 0
  /** What the file has on the disk. */
  #length = 0

  private constructor(file: FileHandle, isFlushed: boolean) {
    this.#file = file
    this.#flushesAfterwards = isFlushed && !writesFlush
  }

  /**
   * There is no file of this name yet. `isFlushed` says whether a record is on disk when `append` resolves, or only
   * with the system.
   */
  static async create(path: string, isFlushed: boolean): Promise<LogFile> {
    const flushing = isFlushed && writesFlush ? O_DSYNC : 0
    return new LogFile(await open(path, O_RDWR | O_CREAT | O_EXCL | flushing, 0o600), isFlushed)
  }

  get bytes(): number {
    return this.#end
  }

  async append(record: Buffer): Promise<void> {
    try {
      await this.#write(record)
      if (this.#flushesAfterwards) await this.flush()
    } catch (error) {
      await this.#erase()
      throw new StorageError('unavailable', 'the log cannot be written', error)
    }
    this.#end += record.length
  }

  flush(): Promise<void> {
    return this.#file.datasync()
  }

  /** The next record overwrites the first. */
  restart(): void {
    this.#end = 0
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #write(record: Buffer): Promise<void> {
    const end = this.#end + record.length
    if (end > this.#length) {
      const length = Math.ceil(end / logStepBytes) * logStepBytes
      await this.#writeAll(Buffer.alloc(length - end), end)
      this.#length = length
    }
    await this.#writeAll(record, this.#end)
  }

  /**
   * What could not be flushed may be on disk nevertheless. Nobody was told of it, so it should not come
   * back after a crash. If this fails too, it may come back: the writers heard that its fate is unknown.
   */
  async #erase(): Promise<void> {
    try {
      await this.#writeAll(Buffer.alloc(logBlockBytes), this.#end)
      await this.flush()
    } catch {
      // The next record is written over it.
    }
  }

  async #writeAll(bytes: Buffer, at: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, at + done)
      done += bytesWritten
    }
  }
}
