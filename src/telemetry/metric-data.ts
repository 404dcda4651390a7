/** Gathers metrics in the form in which OpenTelemetry sends them. Counters and histograms are sums since the start. */
import type { Attributes, HrTime } from '@opentelemetry/api'
import type { DataPoint, Histogram, MetricData, MetricDescriptor } from '@opentelemetry/sdk-metrics'
import type { BucketedValues, Family, Labels, MetricSink } from '../metrics/metric-sink.js'
import type { TelemetryPackages } from './telemetry-packages.js'

interface Gathered<T> {
  readonly descriptor: MetricDescriptor
  readonly type: Family['type']
  readonly points: DataPoint<T>[]
}

export class MetricDataSink implements MetricSink {
  readonly #packages: TelemetryPackages
  readonly #times: Pick<DataPoint<number>, 'startTime' | 'endTime'>
  readonly #numbers = new Map<string, Gathered<number>>()
  readonly #histograms = new Map<string, Gathered<Histogram>>()

  constructor(packages: TelemetryPackages, startTime: HrTime, endTime: HrTime) {
    this.#packages = packages
    this.#times = { startTime, endTime }
  }

  sample(name: string, family: Family, sample: { labels?: Labels; value: number }): void {
    const { labels = {}, value } = sample
    const attributes = attributesOf(labels)
    this.#of(this.#numbers, name, family).points.push({ ...this.#times, attributes, value })
  }

  histogram(name: string, family: Family, values: BucketedValues): void {
    const { labels, bounds, buckets, count, sum } = values
    const value = { buckets: { boundaries: [...bounds], counts: Array.from(buckets) }, count, sum }
    const attributes = attributesOf(labels)
    this.#of(this.#histograms, name, family).points.push({ ...this.#times, attributes, value })
  }

  all(): MetricData[] {
    const { AggregationTemporality, DataPointType } = this.#packages.metrics
    const aggregationTemporality = AggregationTemporality.CUMULATIVE
    const numbers = [...this.#numbers.values()].map(({ descriptor, type, points }): MetricData => {
      const common = { descriptor, aggregationTemporality, dataPoints: points }
      if (type === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE }
      return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true }
    })
    const histograms = [...this.#histograms.values()].map(({ descriptor, points }): MetricData => {
      const common = { descriptor, aggregationTemporality, dataPoints: points }
      return { ...common, dataPointType: DataPointType.HISTOGRAM }
    })
    return [...numbers, ...histograms]
  }

  #of<T>(gathered: Map<string, Gathered<T>>, name: string, family: Family): Gathered<T> {
    const known = gathered.get(name)
    if (known !== undefined) return known
    const { ValueType } = this.#packages.api
    const unit = unitOf(name)
    const descriptor = { name, description: family.help, unit, valueType: ValueType.DOUBLE }
    const added = { descriptor, type: family.type, points: [] }
    gathered.set(name, added)
    return added
  }
}

function attributesOf(labels: Labels): Attributes {
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''))
}

/** As UCUM writes it. What is counted has none. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}
