/** Objects in memory, for a server that keeps everything there. */
import { compareStrings } from '../model/set-order.js'
import type { Clock } from '../stdx/clock.js'
import { actualRange } from './byte-range.js'
import { objectChunkBytes } from './limits.js'
import { isExcluded, pageOfKeys, type WalkStart } from './list-page.js'
import { MemoryUploads } from './memory-uploads.js'
import { MemoryWriter, type StoredObject } from './memory-writer.js'
import {
  bucketExists,
  bucketNotEmpty,
  noSuchBucket,
  preconditionFailed,
  requireBucketName,
  requireObjectKey,
} from './object-names.js'
import type {
  BucketInfo,
  ByteRange,
  ListOptions,
  ObjectBody,
  ObjectInfo,
  ObjectPage,
  ObjectStore,
  ObjectWriter,
  WriteOptions,
} from './object-store.js'

export class MemoryObjectStore implements ObjectStore {
  readonly #clock: Clock
  readonly #buckets = new Map<string, MemoryBucket>()
  readonly uploads: MemoryUploads

  constructor(clock: Clock) {
    this.#clock = clock
    this.uploads = new MemoryUploads({
      clock,
      requireBucket: (bucket) => void this.#require(bucket),
      put: (bucket, object, options) => this.#put(bucket, object, options),
    })
  }

  async hasBucket(bucket: string): Promise<boolean> {
    requireBucketName(bucket)
    return this.#buckets.has(bucket)
  }

  async createBucket(bucket: string): Promise<void> {
    requireBucketName(bucket)
    if (this.#buckets.has(bucket)) throw bucketExists()
    this.#buckets.set(bucket, new MemoryBucket(this.#clock.now()))
  }

  async deleteBucket(bucket: string): Promise<void> {
    if (this.#require(bucket).size > 0) throw bucketNotEmpty()
    this.#buckets.delete(bucket)
    this.uploads.forget(bucket)
  }

  async listBuckets(): Promise<readonly BucketInfo[]> {
    const names = [...this.#buckets.keys()].sort()
    return names.map((name) => ({ name, createdAtMs: this.#buckets.get(name)!.createdAtMs }))
  }

  async read(bucket: string, key: string, range?: ByteRange): Promise<ObjectBody | undefined> {
    requireObjectKey(key)
    const object = this.#require(bucket).get(key)
    if (object === undefined) return undefined
    const { info, pieces } = object
    const { start, end } = actualRange(range, info.bytes)
    return { info, start, end, chunks: cut(pieces, start, end), close: async () => undefined }
  }

  async stat(bucket: string, key: string): Promise<ObjectInfo | undefined> {
    requireObjectKey(key)
    return this.#require(bucket).get(key)?.info
  }

  async write(bucket: string, key: string, options: WriteOptions = {}): Promise<ObjectWriter> {
    requireObjectKey(key)
    this.#require(bucket)
    return new MemoryWriter(key, options, this.#clock, (object) =>
      this.#put(bucket, object, options),
    )
  }

  async list(bucket: string, options: ListOptions): Promise<ObjectPage> {
    const held = this.#require(bucket)
    const page = await pageOfKeys((start) => held.keysFrom(start), options)
    const objects = page.keys.map((key) => held.get(key)!.info)
    return { ...page, objects }
  }

  async remove(bucket: string, key: string): Promise<void> {
    requireObjectKey(key)
    this.#require(bucket).delete(key)
  }

  async close(): Promise<void> {}

  #require(bucket: string): MemoryBucket {
    requireBucketName(bucket)
    const held = this.#buckets.get(bucket)
    if (held === undefined) throw noSuchBucket()
    return held
  }

  #put(bucket: string, object: StoredObject, { ifAbsent }: WriteOptions): void {
    const held = this.#require(bucket)
    if (ifAbsent === true && held.get(object.info.key) !== undefined) throw preconditionFailed()
    held.set(object)
  }
}

class MemoryBucket {
  readonly #objects = new Map<string, StoredObject>()
  /** Undefined until a list needs it again. */
  #sorted: readonly string[] | undefined
  readonly createdAtMs: number

  constructor(createdAtMs: number) {
    this.createdAtMs = createdAtMs
  }

  get size(): number {
    return this.#objects.size
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key)
  }

  set(object: StoredObject): void {
    if (!this.#objects.has(object.info.key)) this.#sorted = undefined
    this.#objects.set(object.info.key, object)
  }

  delete(key: string): void {
    if (this.#objects.delete(key)) this.#sorted = undefined
  }

  *keysFrom(start: WalkStart): Iterable<string> {
    this.#sorted ??= [...this.#objects.keys()].sort(compareStrings)
    for (const key of this.#sorted) if (!isExcluded(key, start)) yield key
  }
}

async function* cut(
  pieces: readonly Uint8Array[],
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  let offset = 0
  for (const piece of pieces) {
    const first = Math.max(start - offset, 0)
    const last = Math.min(end - offset, piece.length)
    for (let at = first; at < last; at += objectChunkBytes) {
      yield piece.subarray(at, Math.min(at + objectChunkBytes, last))
    }
    offset += piece.length
    if (offset >= end) return
  }
}
