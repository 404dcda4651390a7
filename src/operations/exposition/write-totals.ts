/** The totals as lines. */
import type { Labels, MetricSink } from '../../metrics/metric-sink.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
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
  const { family, count, sum, durations, buckets } = total
  const labels = { ...owner, ...total.labels }
  if (durations === undefined) {
    sink.sample(family, families[family]!, { labels, value: sum })
    return
  }
  const { bounds } = durations
  sink.histogram(family, families[family]!, { labels, bounds, buckets, count, sum: sum / 1000 })
  // What is answered by DAX is counted by its own series.
  if (family !== 'gramme_request_duration_seconds') return
  const ok = { labels: { ...labels, code: 'OK' }, value: count }
  sink.sample('gramme_requests_total', families['gramme_requests_total']!, ok)
}
