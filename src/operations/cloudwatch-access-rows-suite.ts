/** What CloudWatch's operations declare that they touch. */
import type { Json } from './database-suite.js'
import type { AccessRow } from './statement-access-rows-suite.js'

const anywhere = (name: string, input: Json = {}): readonly AccessRow[] => [
  [input, `cloudwatch:${name} *`],
]

const hour = { StartTime: 1_794_826_800, EndTime: 1_794_830_400 }

export const cloudwatchAccessRows: Readonly<Record<string, readonly AccessRow[]>> = {
  'cloudwatch.GetInsightRuleReport': anywhere('GetInsightRuleReport', {
    RuleName: 'R',
    Period: 60,
    ...hour,
  }),
  'cloudwatch.GetMetricData': anywhere('GetMetricData', {
    MetricDataQueries: [{ Id: 'e1', Expression: 'TIME_SERIES(1)' }],
    ...hour,
  }),
  'cloudwatch.GetMetricStatistics': anywhere('GetMetricStatistics', {
    Namespace: 'AWS/DynamoDB',
    MetricName: 'UserErrors',
    Period: 60,
    Statistics: ['Sum'],
    ...hour,
  }),
  'cloudwatch.ListMetrics': anywhere('ListMetrics'),
}
