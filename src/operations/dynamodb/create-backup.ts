/** CreateBackup: a backup of a table as it is now. AWS: names need not be unique. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { describeBackupDetails } from './backups/backup-description.js'
import { requireTableName } from './tables/table-name.js'
import { requireUsableKey } from './tables/usable-key.js'

export const createBackup = operation('dynamodb.CreateBackup', {
  read: ({ TableName, BackupName }, { caller }) => ({
    tableName: requireTableName(caller, TableName),
    name: BackupName,
  }),

  access: (ctx, { tableName }) => [onTable(ctx, 'dynamodb:CreateBackup', tableName)],

  async run(ctx, { tableName, name }) {
    await requireUsableKey(ctx, tableName)
    const backup = await ctx.backups.create(ctx.caller, tableName, name)
    return { output: { BackupDetails: describeBackupDetails(backup) } }
  },
})
