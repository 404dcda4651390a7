/**
 * The rules of a setting, by AWS's names: `PKC` counts partition keys by the capacity they consume, `SKC` whole
 * keys, `PKT` and `SKT` the same by how often they are throttled.
 */
import type { InsightsSetting } from './insights-setting.js'

export type RuleKind = 'PKC' | 'SKC' | 'PKT' | 'SKT'

export interface InsightRule {
  readonly name: string
  readonly kind: RuleKind
}

const prefix = 'DynamoDBContributorInsights'

/** In AWS's order; none while it is off. */
export function insightRulesOf(setting: InsightsSetting): readonly InsightRule[] {
  const { isEnabled, hasSortKey, accessedSinceMs, throttledSinceMs } = setting
  if (!isEnabled) return []
  const accessed = accessedSinceMs === undefined ? [] : keyKinds(hasSortKey, 'C')
  return [
    ...accessed.map((kind) => ruleOf(setting, kind, accessedSinceMs!)),
    ...keyKinds(hasSortKey, 'T').map((kind) => ruleOf(setting, kind, throttledSinceMs)),
  ]
}

function keyKinds(hasSortKey: boolean, counts: 'C' | 'T'): readonly RuleKind[] {
  return hasSortKey ? [`PK${counts}`, `SK${counts}`] : [`PK${counts}`]
}

function ruleOf(
  { tableName, indexName }: InsightsSetting,
  kind: RuleKind,
  sinceMs: number,
): InsightRule {
  const parts = [prefix, kind, tableName, ...(indexName === undefined ? [] : [indexName]), sinceMs]
  return { kind, name: parts.join('-') }
}

export function isInsightRuleName(name: string): boolean {
  return name.startsWith(`${prefix}-`)
}
