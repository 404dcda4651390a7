/** Which table or index a request for Contributor Insights means. */
import { servesItems, stateOf } from '../../../catalog/life-cycle.js'
import type { InsightsSetting, InsightsTarget } from '../../../insights/insights-setting.js'
import { resourceNotFound, tableNotFound } from '../../../model/errors.js'
import type { OperationContext } from '../../operation.js'

export interface NamedTarget {
  readonly tableName: string
  readonly indexName: string | undefined
}

export type FoundTarget = InsightsTarget & Pick<InsightsSetting, 'hasSortKey'>

/** AWS: a table that is being created, a local index and one that is being built do not exist here. */
export async function requireInsightsTarget(
  ctx: OperationContext,
  { tableName, indexName }: NamedTarget,
): Promise<FoundTarget> {
  const { account, region } = ctx.caller
  const table = await ctx.catalog.loadTable(ctx.caller, tableName)
  if (table === undefined || !servesItems(stateOf(table, ctx.clock.now())))
    throw tableNotFound(tableName)
  const target = { account, region, tableName: table.name, tableId: table.id }
  if (indexName === undefined) {
    return { ...target, hasSortKey: table.keySchema.sort !== undefined }
  }
  const index = table.indexes.find(({ kind, name }) => kind === 'global' && name === indexName)
  if (index === undefined || index.build !== undefined) {
    throw resourceNotFound(`Index: ${indexName} not found for table: ${table.name}`)
  }
  return { ...target, indexName, hasSortKey: index.keySchema.sort.length > 0 }
}
