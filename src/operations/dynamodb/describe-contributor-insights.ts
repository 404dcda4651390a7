/** DescribeContributorInsights: whether the keys of a table or index are counted, and by which rules. */
import { operation } from '../operation.js'
import { onInsights } from './tables/insights-access.js'
import { insightsDescription } from './tables/insights-description.js'
import { requireInsightsTarget } from './tables/insights-target.js'
import { requireTableName } from './tables/table-name.js'

export const describeContributorInsights = operation('dynamodb.DescribeContributorInsights', {
  read: ({ TableName, IndexName: indexName }, { caller }) => ({
    tableName: requireTableName(caller, TableName),
    indexName,
  }),

  access: (ctx, named) => onInsights(ctx, 'dynamodb:DescribeContributorInsights', named),

  async run(ctx, named) {
    const target = await requireInsightsTarget(ctx, named)
    const setting = await ctx.insights.store.find(target)
    return { output: insightsDescription(target, setting, ctx.clock.now()) }
  },
})
