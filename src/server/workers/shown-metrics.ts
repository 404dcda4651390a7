/** Metrics as one process shows them to another, and what they are together. */
import type { BucketedValues, Family, Labels, MetricSink } from '../../metrics/metric-sink.js'

interface ShownSample {
  readonly name: string
  readonly family: Family
  readonly labels: Labels
  readonly value: number
}

interface ShownHistogram {
  readonly name: string
  readonly family: Family
  readonly values: Omit<BucketedValues, 'buckets'> & { readonly buckets: readonly number[] }
}

export type ShownMetric = ShownSample | ShownHistogram

/** Keeps what is written to it, so that it can be sent. */
export class ShownMetricsSink implements MetricSink {
  readonly all: ShownMetric[] = []

  sample(
    name: string,
    family: Family,
    { labels = {}, value }: Parameters<MetricSink['sample']>[2],
  ) {
    this.all.push({ name, family, labels, value })
  }

  histogram(name: string, family: Family, values: BucketedValues): void {
    this.all.push({ name, family, values: { ...values, buckets: Array.from(values.buckets) } })
  }
}

export function writeShown(sink: MetricSink, shown: readonly ShownMetric[]): void {
  for (const each of shown) {
    if ('values' in each) sink.histogram(each.name, each.family, each.values)
    else sink.sample(each.name, each.family, each)
  }
}

/**
 * Counters and histograms are added up. Gauges of a process carry its worker's number, so they stay apart; of what
 * several show about the same table, the largest counts, and the statistics of a minute are those of all its points.
 */
export function mergeShown(parts: readonly (readonly ShownMetric[])[]): readonly ShownMetric[] {
  const merged = new Map<string, ShownMetric>()
  for (const each of parts.flat()) {
    const key = keyOf(each.name, 'values' in each ? each.values.labels : each.labels)
    const known = merged.get(key)
    merged.set(key, known === undefined ? each : together(known, each))
  }
  return [...merged.values()].map((each) => withAverage(each, merged))
}

/** What is left of a process that is gone: its counters, which must not fall. */
export function countersOf(shown: readonly ShownMetric[]): readonly ShownMetric[] {
  return shown.filter(
    (each) =>
      each.family.type !== 'gauge' && !('labels' in each && each.labels['worker'] !== undefined),
  )
}

function together(one: ShownMetric, other: ShownMetric): ShownMetric {
  if ('values' in one && 'values' in other) return sumOfHistograms(one, other)
  if ('values' in one || 'values' in other) return one
  return { ...one, value: combinerOf(one)(one.value, other.value) }
}

function combinerOf({ name, family }: ShownSample): (one: number, other: number) => number {
  if (family.type !== 'gauge' || isSummed(name)) return (one, other) => one + other
  return ofAMinute(name) && name.endsWith('_minimum') ? Math.min : Math.max
}

function isSummed(name: string): boolean {
  return ofAMinute(name) && /_(?:sum|sample_count)$/.test(name)
}

/** The names that CloudWatch's exporters give the last whole minute. */
function ofAMinute(name: string): boolean {
  return name.startsWith('aws_')
}

function withAverage(each: ShownMetric, merged: ReadonlyMap<string, ShownMetric>): ShownMetric {
  if ('values' in each || !ofAMinute(each.name) || !each.name.endsWith('_average')) return each
  const base = each.name.slice(0, -'_average'.length)
  const sum = merged.get(keyOf(`${base}_sum`, each.labels))
  const count = merged.get(keyOf(`${base}_sample_count`, each.labels))
  if (sum === undefined || count === undefined || 'values' in sum || 'values' in count) return each
  return { ...each, value: sum.value / count.value }
}

function sumOfHistograms(one: ShownHistogram, other: ShownHistogram): ShownHistogram {
  const { values } = one
  const buckets = values.buckets.map((count, i) => count + (other.values.buckets[i] ?? 0))
  const count = values.count + other.values.count
  return { ...one, values: { ...values, buckets, count, sum: values.sum + other.values.sum } }
}

function keyOf(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([name, pairs])
}
