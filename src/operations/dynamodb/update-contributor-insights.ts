/** UpdateContributorInsights: begins to count the keys of a table or index, or stops. */
import { operation } from '../operation.js'
import { onInsights } from './tables/insights-access.js'
import { insightsSummary } from './tables/insights-description.js'
import { requireInsightsTarget } from './tables/insights-target.js'
import { requireTableName } from './tables/table-name.js'
import { requireUsableKey } from './tables/usable-key.js'

export const updateContributorInsights = operation('dynamodb.UpdateContributorInsights', {
  read: (input, { caller }) => ({
    tableName: requireTableName(caller, input.TableName),
    indexName: input.IndexName,
    request: {
      action: input.ContributorInsightsAction,
      ...(input.ContributorInsightsMode && { mode: input.ContributorInsightsMode }),
    },
  }),

  access: (ctx, named) => onInsights(ctx, 'dynamodb:UpdateContributorInsights', named),

  async run(ctx, { request, ...named }) {
    const target = await requireInsightsTarget(ctx, named)
    await requireUsableKey(ctx, named.tableName)
    const setting = await ctx.insights.change(target, request)
    return { output: insightsSummary(target, setting, ctx.clock.now()) }
  },
})
