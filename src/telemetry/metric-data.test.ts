import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MetricDataSink } from './metric-data.js'
import { loadTelemetry } from './telemetry-packages.js'

const packages = await loadTelemetry()
const { DataPointType } = packages.metrics

describe('metrics for a collector', () => {
  it('are sums, gauges and histograms under the names of the page', () => {
    const sink = new MetricDataSink(packages, [1, 0], [2, 0])
    const labels = { table: 'Tab', index: '' }
    sink.sample('a_total', { type: 'counter', help: 'A.' }, { labels, value: 3 })
    sink.sample('b_bytes', { type: 'gauge', help: 'B.' }, { value: 4 })
    const values = { labels, bounds: [0.1, 1], buckets: [5, 6, 7], count: 18, sum: 9 }
    sink.histogram('c_seconds', { type: 'histogram', help: 'C.' }, values)
    const all = sink.all()
    assert.deepEqual(
      all.map(({ descriptor, dataPointType }) => [descriptor.name, descriptor.unit, dataPointType]),
      [
        ['a_total', '', DataPointType.SUM],
        ['b_bytes', 'By', DataPointType.GAUGE],
        ['c_seconds', 's', DataPointType.HISTOGRAM],
      ],
    )
    const [sum, , histogram] = all.map(({ dataPoints }) => dataPoints[0])
    const common = { startTime: [1, 0], endTime: [2, 0], attributes: { table: 'Tab' } }
    assert.deepEqual(sum, { ...common, value: 3 })
    const buckets = { boundaries: [0.1, 1], counts: [5, 6, 7] }
    assert.deepEqual(histogram, { ...common, value: { buckets, count: 18, sum: 9 } })
  })
})
