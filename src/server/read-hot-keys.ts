/** The busiest keys of a table and its global indexes, where Contributor Insights counts them. */
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import type { HotKey } from '../advice/workload.js'
import type { JsonCall } from './json-call.js'

/** As long as counts are kept. */
const spanSeconds = 24 * 3600
const periodSeconds = 3600
const keysMax = 3
/** Counts partition keys by what they consume. */
const accessedKeys = 'DynamoDBContributorInsights-PKC-'

export async function readHotKeys(
  call: JsonCall,
  { TableName, GlobalSecondaryIndexes = [] }: TableDescription,
  nowMs: number,
): Promise<readonly HotKey[]> {
  const names = [undefined, ...GlobalSecondaryIndexes.map(({ IndexName }) => IndexName)]
  const found: HotKey[] = []
  for (const IndexName of names) {
    const keys = await readKeys(call, { TableName: TableName!, IndexName }, nowMs).catch(() => [])
    found.push(...keys)
  }
  return found
}

async function readKeys(
  call: JsonCall,
  { TableName, IndexName }: { readonly TableName: string; readonly IndexName: string | undefined },
  nowMs: number,
): Promise<readonly HotKey[]> {
  const index = IndexName === undefined ? {} : { IndexName }
  const setting = await call('dynamodb.DescribeContributorInsights', { TableName, ...index })
  const rules = setting.ContributorInsightsRuleList ?? []
  const RuleName = rules.find((name) => name.startsWith(accessedKeys))
  if (RuleName === undefined) return []
  const EndTime = Math.ceil(nowMs / 1000)
  const report = await call('cloudwatch.GetInsightRuleReport', {
    RuleName,
    StartTime: EndTime - spanSeconds,
    EndTime,
    Period: periodSeconds,
    MaxContributorCount: keysMax,
  })
  const { AggregateValue: all = 0, Contributors = [] } = report
  return Contributors.map(({ Keys, ApproximateAggregateValue }) => ({
    ...(IndexName !== undefined && { indexName: IndexName }),
    key: Keys.join(' '),
    share: all === 0 ? 0 : ApproximateAggregateValue / all,
    units: ApproximateAggregateValue,
  }))
}
