/** Where backups are kept: a bucket of an object store, and the folder of each backup in it. */
import { createHash } from 'node:crypto'
import type { BackupId } from '../storage/backup-keys.js'
import type { ObjectStore } from '../objects/object-store.js'
import { UnopenedObject } from '../objects/sealed-frames.js'
import { DamagedBackup } from './damaged-backup.js'

export interface BackupPlace {
  readonly store: ObjectStore
  readonly bucket: string
  /** What every key starts with: empty, or ends with a slash. */
  readonly prefix: string
}

/** Opens the place with its first use: a server without backups leaves no folder. */
export type OpenBackupPlace = () => Promise<BackupPlace>

/** Names that clients choose are escaped, so that each of them is one name of a folder. */
export function backupFolder({ account, region, tableName, ticket }: BackupId): string {
  return [account, region, tableName, ticket].map(folderName).join('/')
}

/** A region can be any text that a client signs. */
function folderName(name: string): string {
  const escaped = encodeURIComponent(name)
  return escaped.length > folderNameLengthMax ? sha256Of(Buffer.from(name)) : escaped
}

const folderNameLengthMax = 255

export function keyIn({ prefix }: BackupPlace, folder: string, file: string): string {
  return `${prefix}${folder}/${file}`
}

/** Writes a small file as a whole. */
export async function writeFileIn(
  place: BackupPlace,
  key: string,
  content: Uint8Array,
): Promise<void> {
  const writer = await place.store.write(place.bucket, key)
  try {
    await writer.write(content)
    await writer.finish()
  } catch (error) {
    await writer.abort().catch(() => undefined)
    throw error
  }
}

export interface FileWanted {
  readonly folder: string
  readonly file: string
  /** A longer one is refused before it is read. */
  readonly bytesMax: number
}

/** Throws `DamagedBackup` if the file is missing or longer than it can be. */
export async function readFileIn(
  place: BackupPlace,
  { folder, file, bytesMax }: FileWanted,
): Promise<Buffer> {
  const body = await place.store.read(place.bucket, keyIn(place, folder, file))
  if (body === undefined) throw new DamagedBackup(folder, `${file} is missing`)
  if (body.info.bytes > bytesMax) {
    await body.close()
    throw new DamagedBackup(folder, `${file} has ${body.info.bytes} bytes`)
  }
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body.chunks) chunks.push(chunk)
  } catch (error) {
    throw error instanceof UnopenedObject
      ? new DamagedBackup(folder, `${file} ${error.message}`)
      : error
  }
  return Buffer.concat(chunks)
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
