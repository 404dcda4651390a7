/** Series as CloudWatch writes them. */
import type { Metric } from '../../api/generated/cloudwatch-types.js'
import type { SeriesId } from '../../metrics/series.js'

export function metricShape({ namespace, metric, dimensions }: SeriesId): Metric {
  return {
    Namespace: namespace,
    MetricName: metric,
    Dimensions: dimensions.map(({ name, value }) => ({ Name: name, Value: value })),
  }
}
