/**
 * Reads a backup and checks all of it. A data file is in memory as a whole, and its checksum is compared
 * before anything of it is used. Whatever is wrong is a `DamagedBackup`.
 */
import { decompress } from '../interchange/decompress.js'
import { readRecords } from '../interchange/read-records.js'
import { itemReader } from '../interchange/record-readers.js'
import type { PutRecord } from '../interchange/put-record.js'
import { StoredItem } from '../items/stored-item.js'
import type { BackupId } from '../storage/backup-keys.js'
import {
  manifestFile,
  manifestSumFile,
  manifestSumText,
  parseManifest,
  type BackupManifest,
  type BackupPart,
} from './backup-manifest.js'
import { readFileIn, sha256Of, type BackupPlace } from './backup-place.js'
import { DamagedBackup } from './damaged-backup.js'
import { compressedPartBytesMax, manifestBytesMax } from './limits.js'

/** What is known of a backup from elsewhere, so that another one is not taken for it. */
export interface KnownBackup {
  readonly id?: BackupId
  readonly manifestSha256?: string
}

export class BackupReader {
  readonly #place: BackupPlace
  readonly #folder: string
  readonly manifest: BackupManifest

  private constructor(place: BackupPlace, folder: string, manifest: BackupManifest) {
    this.#place = place
    this.#folder = folder
    this.manifest = manifest
  }

  /** Checks the manifest. */
  static async open(
    place: BackupPlace,
    folder: string,
    known: KnownBackup = {},
  ): Promise<BackupReader> {
    const sum = await readFileIn(place, { folder, file: manifestSumFile, bytesMax: sumBytesMax })
    const bytes = await readFileIn(place, {
      folder,
      file: manifestFile,
      bytesMax: manifestBytesMax,
    })
    const sha256 = sha256Of(bytes)
    const isOther = known.manifestSha256 !== undefined && known.manifestSha256 !== sha256
    if (sum.toString() !== manifestSumText(sha256) || isOther) {
      throw new DamagedBackup(folder, `${manifestFile} does not match its checksum`)
    }
    const manifest = parseManifest(folder, bytes.toString())
    if (known.id !== undefined && !isSameBackup(manifest.backup, known.id)) {
      throw new DamagedBackup(folder, `${manifestFile} is that of another backup`)
    }
    return new BackupReader(place, folder, manifest)
  }

  get partCount(): number {
    return this.manifest.parts.length
  }

  itemsIn(index: number): number {
    return this.manifest.parts[index]?.items ?? 0
  }

  /** The items of a data file, counted from 0, in batches. The whole file was checked before the first. */
  async *itemsOf(index: number): AsyncGenerator<readonly StoredItem[], void> {
    const part = this.manifest.parts[index]!
    const bytes = await this.#checkedPart(part)
    let items = 0
    const lines = decompress(onlyPiece(bytes), 'GZIP')
    for await (const records of readRecords(lines, itemReader({ kind: 'DYNAMODB_JSON' }))) {
      const batch = records.map((record) => {
        if (record.kind === 'content') return storedItem(record.content)
        throw new DamagedBackup(this.#folder, `${part.file}: ${record.message}`)
      })
      items += batch.length
      yield batch
    }
    if (items === part.items) return
    throw new DamagedBackup(this.#folder, `${part.file} has ${items} items`)
  }

  async #checkedPart({ file, bytes: length, sha256 }: BackupPart): Promise<Buffer> {
    const folder = this.#folder
    const bytes = await readFileIn(this.#place, { folder, file, bytesMax: compressedPartBytesMax })
    if (bytes.length !== length) {
      throw new DamagedBackup(folder, `${file} has ${bytes.length} bytes instead of ${length}`)
    }
    if (sha256Of(bytes) !== sha256) {
      throw new DamagedBackup(folder, `${file} does not match its checksum`)
    }
    return bytes
  }
}

const sumBytesMax = 1024

function isSameBackup(one: BackupId, other: BackupId): boolean {
  const isSameScope = one.account === other.account && one.region === other.region
  return isSameScope && one.tableName === other.tableName && one.ticket === other.ticket
}

function storedItem({ item, sizeBytes }: PutRecord): StoredItem {
  return StoredItem.of(item, sizeBytes)
}

async function* onlyPiece(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
