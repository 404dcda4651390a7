/** DeleteBackup: removes a backup that a user asked for. AWS: it is gone with the answer. */
import type { BackupRecord } from '../../backups/backup-record.js'
import { backupInUse, backupNotFound, requestNotValid } from '../../model/recovery-errors.js'
import { operation } from '../operation.js'
import { onBackup, requireBackupArn } from './backups/backup-arn.js'
import { backupDescription } from './backups/backup-description.js'

export const deleteBackup = operation('dynamodb.DeleteBackup', {
  read: ({ BackupArn }, { caller }) => requireBackupArn(caller, BackupArn),

  access: (_ctx, { id }) => [onBackup('dynamodb:DeleteBackup', id)],

  async run(ctx, { id, arn }) {
    const backup = await ctx.backups.remove(id, (found, isUsed) => {
      requireDeletable(found, arn)
      if (isUsed) throw backupInUse(`Backup is being used to restore table: ${arn}`)
    })
    if (backup === undefined) throw backupNotFound(arn)
    const shown = { arn, status: 'DELETED' } as const
    return { output: { BackupDescription: backupDescription(backup, shown) } }
  },
})

function requireDeletable({ type, state, expiresAtMs }: BackupRecord, arn: string): void {
  if (type === 'system') {
    const expiry = new Date(expiresAtMs ?? 0).toISOString()
    throw requestNotValid(
      `User is not allowed to delete the system backup with arn ${arn}. It will automatically expire on ${expiry}`,
    )
  }
  if (state === 'creating') throw backupInUse(`Backup is being created: ${arn}`)
}
