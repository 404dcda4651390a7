/** A file on its way into a bucket: written beside the objects, flushed, and then placed. */
import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { EtagDigest } from '../etag.js'
import { noSuchBucket } from '../object-names.js'
import type { ObjectInfo, ObjectWriter } from '../object-store.js'
import { isMissing, toStoreError } from './file-faults.js'
import type { FolderBucket, FoundFile } from './folder-bucket.js'

export const writingFolder = 'writing'

export interface Finished extends FoundFile {
  readonly etag: string
}

/** What becomes of the file. */
export type Place = (finished: Finished) => Promise<ObjectInfo>

export class FolderWriter implements ObjectWriter {
  readonly #path: string
  readonly #file: FileHandle
  readonly #place: Place
  readonly #digest = new EtagDigest()
  #isOpen = true

  private constructor(path: string, file: FileHandle, place: Place) {
    this.#path = path
    this.#file = file
    this.#place = place
  }

  static async begin(bucket: FolderBucket, place: Place): Promise<FolderWriter> {
    const folder = bucket.own(writingFolder)
    const path = join(folder, randomUUID())
    try {
      return new FolderWriter(path, await open(path, 'wx', 0o600), place)
    } catch (error) {
      if (!isMissing(error)) throw toStoreError(error)
    }
    await makeOwnFolder(bucket, writingFolder)
    return new FolderWriter(path, await open(path, 'wx', 0o600), place)
  }

  async write(chunk: Uint8Array): Promise<void> {
    try {
      this.#digest.add(chunk)
      await writeAll(this.#file, chunk)
    } catch (error) {
      await this.abort()
      throw toStoreError(error)
    }
  }

  /** `etag` is given by who copies parts. */
  async finish(etag: string = this.#digest.etag()): Promise<ObjectInfo> {
    try {
      await this.#file.sync()
      const stats: BigIntStats = await this.#file.stat({ bigint: true })
      await this.#close()
      return await this.#place({ path: this.#path, stats, etag })
    } catch (error) {
      await this.abort()
      throw toStoreError(error)
    }
  }

  async abort(): Promise<void> {
    await this.#close().catch(() => undefined)
    await rm(this.#path, { force: true }).catch(() => undefined)
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#file.close()
  }
}

/** Not `recursive` from the bucket up: a bucket that was deleted must not come back. */
export async function makeOwnFolder(bucket: FolderBucket, name: string): Promise<void> {
  try {
    for (const path of [bucket.own(), bucket.own(name)]) {
      await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      })
    }
  } catch (error) {
    throw isMissing(error) ? noSuchBucket() : toStoreError(error)
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, offset, chunk.length - offset)
    offset += bytesWritten
  }
}
