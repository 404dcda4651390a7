/**
 * Metrics in periods that end at a given moment. AWS: the last five minutes of an alarm are just that, and do
 * not begin at a round time. They are put together from finer points.
 */
import { merged } from '../metrics/aggregate.js'
import type { Datapoint, MetricReader, SeriesFilter, TimeRange } from '../metrics/metric-reader.js'
import type { SeriesId } from '../metrics/series.js'
import type { Scope } from '../model/arn.js'
import { stepOf } from './period-grid.js'

export class RollingPeriods implements MetricReader {
  readonly #metrics: MetricReader
  readonly #endMs: number

  constructor(metrics: MetricReader, endMs: number) {
    this.#metrics = metrics
    this.#endMs = endMs
  }

  async read(series: SeriesId, range: TimeRange, periodMs: number): Promise<readonly Datapoint[]> {
    const byStart = new Map<number, Datapoint>()
    for (const point of await this.#metrics.read(series, range, stepOf(periodMs))) {
      const periods = Math.ceil((this.#endMs - point.atMs) / periodMs)
      const atMs = this.#endMs - periods * periodMs
      const before = byStart.get(atMs)
      byStart.set(atMs, { ...point, ...(before && merged(before, point)), atMs })
    }
    return [...byStart.values()]
  }

  list(scope: Scope, filter: SeriesFilter, sinceMs: number): Promise<readonly SeriesId[]> {
    return this.#metrics.list(scope, filter, sinceMs)
  }
}
