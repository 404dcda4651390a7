/** Puts the next lines of an export into a data file. */
import type { GzipPart } from '../interchange/gzip-part.js'
import { nextTurn, Steps } from '../stdx/turns.js'
import type { Fence } from '../storage/fence.js'
import { partitionNumber, partitionNumbers } from '../storage/partition-hash.js'
import type { ExportWork, SourceState } from './export-details.js'
import { exportScannedBytesMax } from './limits.js'
import type { EntryPage, LineSource } from './line-source.js'

export interface FillRequest {
  readonly lines: LineSource<SourceState>
  readonly work: ExportWork
  readonly fileBytesMax: number
  readonly fence: Fence
  readonly signal: AbortSignal
}

export type FilledTo = Pick<ExportWork, 'source' | 'partition' | 'cursor'>

/**
 * Ends with the partition, or when the file is large enough. Where it ends depends on the items alone,
 * not on time: another server that does the same writes the same.
 */
export async function fillFile(part: GzipPart, request: FillRequest): Promise<FilledTo> {
  const { lines, work, fence, signal } = request
  const scan = new FileScan(part, request)
  let { source, cursor } = work
  for (;;) {
    signal.throwIfAborted()
    const page = await lines.page(source, cursor, fence)
    source = page.source
    const end = await scan.take(page)
    if (end !== undefined) return { source, ...end }
    if (page.next === undefined) {
      return { source, partition: work.partition + 1, cursor: scan.cursor }
    }
    cursor = page.next
  }
}

/** Of a turn (`stdx/turns.ts`), besides one for each byte that is read. */
const stepsForLine = 300

class FileScan {
  readonly #part: GzipPart
  readonly #request: FillRequest
  readonly #steps = new Steps()
  #scannedBytes = 0
  #last: Buffer | undefined

  constructor(part: GzipPart, request: FillRequest) {
    this.#part = part
    this.#request = request
  }

  /** Returns where the file ends, if it does within the page. */
  async take({ entries }: EntryPage<SourceState>): Promise<Omit<FilledTo, 'source'> | undefined> {
    const { partition, partitions } = this.#request.work
    for (const { key, bytes, line } of entries) {
      if (partitionOf(key, partitions) > partition) {
        return { partition: partition + 1, cursor: this.cursor }
      }
      const text = line()
      const adding = text && this.#part.add(text)
      if (adding !== undefined) await adding
      if (this.#steps.take(stepsForLine + bytes)) await nextTurn()
      this.#scannedBytes += bytes
      this.#last = key
      if (this.#isFull()) return { partition, cursor: this.cursor }
    }
    return undefined
  }

  /** What the files up to here cover. */
  get cursor(): string | undefined {
    return this.#last?.toString('base64') ?? this.#request.work.cursor
  }

  #isFull(): boolean {
    if (this.#part.addedBytes >= this.#request.fileBytesMax) return true
    return this.#scannedBytes >= exportScannedBytesMax
  }
}

/** Keys begin with the hash of the partition. */
export function partitionOf(key: Buffer, partitions: number): number {
  return Math.floor((partitionNumber(key) / partitionNumbers) * partitions)
}
