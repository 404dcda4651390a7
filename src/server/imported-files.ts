/**
 * The files that `gramme import` reads, as the bucket of its job, whatever the job calls it. What the job
 * logs about records is kept in memory, for the command to print; a bound of the job's limits how much.
 */
import type { Compression } from '../interchange/decompress.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import type { ListOptions, ObjectBody, ObjectPage, ObjectWriter } from '../objects/object-store.js'
import { systemClock } from '../stdx/clock.js'
import { importErrorsBucket } from '../transfers/import-errors.js'
import type { ImportObjects } from '../transfers/import-job.js'
import { listedObjectsMax } from '../transfers/import-limits.js'
import { CannotStart } from './cannot-start.js'
import type { TransferPlace } from './transfer-place.js'

/** How many records that were refused are told one by one. */
export const refusedShownMax = 10

export interface RefusedRecord {
  readonly file: string
  /** From 1. */
  readonly record: number
  readonly message: string
}

export class ImportedFiles implements ImportObjects {
  readonly #place: TransferPlace
  readonly #totalBytes: number
  readonly #errors = new MemoryObjectStore(systemClock)
  readonly compression: Compression
  #readBytes = 0

  private constructor(place: TransferPlace, totalBytes: number, compression: Compression) {
    this.#place = place
    this.#totalBytes = totalBytes
    this.compression = compression
  }

  /** Throws `CannotStart` if there are none. */
  static async find(place: TransferPlace): Promise<ImportedFiles> {
    let [totalBytes, after] = [0, undefined as string | undefined]
    let first: string | undefined
    do {
      const options = { prefix: place.prefix, after, entriesMax: listedObjectsMax }
      const page = await listIn(place, options)
      first ??= page.objects[0]?.key
      totalBytes = page.objects.reduce((sum, { bytes }) => sum + bytes, totalBytes)
      after = page.next
    } while (after !== undefined)
    if (first === undefined) {
      throw new CannotStart(`There are no files in ${place.locate(place.prefix)}.`, undefined)
    }
    return new ImportedFiles(place, totalBytes, compressionOf(first))
  }

  /** Which no bucket can be called. */
  get address(): string {
    return this.#place.locate('')
  }

  get prefix(): string {
    return this.#place.prefix
  }

  /** By the bytes of the files. */
  progress(): { readonly bytes: number; readonly fraction: number } {
    const fraction = Math.min(1, this.#readBytes / Math.max(1, this.#totalBytes))
    return { bytes: this.#readBytes, fraction }
  }

  async refused(): Promise<readonly RefusedRecord[]> {
    if (!(await this.#errors.hasBucket(importErrorsBucket))) return []
    const refused: RefusedRecord[] = []
    const { objects } = await this.#errors.list(importErrorsBucket, { entriesMax: refusedShownMax })
    for (const { key } of objects) {
      const body = await this.#errors.read(importErrorsBucket, key)
      const chunks: Uint8Array[] = []
      for await (const chunk of body!.chunks) chunks.push(chunk)
      const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n')
      refused.push(...lines.map((line) => this.#readLine(line)))
    }
    return refused.slice(0, refusedShownMax)
  }

  async hasBucket(bucket: string): Promise<boolean> {
    if (bucket === importErrorsBucket) return this.#errors.hasBucket(bucket)
    return this.#place.store.hasBucket(this.#place.bucket)
  }

  createBucket(bucket: string): Promise<void> {
    return this.#errors.createBucket(bucket)
  }

  write(bucket: string, key: string): Promise<ObjectWriter> {
    return this.#errors.write(bucket, key)
  }

  list(_bucket: string, options: ListOptions): Promise<ObjectPage> {
    return listIn(this.#place, options)
  }

  async read(_bucket: string, key: string): Promise<ObjectBody | undefined> {
    const body = await this.#place.store.read(this.#place.bucket, key)
    return body && { ...body, chunks: this.#count(body.chunks), close: () => body.close() }
  }

  async *#count(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#readBytes += chunk.length
      yield chunk
    }
  }

  #readLine(line: string): RefusedRecord {
    const { itemS3Pointer, errorMessages } = JSON.parse(line) as {
      readonly itemS3Pointer: { readonly key: string; readonly itemIndex: number }
      readonly errorMessages: readonly string[]
    }
    const file = this.#place.locate(itemS3Pointer.key)
    return { file, record: itemS3Pointer.itemIndex + 1, message: errorMessages.join(' ') }
  }
}

/** One file may be meant where others begin with its name. */
async function listIn(place: TransferPlace, options: ListOptions): Promise<ObjectPage> {
  const page = await place.store.list(place.bucket, options)
  if (place.key === undefined) return page
  const objects = page.objects.filter(({ key }) => key === place.key)
  return { ...page, objects, more: false, next: undefined }
}

function compressionOf(key: string): Compression {
  if (/\.gz$/i.test(key)) return 'GZIP'
  return /\.zst$/i.test(key) ? 'ZSTD' : 'NONE'
}
