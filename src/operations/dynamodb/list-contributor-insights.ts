/** ListContributorInsights: the tables and indexes whose keys are counted, in pages. */
import { insightsStatusOf, type InsightsSetting } from '../../insights/insights-setting.js'
import { insightsPageMax } from '../../model/limits.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { requestDigest } from '../request-digest.js'
import { insightsSummary } from './tables/insights-description.js'
import { requireInsightsTarget } from './tables/insights-target.js'
import { requireTableName } from './tables/table-name.js'

export const listContributorInsights = operation('dynamodb.ListContributorInsights', {
  read: ({ TableName, MaxResults, NextToken }, { caller }) => ({
    tableName: TableName === undefined ? undefined : requireTableName(caller, TableName),
    max: MaxResults ?? insightsPageMax,
    token: NextToken,
  }),

  access: () => [onAnything('dynamodb:ListContributorInsights')],

  async run(ctx, { tableName, max, token }) {
    const digest = digestOf(ctx, tableName)
    const after = token === undefined ? '' : ctx.nextTokens.open(token, digest).toString()
    const listed = await listedSettings(ctx, tableName)
    const rest = listed.filter((setting) => placeOf(setting) > after)
    const page = rest.slice(0, max)
    const last = rest.length > page.length ? page.at(-1) : undefined
    const nowMs = ctx.clock.now()
    const output = {
      ContributorInsightsSummaries: page.map((each) => insightsSummary(each, each, nowMs)),
      ...(last && { NextToken: ctx.nextTokens.seal(digest, Buffer.from(placeOf(last))) }),
    }
    return { output }
  },
})

/** AWS: a table comes before its indexes; what is off is not listed. */
async function listedSettings(
  ctx: OperationContext,
  tableName: string | undefined,
): Promise<readonly InsightsSetting[]> {
  if (tableName !== undefined) {
    await requireInsightsTarget(ctx, { tableName, indexName: undefined })
  }
  const settings = await ctx.insights.store.list(ctx.caller, tableName)
  const nowMs = ctx.clock.now()
  const listed: InsightsSetting[] = []
  for (const setting of settings) {
    if (insightsStatusOf(setting, nowMs) === 'DISABLED') continue
    if (await isCurrent(ctx, setting)) listed.push(setting)
  }
  return listed
}

/** A setting whose table or index is gone stays until it is cleared away. */
async function isCurrent(ctx: OperationContext, setting: InsightsSetting): Promise<boolean> {
  const table = await ctx.catalog.loadTable(ctx.caller, setting.tableName)
  if (table?.id !== setting.tableId) return false
  const { indexName } = setting
  return indexName === undefined || table.indexes.some(({ name }) => name === indexName)
}

/** Sorts as the settings do: names of tables and indexes have no blanks. */
function placeOf({ tableName, indexName = '' }: InsightsSetting): string {
  return `${tableName} ${indexName}`
}

function digestOf({ caller }: OperationContext, tableName: string | undefined): Buffer {
  const { account, region } = caller
  return requestDigest({ listContributorInsights: { account, region, tableName } })
}
