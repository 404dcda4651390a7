/** DescribeTimeToLive: whether items expire, and by which attribute. */
import { operation } from '../operation.js'
import { requireTableName } from './tables/table-name.js'

export const describeTimeToLive = operation('dynamodb.DescribeTimeToLive', {
  read: ({ TableName }, { caller }) => requireTableName(caller, TableName),

  async run(ctx, tableName) {
    const { timeToLive } = await ctx.catalog.requireTable(ctx.caller, tableName)
    return {
      TimeToLiveDescription: timeToLive?.enabled
        ? { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute }
        : { TimeToLiveStatus: 'DISABLED' },
    }
  },
})
