/**
 * The last whole minute under the names that exporters of CloudWatch give its series, such as
 * `aws_dynamodb_consumed_read_capacity_units_sum{table_name="Music"}`, so that dashboards made for AWS work here.
 */
import type { Aggregate } from '../../metrics/aggregate.js'
import type { MeteredSeries, MinuteMeters } from '../../metrics/meters.js'
import { merged } from '../../metrics/aggregate.js'
import type { Family, Labels, MetricSink } from '../../metrics/metric-sink.js'
import { seriesKey, type SeriesId } from '../../metrics/series.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import { daxNamespace, namespace } from '../metering/series-names.js'
import { valuesOf } from './exposed-series.js'
import type { ExposedTotals } from './exposed-totals.js'
import type { LabelsOfScope } from './scope-labels.js'

const prefixes: ReadonlyMap<string, string> = new Map([
  [namespace, 'aws_dynamodb'],
  [daxNamespace, 'aws_dax'],
])
/** About a microsecond each. */
const stepsPerMeteredSeries = 500

export async function writeCloudWatchNames(
  sink: MetricSink,
  minutes: readonly MinuteMeters[],
  { totals, labelsOf }: { readonly totals: ExposedTotals; readonly labelsOf: LabelsOfScope },
): Promise<void> {
  const steps = new Steps()
  const points = new Map<string, { id: SeriesId; aggregate: Aggregate }>()
  for (const minute of minutes) {
    for (const series of minute.all()) {
      gather(points, series, totals)
      if (steps.take(stepsPerMeteredSeries)) await nextTurn()
    }
  }
  for (const { id, aggregate } of points.values()) {
    const labels = { ...labelsOf(id), ...dimensionLabels(id) }
    writePoint(sink, id, labels, aggregate)
    if (steps.take(stepsPerMeteredSeries)) await nextTurn()
  }
}

/** Tables without lines of their own are left out: sums under the names of AWS would be taken for a table's. */
function gather(
  points: Map<string, { id: SeriesId; aggregate: Aggregate }>,
  { id, meter }: MeteredSeries,
  totals: ExposedTotals,
): void {
  const aggregate = meter.aggregate()
  const table = valuesOf(id).get('TableName')
  if (!prefixes.has(id.namespace) || aggregate === undefined) return
  if (table !== undefined && !totals.isNamed(id.scope, table)) return
  const key = seriesKey(id)
  const known = points.get(key)
  points.set(key, { id, aggregate: known ? merged(known.aggregate, aggregate) : aggregate })
}

function writePoint(sink: MetricSink, id: SeriesId, labels: Labels, point: Aggregate): void {
  const { metric } = id
  const base = `${prefixes.get(id.namespace)}_${snakeCase(metric)}`
  const values = {
    sum: point.sum,
    sample_count: point.count,
    average: point.sum / point.count,
    maximum: point.max,
    minimum: point.min,
  }
  for (const [statistic, value] of Object.entries(values)) {
    sink.sample(`${base}_${statistic}`, familyOfStatistic(metric, statistic), { labels, value })
  }
}

export function familyOfStatistic(metric: string, statistic: string): Family {
  return { type: 'gauge', help: `${metric} of the last whole minute, ${statistic}.` }
}

function dimensionLabels({ dimensions }: SeriesId): Labels {
  return Object.fromEntries(dimensions.map(({ name, value }) => [snakeCase(name), value]))
}

export function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
