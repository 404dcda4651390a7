import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chartPlans, chartsOf, queriesFor } from './chart-plans.js'
import { momentsOf, rangeNamed, spanOf, timeRanges } from './time-range.js'

const nowMs = Date.parse('2026-11-16T12:00:30Z')
const span = spanOf(rangeNamed('15m'), nowMs)
const subject = { table: 'Music' }

describe('a range of time', () => {
  it('ends with the period under way, at a border of periods', () => {
    assert.equal(new Date(span.end * 1000).toISOString(), '2026-11-16T12:01:00.000Z')
    assert.equal(momentsOf(span).length, 15)
    assert.equal(momentsOf(span).at(-1), span.end - 60)
  })

  it('never has more points than a screen has room for', () => {
    for (const range of timeRanges) assert.ok(range.seconds / range.periodSeconds <= 400)
  })

  it('is an hour if the address says nothing or nonsense', () => {
    assert.equal(rangeNamed(undefined).name, '1h')
    assert.equal(rangeNamed('9y').name, '1h')
  })
})

describe('what is asked for', () => {
  it('fits one request, with names that are unique', () => {
    const queries = queriesFor(chartPlans(subject, 'p99'), subject, span)
    assert.ok(queries.length <= 500)
    assert.equal(new Set(queries.map(({ Id }) => Id)).size, queries.length)
  })

  it('is about the table, or about one of its indexes', () => {
    const index = { table: 'Music', index: 'ByYear' }
    const [query] = queriesFor(chartPlans(index, 'p50'), index, span)
    assert.deepEqual(query!.MetricStat!.Metric.Dimensions, [
      { Name: 'TableName', Value: 'Music' },
      { Name: 'GlobalSecondaryIndexName', Value: 'ByYear' },
    ])
    const titles = chartPlans(index, 'p50').map(({ title }) => title)
    assert.deepEqual(titles, ['Read capacity', 'Write capacity', 'Throttled requests'])
  })
})

describe('charts', () => {
  const plans = chartPlans(subject, 'p99')

  it('show sums as rates, and nothing as zero', () => {
    const results = [{ Id: 'c0s0', Timestamps: [span.start, span.start + 120], Values: [120, 30] }]
    const [reads] = chartsOf(plans, results, span)
    assert.deepEqual(
      reads!.series.map(({ label }) => label),
      ['Consumed'],
    )
    assert.deepEqual(reads!.series[0]!.values.slice(0, 4), [2, 0, 0.5, 0])
  })

  it('show no latency where there was no request', () => {
    const results = [{ Id: 'c3s0', Timestamps: [span.start + 60], Values: [1.5] }]
    const latency = chartsOf(plans, results, span)[3]!
    assert.deepEqual(latency.series[0]!.values.slice(0, 3), [null, 1.5, null])
  })

  it('do not show a fall to zero that is only a minute under way', () => {
    const results = [{ Id: 'c0s0', Timestamps: [span.end - 180], Values: [60] }]
    assert.deepEqual(chartsOf(plans, results, span)[0]!.series[0]!.values.slice(-4), [
      0,
      1,
      null,
      null,
    ])
  })

  it('show a level until it changes', () => {
    const results = [{ Id: 'c0s1', Timestamps: [span.start + 60], Values: [5] }]
    assert.deepEqual(chartsOf(plans, results, span)[0]!.series[0]!.values.slice(0, 3), [null, 5, 5])
  })

  it('join the pages of an answer', () => {
    const results = [
      { Id: 'c3s0', Timestamps: [span.start], Values: [1] },
      { Id: 'c3s0', Timestamps: [span.start + 60], Values: [2] },
    ]
    assert.deepEqual(chartsOf(plans, results, span)[3]!.series[0]!.values.slice(0, 3), [1, 2, null])
  })

  it('leave out what was never measured', () => {
    assert.deepEqual(
      chartsOf(plans, [{ Id: 'c2s0', Timestamps: [], Values: [] }], span)[2]!.series,
      [],
    )
  })
})
