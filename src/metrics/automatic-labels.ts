/**
 * The labels of metrics that were given none. AWS: they say in what the metrics differ: namespace, dimensions, name,
 * and the statistic and period if several are asked for of one metric.
 */
import type { MetricFacts } from './math-series.js'
import { seriesKey } from './series.js'

export function automaticLabels(metrics: readonly MetricFacts[]): readonly string[] {
  const namespaces = new Set(metrics.map(({ series }) => series.namespace))
  const names = new Set(metrics.map(({ series }) => series.metric))
  const sameEverywhere = commonDimensions(metrics)
  const statistics = valuesByKey(metrics, ({ statistic }) => statistic)
  const periods = valuesByKey(metrics, ({ periodSeconds }) => periodSeconds)
  return metrics.map(({ series, statistic, periodSeconds }) => {
    const key = seriesKey(series)
    const parts = series.dimensions
      .filter(({ name }) => !sameEverywhere.has(name))
      .map(({ value }) => value)
    if (namespaces.size > 1) parts.unshift(series.namespace)
    if (names.size > 1 || parts.length === 0) parts.push(series.metric)
    if (statistics.get(key)!.size > 1) parts.push(statistic)
    if (periods.get(key)!.size > 1) parts.push(String(periodSeconds))
    return parts.join(' ')
  })
}

/** The names of dimensions that all metrics have with the same value. */
function commonDimensions(metrics: readonly MetricFacts[]): ReadonlySet<string> {
  const [first, ...others] = metrics.map(
    ({ series }) => new Map(series.dimensions.map(({ name, value }) => [name, value])),
  )
  const common = [...(first ?? [])].filter(([name, value]) =>
    others.every((dimensions) => dimensions.get(name) === value),
  )
  return new Set(common.map(([name]) => name))
}

function valuesByKey<T>(
  metrics: readonly MetricFacts[],
  valueOf: (metric: MetricFacts) => T,
): ReadonlyMap<string, ReadonlySet<T>> {
  const byKey = new Map<string, Set<T>>()
  for (const metric of metrics) {
    const key = seriesKey(metric.series)
    byKey.set(key, (byKey.get(key) ?? new Set()).add(valueOf(metric)))
  }
  return byKey
}
