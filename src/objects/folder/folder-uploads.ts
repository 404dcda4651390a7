/**
 * Uploads in parts, in a folder each: a file that says what is uploaded, and one for each part, named by its
 * number and etag. So any server that shares the folder takes the next part.
 */
import { randomUUID } from 'node:crypto'
import { open, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { etagOfParts } from '../etag.js'
import { noSuchUpload, requireObjectKey } from '../object-names.js'
import type {
  ListedUpload,
  NamedPart,
  ObjectInfo,
  ObjectWriter,
  PartListOptions,
  PartPage,
  Upload,
  UploadedPart,
  UploadListOptions,
  UploadPage,
  Uploads,
  WriteOptions,
} from '../object-store.js'
import { choosePart, pageOfParts, pageOfUploads } from '../upload-pages.js'
import { FileBody } from './file-body.js'
import { asStore, isMissing, unlessMissing } from './file-faults.js'
import type { FolderBucket } from './folder-bucket.js'
import { FolderWriter, makeOwnFolder, type Finished } from './folder-writer.js'
import { syncFolder, writeDurably } from './write-durably.js'

export interface FolderUploadsParts {
  bucket(name: string): Promise<FolderBucket>
  place(
    bucket: FolderBucket,
    key: string,
    finished: Finished,
    options: WriteOptions,
  ): Promise<ObjectInfo>
}

interface UploadNote {
  readonly key: string
  readonly beganAtMs: number
  readonly options: WriteOptions
}

const uploadsFolder = 'uploads'
const noteName = 'upload.json'
const uploadId = /^[0-9a-f-]{36}$/
const partName = /^(\d{5})-([0-9a-f]{32})$/

export class FolderUploads implements Uploads {
  readonly #parts: FolderUploadsParts

  constructor(parts: FolderUploadsParts) {
    this.#parts = parts
  }

  begin(bucket: string, key: string, options: WriteOptions = {}): Promise<Upload> {
    requireObjectKey(key)
    return asStore(async () => {
      const held = await this.#parts.bucket(bucket)
      const id = randomUUID()
      await makeOwnFolder(held, uploadsFolder)
      const folder = held.own(uploadsFolder, id)
      await mkdir(folder, { mode: 0o700 })
      const note: UploadNote = { key, beganAtMs: Date.now(), options }
      await writeDurably(join(folder, noteName), JSON.stringify(note))
      await syncFolder(folder)
      await syncFolder(held.own(uploadsFolder))
      return { bucket, key, id }
    })
  }

  writePart(upload: Upload, partNumber: number): Promise<ObjectWriter> {
    return asStore(async () => {
      const { bucket, folder } = await this.#require(upload)
      return FolderWriter.begin(bucket, (part) => placePart(folder, upload.key, partNumber, part))
    })
  }

  listParts(upload: Upload, options: PartListOptions): Promise<PartPage> {
    return asStore(async () => {
      const { folder } = await this.#require(upload)
      return pageOfParts(await readParts(folder), options)
    })
  }

  complete(upload: Upload, named: readonly NamedPart[]): Promise<ObjectInfo> {
    return asStore(async () => {
      const { bucket, folder, note } = await this.#require(upload)
      const etags = new Map((await readParts(folder)).map((part) => [part.partNumber, part.etag]))
      for (const part of named) choosePart(part, etags.get(part.partNumber))
      const writer = await FolderWriter.begin(bucket, (finished) =>
        this.#parts.place(bucket, upload.key, finished, note.options),
      )
      try {
        for (const part of named) await append(writer, join(folder, nameOf(part)))
      } catch (error) {
        await writer.abort()
        throw isMissing(error) ? noSuchUpload() : error
      }
      const info = await writer.finish(etagOfParts(named.map(({ etag }) => etag)))
      await rm(folder, { recursive: true, force: true })
      return info
    })
  }

  abort(upload: Upload): Promise<void> {
    return asStore(async () => {
      const { folder } = await this.#require(upload)
      await rm(folder, { recursive: true, force: true })
    })
  }

  list(bucket: string, options: UploadListOptions): Promise<UploadPage> {
    return asStore(async () => {
      const held = await this.#parts.bucket(bucket)
      const uploads: ListedUpload[] = []
      for (const id of (await unlessMissing(readdir(held.own(uploadsFolder)))) ?? []) {
        const note = await readNote(held.own(uploadsFolder, id))
        if (note !== undefined) uploads.push({ key: note.key, id, beganAtMs: note.beganAtMs })
      }
      return pageOfUploads(uploads, options)
    })
  }

  async #require({ bucket, key, id }: Upload): Promise<{
    readonly bucket: FolderBucket
    readonly folder: string
    readonly note: UploadNote
  }> {
    const held = await this.#parts.bucket(bucket)
    // The id comes from a client, and becomes part of a path.
    if (!uploadId.test(id)) throw noSuchUpload()
    const folder = held.own(uploadsFolder, id)
    const note = await readNote(folder)
    if (note?.key !== key) throw noSuchUpload()
    return { bucket: held, folder, note }
  }
}

/** What a crash has cut short is not there. */
async function readNote(folder: string): Promise<UploadNote | undefined> {
  const text = await unlessMissing(readFile(join(folder, noteName), 'utf8'))
  try {
    return text === undefined ? undefined : (JSON.parse(text) as UploadNote)
  } catch {
    return undefined
  }
}

function nameOf({ partNumber, etag }: NamedPart): string {
  return `${String(partNumber).padStart(5, '0')}-${etag}`
}

async function placePart(
  folder: string,
  key: string,
  partNumber: number,
  { path, stats, etag }: Finished,
): Promise<ObjectInfo> {
  const name = nameOf({ partNumber, etag })
  await rename(path, join(folder, name)).catch((error: unknown) => {
    throw isMissing(error) ? noSuchUpload() : error
  })
  // A part that comes again replaces the one before.
  for (const other of await readdir(folder)) {
    if (other !== name && other.startsWith(name.slice(0, 6))) await rm(join(folder, other))
  }
  await syncFolder(folder)
  return { key, etag, bytes: Number(stats.size), modifiedAtMs: Number(stats.mtimeMs) }
}

async function readParts(folder: string): Promise<readonly UploadedPart[]> {
  const parts: UploadedPart[] = []
  for (const name of await readdir(folder)) {
    const [, digits, etag] = partName.exec(name) ?? []
    if (digits === undefined || etag === undefined) continue
    const stats = await unlessMissing(stat(join(folder, name)))
    if (stats === undefined) continue
    const { size: bytes, mtimeMs: modifiedAtMs } = stats
    parts.push({ partNumber: Number(digits), etag, bytes, modifiedAtMs })
  }
  return parts
}

async function append(writer: FolderWriter, path: string): Promise<void> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  for await (const chunk of new FileBody(file, { start: 0, end: size })) await writer.write(chunk)
}
