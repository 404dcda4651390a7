/**
 * Buckets as folders and objects as files under their keys, for everybody to see: `ls` shows an export, and
 * a file that somebody puts there is an object. Each bucket has a folder `.gramme` for what is not: files
 * being written, uploads in parts, and what is known of files besides their content.
 */
import { mkdir, opendir, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '../../stdx/assert.js'
import { actualRange } from '../byte-range.js'
import { filesReadAtOnce, unfinishedWriteAgeMsMax } from '../limits.js'
import { pageOfKeys } from '../list-page.js'
import {
  bucketExists,
  bucketNotEmpty,
  isBucketName,
  noSuchBucket,
  requireBucketName,
  requireObjectKey,
} from '../object-names.js'
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
} from '../object-store.js'
import { FileBody } from './file-body.js'
import { asStore, systemCodeOf, unlessMissing } from './file-faults.js'
import { readFileInfo, removeFacts, writeFacts } from './file-info.js'
import { ownFolder } from './file-names.js'
import { FolderBucket } from './folder-bucket.js'
import { FolderUploads } from './folder-uploads.js'
import { FolderWriter, writingFolder, type Finished } from './folder-writer.js'
import { walkFolder } from './walk-folder.js'
import { syncFolder } from './write-durably.js'

export interface FolderStoreOptions {
  readonly folder: string
  /** Whether other servers may be writing to it: what looks left over is then kept for a day. */
  readonly isShared: boolean
  /** If given, the folder itself is the bucket of this name, and there is no other. */
  readonly bucket?: string
}

export class FolderObjectStore implements ObjectStore {
  readonly #root: string
  readonly #only: string | undefined
  readonly #buckets = new Map<string, FolderBucket>()
  readonly uploads: FolderUploads

  private constructor(root: string, only: string | undefined) {
    this.#root = root
    this.#only = only
    this.uploads = new FolderUploads({
      bucket: (name) => this.#require(name),
      place: (bucket, key, finished, options) => place(bucket, key, finished, options),
    })
  }

  /** Creates the folder if it is not there, and removes what crashed writes have left. */
  static open({ folder, isShared, bucket }: FolderStoreOptions): Promise<FolderObjectStore> {
    return asStore(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const store = new FolderObjectStore(await realpath(folder), bucket)
      for (const { name } of await store.listBuckets()) {
        await removeUnfinished(await store.#require(name), isShared)
      }
      return store
    })
  }

  async hasBucket(bucket: string): Promise<boolean> {
    return (await asStore(() => this.#find(bucket))) !== undefined
  }

  createBucket(bucket: string): Promise<void> {
    requireBucketName(bucket)
    assert(this.#only === undefined, 'a folder that is a bucket has no others')
    return asStore(async () => {
      await mkdir(join(this.#root, bucket), { mode: 0o700 }).catch((error: unknown) => {
        throw systemCodeOf(error) === 'EEXIST' ? bucketExists() : error
      })
      await syncFolder(this.#root)
    })
  }

  deleteBucket(bucket: string): Promise<void> {
    return asStore(async () => {
      const { path } = await this.#require(bucket)
      const page = await this.list(bucket, { entriesMax: 1 })
      if (page.objects.length > 0) throw bucketNotEmpty()
      await removeFolders(path)
      const left = (await readdir(path)).filter((name) => name !== ownFolder)
      if (left.length > 0) throw bucketNotEmpty()
      await rm(join(path, ownFolder), { recursive: true, force: true })
      await rmdir(path)
      this.#buckets.delete(bucket)
    })
  }

  listBuckets(): Promise<readonly BucketInfo[]> {
    return asStore(async () => {
      const found: BucketInfo[] = []
      const names = this.#only === undefined ? await readdir(this.#root) : [this.#only]
      for (const name of names.filter(isBucketName).sort()) {
        const bucket = await this.#find(name)
        if (bucket === undefined) continue
        const { birthtimeMs, ctimeMs } = await stat(bucket.path)
        // Some file systems do not know when a folder was created.
        found.push({ name, createdAtMs: birthtimeMs > 0 ? birthtimeMs : ctimeMs })
      }
      return found
    })
  }

  read(bucket: string, key: string, range?: ByteRange): Promise<ObjectBody | undefined> {
    requireObjectKey(key)
    return asStore(async () => {
      const held = await this.#require(bucket)
      const opened = await held.open(key)
      if (opened === undefined) return undefined
      try {
        const info = await readFileInfo(held.path, key, opened.stats)
        const { start, end } = actualRange(range, info.bytes)
        const body = new FileBody(opened.file, { start, end })
        return { info, start, end, chunks: body, close: () => body.close() }
      } catch (error) {
        await opened.file.close()
        throw error
      }
    })
  }

  stat(bucket: string, key: string): Promise<ObjectInfo | undefined> {
    requireObjectKey(key)
    return asStore(async () => {
      const held = await this.#require(bucket)
      const found = await held.find(key)
      return found === undefined ? undefined : readFileInfo(held.path, key, found.stats)
    })
  }

  write(bucket: string, key: string, options: WriteOptions = {}): Promise<ObjectWriter> {
    requireObjectKey(key)
    return asStore(async () => {
      const held = await this.#require(bucket)
      return FolderWriter.begin(held, (finished) => place(held, key, finished, options))
    })
  }

  list(bucket: string, options: ListOptions): Promise<ObjectPage> {
    return asStore(async () => {
      const held = await this.#require(bucket)
      const page = await pageOfKeys((start) => walkFolder(held.path, start), options)
      return { ...page, objects: await infosOf(held, page.keys) }
    })
  }

  remove(bucket: string, key: string): Promise<void> {
    requireObjectKey(key)
    return asStore(async () => (await this.#require(bucket)).remove(key))
  }

  async close(): Promise<void> {}

  async #require(bucket: string): Promise<FolderBucket> {
    const found = await this.#find(bucket)
    if (found === undefined) throw noSuchBucket()
    return found
  }

  /** A bucket may be a link: whoever placed it wants that bucket elsewhere. */
  async #find(bucket: string): Promise<FolderBucket | undefined> {
    requireBucketName(bucket)
    if (this.#only !== undefined && bucket !== this.#only) return undefined
    const folder = this.#only === undefined ? join(this.#root, bucket) : this.#root
    const path = await unlessMissing(realpath(folder))
    if (path === undefined || !(await stat(path)).isDirectory()) return undefined
    const known = this.#buckets.get(bucket)
    if (known?.path === path) return known
    const found = new FolderBucket(path)
    this.#buckets.set(bucket, found)
    return found
  }
}

/** A few at a time: each waits for the disk. */
async function infosOf(
  bucket: FolderBucket,
  keys: readonly string[],
): Promise<readonly ObjectInfo[]> {
  const infos: (ObjectInfo | undefined)[] = []
  for (let start = 0; start < keys.length; start += filesReadAtOnce) {
    const some = keys.slice(start, start + filesReadAtOnce).map(async (key) => {
      const found = await bucket.findListed(key)
      return found === undefined ? undefined : readFileInfo(bucket.path, key, found.stats)
    })
    infos.push(...(await Promise.all(some)))
  }
  return infos.filter((info) => info !== undefined)
}

async function place(
  bucket: FolderBucket,
  key: string,
  finished: Finished,
  options: WriteOptions,
): Promise<ObjectInfo> {
  const { contentType, metadata, headers } = options
  const { stats, etag } = finished
  await writeFacts(bucket.path, stats, { etag, contentType, metadata, headers })
  await bucket.place(key, finished, options).catch(async (error: unknown) => {
    await removeFacts(bucket.path, stats)
    throw error
  })
  return readFileInfo(bucket.path, key, stats)
}

async function removeUnfinished(bucket: FolderBucket, isShared: boolean): Promise<void> {
  const folder = bucket.own(writingFolder)
  const keptSinceMs = isShared ? Date.now() - unfinishedWriteAgeMsMax : Infinity
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name)
    const stats = await unlessMissing(stat(path))
    if (stats !== undefined && stats.mtimeMs < keptSinceMs) await rm(path, { force: true })
  }
}

/** Removes the folders that hold nothing but folders. */
async function removeFolders(path: string): Promise<void> {
  for await (const dirent of await opendir(path)) {
    if (!dirent.isDirectory() || dirent.name === ownFolder) continue
    const folder = join(path, dirent.name)
    await removeFolders(folder)
    await rmdir(folder).catch(() => undefined)
  }
}
