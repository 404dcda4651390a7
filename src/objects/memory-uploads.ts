/** Uploads in parts, in memory. */
import { randomUUID } from 'node:crypto'
import { compareStrings } from '../model/set-order.js'
import type { Clock } from '../stdx/clock.js'
import { etagOfParts } from './etag.js'
import { MemoryWriter, type StoredObject } from './memory-writer.js'
import { noSuchUpload, requireObjectKey } from './object-names.js'
import type {
  ListedUpload,
  NamedPart,
  ObjectInfo,
  ObjectWriter,
  PartListOptions,
  PartPage,
  Upload,
  UploadListOptions,
  UploadPage,
  Uploads,
  WriteOptions,
} from './object-store.js'
import { choosePart, pageOfParts, pageOfUploads } from './upload-pages.js'

export interface MemoryUploadsParts {
  readonly clock: Clock
  readonly requireBucket: (bucket: string) => void
  readonly put: (bucket: string, object: StoredObject, options: WriteOptions) => void
}

interface MemoryUpload extends ListedUpload {
  readonly bucket: string
  readonly options: WriteOptions
  readonly parts: Map<number, StoredObject>
}

export class MemoryUploads implements Uploads {
  readonly #own: MemoryUploadsParts
  readonly #uploads = new Map<string, MemoryUpload>()

  constructor(parts: MemoryUploadsParts) {
    this.#own = parts
  }

  async begin(bucket: string, key: string, options: WriteOptions = {}): Promise<Upload> {
    requireObjectKey(key)
    this.#own.requireBucket(bucket)
    const id = randomUUID()
    const beganAtMs = this.#own.clock.now()
    this.#uploads.set(id, { bucket, key, id, options, beganAtMs, parts: new Map() })
    return { bucket, key, id }
  }

  async writePart(upload: Upload, partNumber: number): Promise<ObjectWriter> {
    const { key } = this.#require(upload)
    return new MemoryWriter(key, {}, this.#own.clock, (part) =>
      this.#require(upload).parts.set(partNumber, part),
    )
  }

  async listParts(upload: Upload, options: PartListOptions): Promise<PartPage> {
    const parts = [...this.#require(upload).parts].map(([partNumber, { info }]) => {
      const { etag, bytes, modifiedAtMs } = info
      return { partNumber, etag, bytes, modifiedAtMs }
    })
    return pageOfParts(parts, options)
  }

  async complete(upload: Upload, named: readonly NamedPart[]): Promise<ObjectInfo> {
    const { options, parts } = this.#require(upload)
    const chosen = named.map((name) => {
      const part = parts.get(name.partNumber)
      choosePart(name, part?.info.etag)
      return part!
    })
    const info: ObjectInfo = {
      key: upload.key,
      bytes: chosen.reduce((sum, part) => sum + part.info.bytes, 0),
      etag: etagOfParts(chosen.map((part) => part.info.etag)),
      modifiedAtMs: this.#own.clock.now(),
      contentType: options.contentType,
      metadata: options.metadata,
      headers: options.headers,
    }
    const pieces = chosen.flatMap((part) => part.pieces)
    this.#own.put(upload.bucket, { info, pieces }, options)
    this.#uploads.delete(upload.id)
    return info
  }

  async abort(upload: Upload): Promise<void> {
    this.#require(upload)
    this.#uploads.delete(upload.id)
  }

  async list(bucket: string, options: UploadListOptions): Promise<UploadPage> {
    this.#own.requireBucket(bucket)
    const uploads = [...this.#uploads.values()].filter((upload) => upload.bucket === bucket)
    return pageOfUploads(
      uploads.map(({ key, id, beganAtMs }) => ({ key, id, beganAtMs })),
      options,
    )
  }

  /** When its bucket is deleted. */
  forget(bucket: string): void {
    for (const upload of this.#uploads.values()) {
      if (upload.bucket === bucket) this.#uploads.delete(upload.id)
    }
  }

  #require({ bucket, key, id }: Upload): MemoryUpload {
    const upload = this.#uploads.get(id)
    if (upload?.bucket !== bucket || compareStrings(upload.key, key) !== 0) throw noSuchUpload()
    return upload
  }
}
