/** The periods that an alarm looks at, with the values of its metric or of its expression. */
import type { MetricReader } from '../metrics/metric-reader.js'
import { sortedDimensions } from '../metrics/series.js'
import { parseStatistic, statisticOf } from '../metrics/statistics.js'
import { assert } from '../stdx/assert.js'
import {
  periodSecondsOf,
  watchedQuery,
  type Alarm,
  type AlarmSubject,
  type WatchedMetric,
} from './alarm.js'
import { computePeriods } from './alarm-math.js'
import type { AlarmPoint } from './evaluate.js'
import { extraPeriods, minuteSettlesMs } from './limits.js'
import { rangeOfGrid, startsOf, stepOf, type PeriodGrid } from './period-grid.js'
import { RollingPeriods } from './rolling-periods.js'

export class AlarmPoints {
  readonly #metrics: MetricReader

  constructor(metrics: MetricReader) {
    this.#metrics = metrics
  }

  /** Newest first: those that are evaluated, and some more. Throws `MetricQueryFault`. */
  async read({ scope, settings }: Alarm, nowMs: number): Promise<readonly AlarmPoint[]> {
    const { subject, evaluationPeriods } = settings
    const periodMs = periodSecondsOf(subject) * 1000
    const stepMs = stepOf(periodMs)
    const endMs = Math.floor((nowMs - minuteSettlesMs) / stepMs) * stepMs
    const grid = { scope, endMs, periodMs, count: evaluationPeriods + extraPeriods }
    const metrics = new RollingPeriods(this.#metrics, endMs)
    const metric = metricWatchedBy(subject)
    if (metric !== undefined) return readPeriods(metrics, metric, grid)
    assert(subject.kind === 'math', 'an alarm watches a metric or an expression', { subject })
    return computePeriods(metrics, subject.queries, grid)
  }
}

/** Undefined if it watches an expression. */
function metricWatchedBy(subject: AlarmSubject): WatchedMetric | undefined {
  return subject.kind === 'metric' ? subject : watchedQuery(subject.queries).metric
}

async function readPeriods(
  metrics: MetricReader,
  { namespace, metric, dimensions, statistic, unit }: WatchedMetric,
  grid: PeriodGrid,
): Promise<readonly AlarmPoint[]> {
  const { scope, periodMs } = grid
  const series = { scope, namespace, metric, dimensions: sortedDimensions(dimensions) }
  const points = await metrics.read(series, rangeOfGrid(grid), periodMs)
  const counted = points.filter((point) => unit === undefined || point.unit === unit)
  const byStart = new Map(counted.map((point) => [point.atMs, point]))
  const wanted = parseStatistic(statistic)
  assert(wanted !== undefined, 'the statistic of an alarm is known', { statistic })
  return startsOf(grid).map((atMs): AlarmPoint => {
    const point = byStart.get(atMs)
    const value = point && statisticOf(wanted, point)
    return value === undefined ? { atMs } : { atMs, value, samples: point!.count }
  })
}
