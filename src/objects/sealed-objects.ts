/**
 * Objects that are encrypted where they are kept. Each has a data key of its own, which is in its first
 * bytes, wrapped by a master key: whoever has that key can read the object, with or without the database.
 *
 * | bytes | content |
 * | --- | --- |
 * | 0–7 | `GRAMME`, then 0 and the version |
 * | 8–11 | length of the JSON that follows: the wrapped key |
 * | … | frames: 4 bytes of length, the encrypted bytes, 16 bytes of tag |
 *
 * Frames are numbered by their nonces, and the last one is marked there, so that an object that was cut
 * short, or whose frames were exchanged, does not open. Objects that are not encrypted are read as they are.
 */
import type { MasterKeys, WrappedKey } from '../keys/master-keys.js'
import { dataKeyBytes } from '../keys/wrapping.js'
import type { Random } from '../stdx/random.js'
import type {
  BucketInfo,
  ByteRange,
  ListOptions,
  ObjectBody,
  ObjectInfo,
  ObjectPage,
  ObjectStore,
  ObjectWriter,
  Uploads,
  WriteOptions,
} from './object-store.js'
import {
  contentBytes,
  SealedFrameReader,
  SealedFrameWriter,
  objectMagic,
  objectPrefixBytes,
  UnopenedObject,
} from './sealed-frames.js'

/** Whose keys these are, for the wrapping. */
const owner = 'object'

export interface SealedObjectsParts {
  readonly store: ObjectStore
  readonly masterKeys: MasterKeys
  /** Whether objects are written encrypted. */
  readonly seals: boolean
  readonly random: Random
}

export class SealedObjects implements ObjectStore {
  readonly #parts: SealedObjectsParts
  readonly #store: ObjectStore
  readonly writerBytes?: number

  constructor(parts: SealedObjectsParts) {
    this.#parts = parts
    this.#store = parts.store
    if (parts.store.writerBytes !== undefined) this.writerBytes = parts.store.writerBytes
  }

  async write(bucket: string, key: string, options?: WriteOptions): Promise<ObjectWriter> {
    const { masterKeys, random, seals } = this.#parts
    const writer = await this.#store.write(bucket, key, options)
    if (!seals) return writer
    try {
      const dataKey = Buffer.from(random.bytes(dataKeyBytes))
      const wrapped = await masterKeys.wrap(dataKey, owner)
      await writer.write(headerOf(wrapped))
      return new SealedFrameWriter(writer, dataKey)
    } catch (error) {
      await writer.abort().catch(() => undefined)
      throw error
    }
  }

  /** Only as a whole, unless it is not encrypted. */
  async read(bucket: string, key: string, range?: ByteRange): Promise<ObjectBody | undefined> {
    const body = await this.#store.read(bucket, key, range)
    if (body === undefined || range !== undefined) return body
    return { ...body, chunks: this.#opened(body.chunks), close: () => body.close() }
  }

  async *#opened(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = new SealedFrameReader(chunks)
    if (!(await reader.startsWith(objectMagic))) {
      yield* reader.rest()
      return
    }
    const wrapped = wrappedIn(await reader.header())
    yield* reader.frames(await this.#parts.masterKeys.unwrap(wrapped, owner))
  }

  hasBucket(bucket: string): Promise<boolean> {
    return this.#store.hasBucket(bucket)
  }

  createBucket(bucket: string): Promise<void> {
    return this.#store.createBucket(bucket)
  }

  deleteBucket(bucket: string): Promise<void> {
    return this.#store.deleteBucket(bucket)
  }

  listBuckets(): Promise<readonly BucketInfo[]> {
    return this.#store.listBuckets()
  }

  /** With the size of the content. */
  async stat(bucket: string, key: string): Promise<ObjectInfo | undefined> {
    const info = await this.#store.stat(bucket, key)
    if (info === undefined || info.bytes < objectPrefixBytes) return info
    const body = await this.#store.read(bucket, key, { start: 0, end: objectPrefixBytes })
    if (body === undefined) return undefined
    const reader = new SealedFrameReader(body.chunks)
    if (!(await reader.startsWith(objectMagic))) return info
    return { ...info, bytes: contentBytes(info.bytes, await reader.headerBytes()) }
  }

  list(bucket: string, options: ListOptions): Promise<ObjectPage> {
    return this.#store.list(bucket, options)
  }

  remove(bucket: string, key: string): Promise<void> {
    return this.#store.remove(bucket, key)
  }

  get uploads(): Uploads {
    return this.#store.uploads
  }

  close(): Promise<void> {
    return this.#store.close()
  }
}

function headerOf(wrapped: WrappedKey): Buffer {
  const json = Buffer.from(JSON.stringify(wrapped))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([objectMagic, length, json])
}

function wrappedIn(json: Buffer): WrappedKey {
  try {
    return JSON.parse(json.toString('utf8')) as WrappedKey
  } catch {
    throw new UnopenedObject('has an unreadable key')
  }
}
