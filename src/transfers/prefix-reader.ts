/**
 * Reads the records of all objects whose keys start with a prefix, in the order of keys, from wherever
 * an earlier reader has stopped. An object that was read in part is read again from its start, because
 * compressed data cannot be entered in the middle; what was read of it is passed over.
 */
import { decompress, type Compression } from '../interchange/decompress.js'
import { readRecords } from '../interchange/read-records.js'
import type { RecordReader, TextRecord } from '../interchange/text-record.js'
import type { ObjectBody, ObjectInfo, ObjectStore } from '../objects/object-store.js'
import { listedObjectsMax } from './import-limits.js'

/** Plain JSON. */
export interface ReadingPosition {
  /** The last object that was read to its end. */
  readonly after?: string
  /** The object that was read in part, and how many of its records were read. */
  readonly within?: { readonly key: string; readonly etag: string; readonly records: number }
}

export interface PrefixSource<T> {
  readonly objects: Pick<ObjectStore, 'list' | 'read'>
  readonly bucket: string
  readonly prefix: string | undefined
  readonly compression: Compression
  /** Makes a reader for one object, which begins with the record of this index. */
  readonly createReader: (firstIndex: number) => RecordReader<T>
}

export interface RecordPage<T> {
  /** The object that the records are in. */
  readonly key: string
  readonly records: readonly TextRecord<T>[]
  /** Where to go on after these records. */
  readonly position: ReadingPosition
  /** Of an object that ended with this page: its text, and what was read from the bucket. */
  readonly textBytes: number
  readonly objectBytes: number
}

interface OpenFile<T> {
  readonly info: ObjectInfo
  readonly firstIndex: number
  readonly body: ObjectBody
  readonly pages: AsyncGenerator<readonly TextRecord<T>[]>
  textBytes: number
}

export class PrefixReader<T> {
  readonly #source: PrefixSource<T>
  #position: ReadingPosition
  #file: OpenFile<T> | undefined
  #listed: readonly ObjectInfo[] = []

  constructor(source: PrefixSource<T>, position: ReadingPosition) {
    this.#source = source
    this.#position = position
  }

  get position(): ReadingPosition {
    return this.#position
  }

  /** Undefined if there are no more objects. */
  async next(): Promise<RecordPage<T> | undefined> {
    if (this.#file !== undefined) return this.#readOn(this.#file)
    const { within } = this.#position
    const key = within?.key ?? (await this.#nextKey())
    if (key === undefined) return undefined
    const body = await this.#source.objects.read(this.#source.bucket, key)
    if (body === undefined || (within !== undefined && within.etag !== body.info.etag)) {
      await body?.close()
      return this.#changedPage(key, within?.records ?? 0)
    }
    this.#file = this.#open(body, within?.records ?? 0)
    return this.#readOn(this.#file)
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    // Ends the loops over the body's chunks. One that was not begun is closed by itself.
    await file?.pages.return(undefined)
    await file?.body.close()
  }

  async #nextKey(): Promise<string | undefined> {
    const [next, ...rest] = this.#listed
    if (next !== undefined) {
      this.#listed = rest
      return next.bytes > 0 ? next.key : this.#passOver(next.key)
    }
    const { objects, bucket, prefix } = this.#source
    const { after } = this.#position
    const options = { prefix, after, entriesMax: listedObjectsMax }
    this.#listed = (await objects.list(bucket, options)).objects
    return this.#listed.length === 0 ? undefined : this.#nextKey()
  }

  /** AWS: an empty object is no fault, however it should be compressed. */
  #passOver(key: string): Promise<string | undefined> {
    this.#position = { after: key }
    return this.#nextKey()
  }

  #open(body: ObjectBody, firstIndex: number): OpenFile<T> {
    const { compression, createReader } = this.#source
    const text = decompress(body.chunks, compression)
    const counted = countBytes(text, (bytes) => (file.textBytes += bytes))
    const pages = readRecords(counted, createReader(firstIndex))
    const file: OpenFile<T> = { info: body.info, firstIndex, body, pages, textBytes: 0 }
    return file
  }

  async #readOn(file: OpenFile<T>): Promise<RecordPage<T>> {
    const { key, etag } = file.info
    const page = await file.pages.next()
    if (page.done === true) return this.#endFile(file)
    // Unreadable text is met again when an object is read again.
    const records = page.value.filter(({ index }) => index >= file.firstIndex)
    const read = page.value.at(-1)!.index + 1
    const { after } = this.#position
    this.#position = {
      ...(after !== undefined && { after }),
      within: { key, etag, records: Math.max(read, file.firstIndex) },
    }
    return { key, records, position: this.#position, textBytes: 0, objectBytes: 0 }
  }

  async #endFile({ info, textBytes }: OpenFile<T>): Promise<RecordPage<T>> {
    await this.close()
    this.#position = { after: info.key }
    const { key, bytes } = info
    return { key, records: [], position: this.#position, textBytes, objectBytes: bytes }
  }

  #changedPage(key: string, index: number): RecordPage<T> {
    this.#position = { after: key }
    const message = 'The object was changed or deleted while it was read'
    const records = [{ kind: 'unreadable', index, message }] as const
    return { key, records, position: this.#position, textBytes: 0, objectBytes: 0 }
  }
}

async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    count(piece.length)
    yield piece
  }
}
