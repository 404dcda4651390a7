/** An object, or a part of one, on its way into memory. */
import type { Clock } from '../stdx/clock.js'
import { EtagDigest } from './etag.js'
import type { ObjectInfo, ObjectWriter, WriteOptions } from './object-store.js'

export interface StoredObject {
  readonly info: ObjectInfo
  readonly pieces: readonly Uint8Array[]
}

/** Collects pieces, which are copied: the caller may use its chunk again. */
export class MemoryWriter implements ObjectWriter {
  readonly #key: string
  readonly #options: WriteOptions
  readonly #clock: Clock
  readonly #put: (object: StoredObject) => void
  readonly #digest = new EtagDigest()
  #pieces: Uint8Array[] = []

  constructor(
    key: string,
    options: WriteOptions,
    clock: Clock,
    put: (object: StoredObject) => void,
  ) {
    this.#key = key
    this.#options = options
    this.#clock = clock
    this.#put = put
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#digest.add(chunk)
    this.#pieces.push(Uint8Array.from(chunk))
  }

  async finish(): Promise<ObjectInfo> {
    const { contentType, metadata, headers } = this.#options
    const info: ObjectInfo = {
      key: this.#key,
      bytes: this.#digest.bytes,
      etag: this.#digest.etag(),
      modifiedAtMs: this.#clock.now(),
      contentType,
      metadata,
      headers,
    }
    this.#put({ info, pieces: this.#pieces })
    return info
  }

  async abort(): Promise<void> {
    this.#pieces = []
  }
}
