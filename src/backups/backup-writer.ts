/**
 * Writes the files of a backup. Each can be written again after an interruption: the last one counts.
 */
import { createHash } from 'node:crypto'
import { GzipPart } from '../interchange/gzip-part.js'
import { jsonItemLine } from '../interchange/json-lines.js'
import type { ItemJson } from '../model/item-json.js'
import type { ObjectWriter } from '../objects/object-store.js'
import {
  manifestFile,
  manifestSumFile,
  manifestSumText,
  manifestText,
  partFile,
  type BackupPart,
  type ManifestHead,
} from './backup-manifest.js'
import { keyIn, writeFileIn, type BackupPlace } from './backup-place.js'
import { manifestPieceBytes, partBytesMax } from './limits.js'

/** A data file that is being written. Nothing of it is visible before `finish`. */
export class PartWriter {
  readonly #file: string
  readonly #writer: ObjectWriter
  readonly #gzip: GzipPart
  readonly #hash = createHash('sha256')

  private constructor(file: string, writer: ObjectWriter) {
    this.#file = file
    this.#writer = writer
    this.#gzip = new GzipPart((bytes) => {
      this.#hash.update(bytes)
      return writer.write(bytes)
    })
  }

  static async begin(place: BackupPlace, folder: string, number: number): Promise<PartWriter> {
    const file = partFile(number)
    const writer = await place.store.write(place.bucket, keyIn(place, folder, file))
    return new PartWriter(file, writer)
  }

  /** Whether the next item belongs into another file. */
  get isFull(): boolean {
    return this.#gzip.addedBytes >= partBytesMax
  }

  /** A promise if the caller has to wait. */
  add(item: ItemJson): Promise<void> | undefined {
    return this.#gzip.add(jsonItemLine(item))
  }

  async finish(): Promise<BackupPart> {
    const { itemCount, bytes } = await this.#gzip.finish()
    await this.#writer.finish()
    return { file: this.#file, items: itemCount, bytes, sha256: this.#hash.digest('hex') }
  }

  /** Leaves nothing. May be called at any time. */
  async abort(): Promise<void> {
    this.#gzip.abort()
    await this.#writer.abort()
  }
}

/** Writes the manifest, then its checksum, which makes the backup one. Returns the checksum. */
export async function writeManifest(
  place: BackupPlace,
  folder: string,
  head: ManifestHead,
  parts: AsyncIterable<BackupPart> | Iterable<BackupPart>,
): Promise<string> {
  const writer = await place.store.write(place.bucket, keyIn(place, folder, manifestFile))
  const hash = createHash('sha256')
  try {
    for await (const piece of piecesOf(manifestText(head, parts))) {
      hash.update(piece)
      await writer.write(piece)
    }
    await writer.finish()
  } catch (error) {
    await writer.abort().catch(() => undefined)
    throw error
  }
  const sha256 = hash.digest('hex')
  const sum = Buffer.from(manifestSumText(sha256))
  await writeFileIn(place, keyIn(place, folder, manifestSumFile), sum)
  return sha256
}

async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = ''
  for await (const text of texts) {
    held += text
    if (held.length < manifestPieceBytes) continue
    yield Buffer.from(held)
    held = ''
  }
  yield Buffer.from(held)
}
