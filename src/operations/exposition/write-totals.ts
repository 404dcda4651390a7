/** The totals as lines. */
import type { Labels, MetricSink } from '../../metrics/metric-sink.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import { durationBounds } from './duration-buckets.js'
import type { ExposedTotals, Total } from './exposed-totals.js'
import { families } from './families.js'
import type { LabelsOfScope } from './scope-labels.js'

/** Some microseconds: a duration has many lines. */
const stepsPerTotal = 500

export async function writeTotals(
  sink: MetricSink,
  totals: ExposedTotals,
  labelsOf: LabelsOfScope,
): Promise<void> {
  const steps = new Steps()
  for (const each of totals.all()) {
    for (const total of each.all()) {
      writeTotal(sink, total, { ...labelsOf(each), table: each.table })
      if (steps.take(stepsPerTotal)) await nextTurn()
    }
  }
}

function writeTotal(sink: MetricSink, total: Total, owner: Labels): void {
  const { family, count, sum, buckets } = total
  const labels = { ...owner, ...total.labels }
  if (buckets === undefined) {
    sink.sample(family, families[family]!, { labels, value: sum })
    return
  }
  const durations = { labels, bounds: durationBounds, buckets, count, sum: sum / 1000 }
  sink.histogram(family, families[family]!, durations)
  const ok = { labels: { ...labels, code: 'OK' }, value: count }
  sink.sample('gramme_requests_total', families['gramme_requests_total']!, ok)
}
