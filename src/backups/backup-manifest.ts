/**
 * The files of a backup, in its folder (docs/backups.md):
 *
 *     data/00001.json.gz …   items, one a line: {"Item":{…}}
 *     manifest.json          what was backed up, and the length and SHA-256 of every data file
 *     manifest.json.sha256   the SHA-256 of manifest.json, as `sha256sum` writes it
 *
 * The manifest is written after the data files and its checksum last, so a folder without a checksum is
 * no backup. The manifest has a line for each data file, so that one of any length can be written piece
 * by piece.
 */
import type { BackupId } from '../storage/backup-keys.js'
import { DamagedBackup } from './damaged-backup.js'
import type { SavedTable } from './saved-table.js'

export const manifestFile = 'manifest.json'
export const manifestSumFile = `${manifestFile}.sha256`

const formatName = 'gramme-backup'
const formatVersion = 1

export interface BackupPart {
  /** Below the backup's folder. */
  readonly file: string
  readonly items: number
  /** Of the compressed file. */
  readonly bytes: number
  readonly sha256: string
}

/** What a manifest says beside its data files. */
export interface ManifestHead {
  readonly backup: Pick<BackupId, 'account' | 'region' | 'tableName' | 'ticket'> & {
    readonly name: string
    readonly createdAtMs: number
  }
  readonly table: SavedTable
  readonly itemCount: number
  /** The sum of the items' sizes, as the service counts them. */
  readonly itemBytes: number
}

export interface BackupManifest extends ManifestHead {
  readonly parts: readonly BackupPart[]
}

export function partFile(number: number): string {
  return `data/${String(number).padStart(5, '0')}.json.gz`
}

/** The pieces of a manifest, in order. */
export async function* manifestText(
  head: ManifestHead,
  parts: AsyncIterable<BackupPart> | Iterable<BackupPart>,
): AsyncGenerator<string> {
  const { backup, table, itemCount, itemBytes } = head
  const known = { format: formatName, version: formatVersion, backup, table, itemCount, itemBytes }
  const text = JSON.stringify(known, null, 1)
  yield `${text.slice(0, -'\n}'.length)},\n "parts": [`
  let between = '\n'
  for await (const { file, items, bytes, sha256 } of parts) {
    yield `${between}  ${JSON.stringify({ file, items, bytes, sha256 })}`
    between = ',\n'
  }
  yield '\n ]\n}\n'
}

export function manifestSumText(sha256: string): string {
  return `${sha256}  ${manifestFile}\n`
}

/** Of a manifest whose checksum is right. Throws `DamagedBackup` if it makes no sense all the same. */
export function parseManifest(folder: string, text: string): BackupManifest {
  const manifest = parsed(folder, text)
  if (manifest.format !== formatName) {
    throw new DamagedBackup(folder, `${manifestFile} is not the manifest of a backup`)
  }
  if (manifest.version !== formatVersion) {
    const version = String(manifest.version)
    throw new DamagedBackup(folder, `${manifestFile} has version ${version}, which is not known`)
  }
  const { parts, itemCount } = manifest
  const isListed = parts.every(({ file }, i) => file === partFile(i + 1))
  const items = parts.reduce((sum, part) => sum + part.items, 0)
  if (!isListed || items !== itemCount) {
    throw new DamagedBackup(folder, `${manifestFile} does not list all data files`)
  }
  return manifest
}

function parsed(
  folder: string,
  text: string,
): BackupManifest & { format: string; version: number } {
  try {
    const manifest = JSON.parse(text) as BackupManifest & { format: string; version: number }
    if (Array.isArray(manifest.parts)) return manifest
  } catch {
    // Told below.
  }
  throw new DamagedBackup(folder, `${manifestFile} cannot be read`)
}
