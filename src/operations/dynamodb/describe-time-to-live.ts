/** DescribeTimeToLive: whether items expire, and by which attribute. */
import { onTable } from '../access.js'
import { operation } from '../operation.js'
import { requireTableName } from './tables/table-name.js'

export const describeTimeToLive = operation('dynamodb.DescribeTimeToLive', {
  read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

  access: (ctx, tableName) => [onTable(ctx, 'dynamodb:DescribeTimeToLive', tableName)],

  async run(ctx, tableName) {
    const { timeToLive } = await ctx.catalog.requireTable(ctx.caller, tableName)
    const description = timeToLive?.enabled
      ? ({ TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute } as const)
      : ({ TimeToLiveStatus: 'DISABLED' } as const)
    return { output: { TimeToLiveDescription: description } }
  },
})
