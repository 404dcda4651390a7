/** DescribeContinuousBackups: whether a table can be restored to a point in time, and to which. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { continuousBackupsOf, requireRecoverable } from './tables/continuous-backups.js'
import { requireTableName } from './tables/table-name.js'

export const describeContinuousBackups = operation('dynamodb.DescribeContinuousBackups', {
  read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

  access: (ctx, tableName) => [onTable(ctx, 'dynamodb:DescribeContinuousBackups', tableName)],

  async run(ctx, tableName) {
    const table = await requireRecoverable(ctx, tableName)
    const times = { nowMs: ctx.clock.now(), delayMs: ctx.recoveryDelayMs }
    return { output: { ContinuousBackupsDescription: continuousBackupsOf(table, times) } }
  },
})
