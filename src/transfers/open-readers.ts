/**
 * Keeps the readers of jobs open between their steps, so that a large object is not read from its
 * start in each step. A reader that nobody has asked for is closed after a while: another server may
 * have gone on with its job.
 */
import { openFileIdleMs } from './import-limits.js'
import type { PrefixReader, ReadingPosition } from './prefix-reader.js'

interface Kept<T> {
  readonly reader: PrefixReader<T>
  readonly timer: NodeJS.Timeout
}

export class OpenReaders<T> {
  readonly #kept = new Map<string, Kept<T>>()

  /** The reader that was kept for a job, if it stands where the job goes on. */
  async take(jobId: string, position: ReadingPosition): Promise<PrefixReader<T> | undefined> {
    const kept = this.#kept.get(jobId)
    if (kept === undefined) return undefined
    this.#kept.delete(jobId)
    clearTimeout(kept.timer)
    if (JSON.stringify(kept.reader.position) === JSON.stringify(position)) return kept.reader
    await kept.reader.close()
    return undefined
  }

  keep(jobId: string, reader: PrefixReader<T>): void {
    const timer = setTimeout(() => {
      this.#kept.delete(jobId)
      // Nobody waits for it, and it was read for the last time.
      reader.close().catch(() => undefined)
    }, openFileIdleMs)
    timer.unref()
    this.#kept.set(jobId, { reader, timer })
  }
}
