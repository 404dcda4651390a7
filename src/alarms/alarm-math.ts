/** The expressions of alarms, which are those of GetMetricData but for searches. */
import { aggregateOf } from '../metrics/aggregate.js'
import { MetricQueryFault, type MetricQuery, type MetricSource } from '../metrics/metric-query.js'
import type { MetricReader } from '../metrics/metric-reader.js'
import { planQueries } from '../metrics/query-plan.js'
import { QueryRun } from '../metrics/query-run.js'
import { sortedDimensions } from '../metrics/series.js'
import { parseStatistic } from '../metrics/statistics.js'
import type { Scope } from '../model/arn.js'
import { assert } from '../stdx/assert.js'
import { watchedQuery, type AlarmQuery, type WatchedMetric } from './alarm.js'
import type { AlarmPoint } from './evaluate.js'
import { rangeOfGrid, startsOf, type PeriodGrid } from './period-grid.js'

/** The expression that an alarm watches in the periods of a grid, newest first. Throws `MetricQueryFault`. */
export async function computePeriods(
  reader: MetricReader,
  queries: readonly AlarmQuery[],
  grid: PeriodGrid,
): Promise<readonly AlarmPoint[]> {
  const { scope, endMs } = grid
  const plan = planQueries(queries.map((query) => metricQueryOf(query, scope)))
  // AWS: this sentence.
  if (plan.searches.size > 0) throw new MetricQueryFault('SEARCH is not supported on Metric Alarms')
  const range = rangeOfGrid(grid)
  const times = { range, periodsEndMs: endMs, searchedSinceMs: range.fromMs }
  const run = await QueryRun.open({ reader, scope, plan, ...times })
  const watched = watchedQuery(queries)
  const { list, isArray } = await run.compute(watched)
  const [series] = list
  if (isArray || series === undefined) {
    throw new MetricQueryFault(`The expression '${watched.id}' must return a single time series.`)
  }
  return startsOf(grid).map((atMs): AlarmPoint => {
    const value = series.values[(atMs - series.startMs) / series.periodMs]
    return value === undefined || Number.isNaN(value) ? { atMs } : { atMs, value }
  })
}

/** Throws `MetricQueryFault` for what could never be evaluated: it is tried with metrics that have all points. */
export async function checkAlarmMath(
  queries: readonly AlarmQuery[],
  scope: Scope,
  periodSeconds: number,
): Promise<void> {
  const periodMs = periodSeconds * 1000
  const count = 3
  await computePeriods(steadyMetrics, queries, { scope, periodMs, count, endMs: count * periodMs })
}

const steadyMetrics: MetricReader = {
  async read(_series, { fromMs, toMs }, periodMs) {
    const length = Math.ceil((toMs - fromMs) / periodMs)
    return Array.from({ length }, (_, i) => {
      return { ...aggregateOf([1]), atMs: fromMs + i * periodMs, unit: 'Count' }
    })
  },
  list: async () => [],
}

function metricQueryOf(query: AlarmQuery, scope: Scope): MetricQuery {
  const { id, label, metric, expression, periodSeconds } = query
  if (metric !== undefined) return { kind: 'metric', id, label, source: sourceOf(metric, scope) }
  assert(expression !== undefined, 'a query is a metric or an expression', { id })
  return { kind: 'expression', id, label, expression, periodSeconds }
}

function sourceOf(watched: WatchedMetric, { account, region }: Scope): MetricSource {
  const { namespace, metric, dimensions, periodSeconds, statistic, unit } = watched
  const parsed = parseStatistic(statistic)
  assert(parsed !== undefined, 'the statistic of a query is known', { statistic })
  const scope = { account, region }
  return {
    series: { scope, namespace, metric, dimensions: sortedDimensions(dimensions) },
    statistic: parsed,
    statisticName: statistic,
    periodSeconds,
    unit,
  }
}
