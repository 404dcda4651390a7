/** The totals as lines. */
import { nextTurn, Steps } from '../../stdx/turns.js'
import { durationBounds } from './duration-buckets.js'
import type { Labels } from './exposed-series.js'
import type { ExposedTotals, Total } from './exposed-totals.js'
import { families } from './families.js'
import type { LabelsOfScope } from './scope-labels.js'
import type { TextWriter } from './text-writer.js'

/** Some microseconds: a duration has many lines. */
const stepsPerTotal = 500

export async function writeTotals(
  writer: TextWriter,
  totals: ExposedTotals,
  labelsOf: LabelsOfScope,
): Promise<void> {
  const steps = new Steps()
  for (const each of totals.all()) {
    for (const total of each.all()) {
      writeTotal(writer, total, { ...labelsOf(each), table: each.table })
      if (steps.take(stepsPerTotal)) await nextTurn()
    }
  }
}

function writeTotal(writer: TextWriter, total: Total, owner: Labels): void {
  const { family, sum } = total
  const labels = { ...owner, ...total.labels }
  if (total.buckets === undefined) {
    writer.sample(family, families[family]!, { labels, value: sum })
    return
  }
  writeDuration(writer, total, labels)
  const ok = { labels: { ...labels, code: 'OK' }, value: total.count }
  writer.sample('gramme_requests_total', families['gramme_requests_total']!, ok)
}

function writeDuration(writer: TextWriter, total: Total, labels: Labels): void {
  const { family, buckets = [], count, sum } = total
  const description = families[family]!
  let below = 0
  for (const [i, bound] of durationBounds.entries()) {
    below += buckets[i] ?? 0
    const le = String(bound)
    writer.sample(family, description, {
      labels: { ...labels, le },
      value: below,
      suffix: '_bucket',
    })
  }
  const all = { labels: { ...labels, le: '+Inf' }, value: count, suffix: '_bucket' }
  writer.sample(family, description, all)
  writer.sample(family, description, { labels, value: sum / 1000, suffix: '_sum' })
  writer.sample(family, description, { labels, value: count, suffix: '_count' })
}
