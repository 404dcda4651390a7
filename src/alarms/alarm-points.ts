/**
 * The periods that an alarm looks at, with their values.
 *
 * AWS: periods end now and not at round times: five minutes are the last five minutes. They are put together
 * from finer points.
 */
import { merged, type Aggregate } from '../metrics/aggregate.js'
import type { MetricReader } from '../metrics/metric-reader.js'
import { sortedDimensions } from '../metrics/series.js'
import { parseStatistic, statisticOf } from '../metrics/statistics.js'
import type { Scope } from '../model/arn.js'
import { assert } from '../stdx/assert.js'
import { periodSecondsOf, type Alarm, type AlarmQuery, type WatchedMetric } from './alarm.js'
import type { AlarmPoint } from './evaluate.js'
import { extraPeriods, minuteSettlesMs, shortPeriodSeconds } from './limits.js'

/** The periods of an alarm at one moment. */
export interface PeriodGrid {
  readonly scope: Scope
  /** Where the newest one ends. */
  readonly endMs: number
  readonly periodMs: number
  readonly count: number
}

export class AlarmPoints {
  readonly #metrics: MetricReader

  constructor(metrics: MetricReader) {
    this.#metrics = metrics
  }

  /** Newest first: those that are evaluated, and some more. */
  async read({ scope, settings }: Alarm, nowMs: number): Promise<readonly AlarmPoint[]> {
    const { subject, evaluationPeriods } = settings
    const periodMs = periodSecondsOf(subject) * 1000
    const stepMs = stepOf(periodMs)
    const endMs = Math.floor((nowMs - minuteSettlesMs) / stepMs) * stepMs
    const grid = { scope, endMs, periodMs, count: evaluationPeriods + extraPeriods }
    const metric = subject.kind === 'metric' ? subject : watchedIn(subject.queries)
    return readPeriods(this.#metrics, metric, grid)
  }
}

function watchedIn(queries: readonly AlarmQuery[]): WatchedMetric {
  const found = queries.find(({ returnsData }) => returnsData !== false)?.metric
  assert(found !== undefined, 'an alarm watches one of its metrics', { queries })
  return found
}

/** A metric in the periods of a grid, newest first. */
export async function readPeriods(
  metrics: MetricReader,
  { namespace, metric, dimensions, statistic, unit }: WatchedMetric,
  grid: PeriodGrid,
): Promise<readonly AlarmPoint[]> {
  const { scope, endMs, periodMs, count } = grid
  const series = { scope, namespace, metric, dimensions: sortedDimensions(dimensions) }
  const range = { fromMs: endMs - count * periodMs, toMs: endMs }
  const aggregates: (Aggregate | undefined)[] = new Array<undefined>(count).fill(undefined)
  for (const point of await metrics.read(series, range, stepOf(periodMs))) {
    if (unit !== undefined && point.unit !== unit) continue
    const i = Math.floor((endMs - 1 - point.atMs) / periodMs)
    const before = aggregates[i]
    aggregates[i] = before === undefined ? point : merged(before, point)
  }
  const wanted = parseStatistic(statistic)
  assert(wanted !== undefined, 'the statistic of an alarm is known', { statistic })
  return startsOf(grid).map((atMs, i): AlarmPoint => {
    const aggregate = aggregates[i]
    const value = aggregate && statisticOf(wanted, aggregate)
    return value === undefined ? { atMs } : { atMs, value, samples: aggregate!.count }
  })
}

function startsOf({ endMs, periodMs, count }: PeriodGrid): readonly number[] {
  return Array.from({ length: count }, (_, i) => endMs - (i + 1) * periodMs)
}

/** Long periods are made of coarser points, which are kept for longer and are fewer. */
function stepOf(periodMs: number): number {
  return periodMs < shortPeriodSeconds * 1000 ? 60_000 : 300_000
}
