/** For tests: metrics whose points are given. */
import { aggregateOf, merged } from './aggregate.js'
import type { Datapoint, MetricReader, SeriesFilter, TimeRange } from './metric-reader.js'
import { matchesFilter } from './series-filter.js'
import { seriesKey, type SeriesId, type Unit } from './series.js'
import type { Scope } from '../model/arn.js'

export class FixedMetrics implements MetricReader {
  readonly #points = new Map<string, { readonly id: SeriesId; readonly points: Datapoint[] }>()

  /** Adds the values of one moment. */
  add(id: SeriesId, atMs: number, values: readonly number[], unit: Unit = 'Count'): void {
    const key = seriesKey(id)
    const known = this.#points.get(key) ?? { id, points: [] }
    known.points.push({ atMs, unit, ...aggregateOf(values) })
    this.#points.set(key, known)
  }

  read(series: SeriesId, { fromMs, toMs }: TimeRange, periodMs: number) {
    const byPeriod = new Map<number, Datapoint>()
    for (const point of this.#points.get(seriesKey(series))?.points ?? []) {
      const atMs = Math.floor(point.atMs / periodMs) * periodMs
      if (atMs < fromMs || atMs >= toMs) continue
      const before = byPeriod.get(atMs)
      byPeriod.set(atMs, { ...point, ...(before && merged(before, point)), atMs })
    }
    return Promise.resolve([...byPeriod.values()].sort((a, b) => a.atMs - b.atMs))
  }

  list(scope: Scope, filter: SeriesFilter, sinceMs: number) {
    const found = [...this.#points.values()].filter(
      ({ id, points }) =>
        id.scope.account === scope.account &&
        id.scope.region === scope.region &&
        matchesFilter(id, filter) &&
        points.some(({ atMs }) => atMs >= sinceMs),
    )
    return Promise.resolve(found.map(({ id }) => id))
  }
}
