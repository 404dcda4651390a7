/** DescribeBackup: a backup and the table it was made of, as it was then. */
import { backupNotFound } from '../../model/recovery-errors.js'
import { operation } from '../operation.js'
import { onBackup, requireBackupArn } from './backups/backup-arn.js'
import { backupDescription } from './backups/backup-description.js'

export const describeBackup = operation('dynamodb.DescribeBackup', {
  read: ({ BackupArn }, { caller }) => requireBackupArn(caller, BackupArn),

  access: (_ctx, { id }) => [onBackup('dynamodb:DescribeBackup', id)],

  async run(ctx, { id, arn }) {
    const backup = await ctx.backups.find(id)
    if (backup === undefined) throw backupNotFound(arn)
    return { output: { BackupDescription: backupDescription(backup, { arn }) } }
  },
})
