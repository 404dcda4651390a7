import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barChart } from './bar-chart.js'
import { lineChart, type LineChart } from './line-chart.js'

const chart: LineChart = {
  title: 'Cost',
  x: { label: 'items', scale: 'log' },
  y: { label: 'µs', scale: 'linear' },
  series: [
    {
      name: 'Query',
      points: [
        { x: 1000, y: 30 },
        { x: 10, y: 20 },
      ],
    },
  ],
}

function count(svg: string, part: string): number {
  return svg.split(part).length - 1
}

describe('line chart', () => {
  it('draws points from left to right, whatever their order', () => {
    const [, points = ''] = /polyline points="([^"]*)"/.exec(lineChart(chart))!
    const [first, second] = points.split(' ').map((point) => Number(point.split(',')[0]))
    assert.ok(first! < second!)
  })

  it('leaves out what a logarithmic axis has no place for', () => {
    const points = [{ x: 0, y: 1 }, ...chart.series[0]!.points, { x: 5, y: Number.NaN }]
    const svg = lineChart({ ...chart, series: [{ name: 'Query', points }] })
    assert.equal(count(svg, '<circle'), 2)
    assert.ok(!svg.includes('NaN') && !svg.includes('Infinity'))
  })

  it('says which series has no data', () => {
    const svg = lineChart({ ...chart, series: [...chart.series, { name: 'Scan', points: [] }] })
    assert.ok(svg.includes('Scan (no data)'))
    assert.equal(count(svg, '<polyline'), 1)
  })

  it('draws its axes without any series', () => {
    const svg = lineChart({ ...chart, series: [] })
    assert.ok(svg.includes('>items</text>'))
    assert.ok(!svg.includes('NaN') && !svg.includes('Infinity'))
  })

  it('escapes what it is given', () => {
    const hostile = '<script>"a" & \'b\'</script>'
    const svg = lineChart({ ...chart, title: hostile, series: [{ name: hostile, points: [] }] })
    assert.ok(!svg.includes('<script'))
    assert.ok(svg.includes('&lt;script&gt;&quot;a&quot; &amp; &apos;b&apos;&lt;/script&gt;'))
  })
})

describe('bar chart', () => {
  const bars = [
    { name: 'one', value: 2 },
    { name: 'two', value: 1 },
  ]

  it('draws lengths in proportion', () => {
    const svg = barChart({ title: 'Rates', unit: 'k/s', groups: [{ name: 'GetItem', bars }] })
    const widths = [...svg.matchAll(/width="([\d.]+)" height="14"/g)].map((found) =>
      Number(found[1]),
    )
    assert.equal(widths.length, 2)
    assert.ok(Math.abs(widths[0]! / widths[1]! - 2) < 0.01)
  })

  it('gives bars of one name one colour and one entry in the legend', () => {
    const groups = [
      { name: 'GetItem', bars },
      { name: 'PutItem', bars: bars.slice(1) },
    ]
    const svg = barChart({ title: 'Rates', unit: 'k/s', groups })
    assert.equal(count(svg, '>two</text>'), 1)
    const [, second] = [...svg.matchAll(/height="12" rx="2" fill="(#\w+)"/g)].map(
      ([, fill]) => fill,
    )
    assert.equal(count(svg, `height="14" rx="2" fill="${second}"`), 2)
  })

  it('draws bars without a value, groups without bars, and nothing at all', () => {
    const without = { name: 'PutItem', bars: [{ name: 'one', value: Number.NaN }] }
    for (const groups of [[], [{ name: 'GetItem', bars: [] }, without]]) {
      const svg = barChart({ title: 'Rates', unit: 'k/s', groups })
      assert.ok(!svg.includes('NaN') && !svg.includes('Infinity'))
    }
  })
})
