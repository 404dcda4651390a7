import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countersOf, mergeShown, ShownMetricsSink, writeShown } from './shown-metrics.js'

const counter = { type: 'counter', help: 'c' } as const
const gauge = { type: 'gauge', help: 'g' } as const
const histogram = { type: 'histogram', help: 'h' } as const

/** What a worker shows that has counted so much. */
function shownBy(worker: string, count: number) {
  const sink = new ShownMetricsSink()
  const labels = { table: 'Tab' }
  sink.sample('requests_total', counter, { labels, value: count })
  sink.sample('memory', gauge, { labels: { worker }, value: count })
  sink.sample('cpu_total', counter, { labels: { worker }, value: count })
  sink.sample('table_bytes', gauge, { labels, value: 100 + count })
  const buckets = new Float64Array([count, 1])
  sink.histogram('seconds', histogram, { labels, bounds: [1], buckets, count: count + 1, sum: 7 })
  const minute = { sum: 2 * count, sample_count: count, average: 2, maximum: count, minimum: count }
  for (const [name, value] of Object.entries(minute)) {
    sink.sample(`aws_dynamodb_x_${name}`, gauge, { labels, value })
  }
  return sink.all
}

function valuesOf(shown: ReturnType<typeof mergeShown>) {
  const found: Record<string, unknown> = {}
  const add = (name: string, { worker = '' } = {}, value: unknown) =>
    (found[`${name}${worker}`] = value)
  writeShown(
    {
      sample: (name, _family, { labels, value }) => add(name, labels, value),
      histogram: (name, _family, { labels, buckets, count, sum }) =>
        add(name, labels, { buckets: Array.from(buckets), count, sum }),
    },
    shown,
  )
  return found
}

describe('the metrics of several workers', () => {
  it('are one: sums of counters and points, and gauges of each process', () => {
    const sent = JSON.parse(JSON.stringify([shownBy('1', 1), shownBy('2', 3)])) as ReturnType<
      typeof shownBy
    >[]
    assert.deepEqual(valuesOf(mergeShown(sent)), {
      requests_total: 4,
      memory1: 1,
      memory2: 3,
      cpu_total1: 1,
      cpu_total2: 3,
      table_bytes: 103,
      seconds: { buckets: [4, 2], count: 6, sum: 14 },
      aws_dynamodb_x_sum: 8,
      aws_dynamodb_x_sample_count: 4,
      aws_dynamodb_x_average: 2,
      aws_dynamodb_x_maximum: 3,
      aws_dynamodb_x_minimum: 1,
    })
  })

  it('keep the counters of one that is gone', () => {
    const left = countersOf(shownBy('1', 5))
    assert.deepEqual(Object.keys(valuesOf(left)), ['requests_total', 'seconds'])
    assert.equal(valuesOf(mergeShown([left, shownBy('1', 0)]))['requests_total'], 5)
  })
})
