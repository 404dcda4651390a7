/**
 * Notes that the files of a backup are to be removed, at once or when it expires. A note is written in the
 * transaction that deletes the record, or that makes a backup which expires, and goes after the files:
 * so a crash leaves neither a record without files nor files that nobody will remove.
 */
import { backupRemovalKey, dueBackupRemovals, type BackupId } from '../storage/backup-keys.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { walk } from '../storage/walk.js'
import { keyIn, type BackupPlace } from './backup-place.js'
import { manifestSumFile } from './backup-manifest.js'

export interface BackupRemoval {
  readonly backup: BackupId
  readonly folder: string
  readonly dueAtMs: number
}

const { record: kind, revision } = formatSteps.backups
const { encode, decode } = jsonRecordAt<BackupRemoval>(kind, revision)

export function putRemoval(removal: BackupRemoval): Mutation {
  return { kind: 'put', space: systemSpace, key: keyOf(removal), value: encode(removal) }
}

export function deleteRemoval(removal: BackupRemoval): Mutation {
  return { kind: 'delete', space: systemSpace, key: keyOf(removal) }
}

function keyOf({ dueAtMs, backup }: BackupRemoval): Buffer {
  return backupRemovalKey(dueAtMs, backup)
}

export async function* dueRemovals(engine: Engine, nowMs: number): AsyncGenerator<BackupRemoval> {
  const range = { space: systemSpace, ...dueBackupRemovals(nowMs), entriesMax: 50 }
  for await (const { value } of walk(engine, range)) yield decode(value)
}

/** The checksum first: without it there is no backup. */
export async function removeFiles(place: BackupPlace, folder: string): Promise<void> {
  const { store, bucket } = place
  await store.remove(bucket, keyIn(place, folder, manifestSumFile))
  const options = { prefix: keyIn(place, folder, ''), entriesMax: 100 }
  for (;;) {
    const { objects, more } = await store.list(bucket, options)
    for (const { key } of objects) await store.remove(bucket, key)
    if (!more || objects.length === 0) return
  }
}
