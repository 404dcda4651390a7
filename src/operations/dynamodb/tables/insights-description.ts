/** Contributor Insights of a table or index, as clients see it. */
import { insightRulesOf } from '../../../insights/insight-rules.js'
import { insightsStatusOf, type InsightsSetting } from '../../../insights/insights-setting.js'
import type { FoundTarget } from './insights-target.js'

/** AWS: a table that never had it shows nothing but that it is off. */
export function insightsSummary(
  { tableName, indexName }: Pick<FoundTarget, 'tableName' | 'indexName'>,
  setting: InsightsSetting | undefined,
  nowMs: number,
) {
  return {
    TableName: tableName,
    ...(indexName !== undefined && { IndexName: indexName }),
    ContributorInsightsStatus:
      setting === undefined ? ('DISABLED' as const) : insightsStatusOf(setting, nowMs),
    ...(setting && { ContributorInsightsMode: setting.mode }),
  }
}

export function insightsDescription(
  target: FoundTarget,
  setting: InsightsSetting | undefined,
  nowMs: number,
) {
  const rules = setting === undefined ? [] : insightRulesOf(setting)
  return {
    ...insightsSummary(target, setting, nowMs),
    ...(rules.length > 0 && { ContributorInsightsRuleList: rules.map(({ name }) => name) }),
    ...(setting && { LastUpdateDateTime: setting.changedAtMs / 1000 }),
  }
}
