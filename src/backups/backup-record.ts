/**
 * What the database knows of a backup: of which table, when, and where its files are. The files
 * themselves are outside the database (`backup-manifest.ts`).
 *
 * A record says `available` only once the manifest, which is written last, is there. When it is deleted,
 * the record goes first, together with a note to remove the files (`backup-removal.ts`).
 */
import type { Scope } from '../model/arn.js'
import { backupKey, backupRange, type BackupId } from '../storage/backup-keys.js'
import { systemSpace, type Engine, type Get, type Guard, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { walk } from '../storage/walk.js'
import type { SavedTable } from './saved-table.js'

export interface BackupRecord extends BackupId {
  readonly name: string
  /** Whether a user asked for it, or the deletion of a table caused it. */
  readonly type: 'user' | 'system'
  readonly state: 'creating' | 'available'
  readonly createdAtMs: number
  /** Of a system backup. */
  readonly expiresAtMs?: number
  readonly table: SavedTable
  /** How many items the table had at the moment of the backup, and their size. */
  readonly itemCount: number
  readonly itemBytes: number
  /** Where its files are; see `backup-place.ts`. */
  readonly folder: string
  /** Of an available backup, so that nobody can exchange all its files. */
  readonly manifestSha256?: string
}

const { record: kind, revision } = formatSteps.backups
const { encode, decode } = jsonRecordAt<BackupRecord>(kind, revision)

export function decodeBackup(bytes: Buffer): BackupRecord {
  return decode(bytes)
}

export function getBackup(id: BackupId): Get {
  return { kind: 'get', space: systemSpace, key: backupKey(id) }
}

/** The first of a store needs `formatSteps.backups`. */
export function putBackup(record: BackupRecord): Mutation {
  return { kind: 'put', space: systemSpace, key: backupKey(record), value: encode(record) }
}

export function deleteBackupRecord(record: BackupRecord): Mutation {
  return { kind: 'delete', space: systemSpace, key: backupKey(record) }
}

/** Holds as long as nobody has changed the record. */
export function backupGuard(record: BackupRecord): Guard {
  return { space: systemSpace, key: backupKey(record), value: encode(record) }
}

export async function findBackup(engine: Engine, id: BackupId): Promise<BackupRecord | undefined> {
  const [found] = await engine.read([getBackup(id)])
  return found && decodeBackup(found)
}

/** Those of one account and region, the oldest first, after one of them if it is given. */
export async function* backupsOf(
  engine: Engine,
  scope: Scope,
  after?: BackupId,
): AsyncGenerator<BackupRecord> {
  const range = { space: systemSpace, ...backupRange(scope, after), entriesMax: 100 }
  for await (const { value } of walk(engine, range)) yield decodeBackup(value)
}
