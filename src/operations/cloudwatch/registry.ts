/** CloudWatch's operations, loaded with the first of them. */
import type { Operation } from '../operation.js'
import { getInsightRuleReport } from './get-insight-rule-report.js'
import { getMetricData } from './get-metric-data.js'
import { getMetricStatistics } from './get-metric-statistics.js'
import { listMetrics } from './list-metrics.js'

export const cloudwatchOperations: readonly Operation[] = [
  getInsightRuleReport,
  getMetricData,
  getMetricStatistics,
  listMetrics,
]
