import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Aggregate } from './aggregate.js'
import { binOf } from './histogram.js'
import { parseStatistic, statisticOf } from './statistics.js'

function aggregate(values: readonly number[]): Aggregate {
  const histogram = new Map<number, number>()
  for (const value of values) histogram.set(binOf(value), (histogram.get(binOf(value)) ?? 0) + 1)
  const sum = values.reduce((total, value) => total + value, 0)
  return {
    count: values.length,
    sum,
    min: Math.min(...values),
    max: Math.max(...values),
    histogram,
  }
}

function asked(text: string, values: Aggregate): number | undefined {
  const statistic = parseStatistic(text)
  assert.ok(statistic !== undefined, `${text} is a statistic`)
  return statisticOf(statistic, values)
}

const thousand = aggregate(Array.from({ length: 1000 }, (_, index) => index + 1))

describe('the statistics of a period', () => {
  const exact: readonly (readonly [string, number])[] = [
    ['SampleCount', 1000],
    ['Sum', 500_500],
    ['Average', 500.5],
    ['Minimum', 1],
    ['Maximum', 1000],
    ['p0', 1],
    ['p100', 1000],
    ['TC(0%:10%)', 100],
    ['tc90', 900],
  ]
  for (const [text, expected] of exact) {
    it(`are exact for ${text}`, () => assert.equal(asked(text, thousand), expected))
  }

  const close: readonly (readonly [string, number])[] = [
    ['p50', 500],
    ['p99', 990],
    ['p99.9000000000', 999],
    ['p2.5', 25],
    ['tm90', 450],
    ['TM(10%:90%)', 500],
    ['IQM', 500],
    ['TM(100:200)', 150],
    ['TM(:200)', 100],
    ['wm90', 495],
    ['WM(10%:90%)', 500],
    ['ts50', 125_000],
    ['TS(900:)', 95_000],
    ['TC(100:200)', 100],
    ['PR(:300)', 30],
    ['PR(100:300)', 20],
  ]
  for (const [text, expected] of close) {
    it(`are right to 5% for ${text}`, () => {
      const found = asked(text, thousand)!
      assert.ok(Math.abs(found - expected) <= expected * 0.05, `${found} is not near ${expected}`)
    })
  }

  it('know values that are not above 0', () => {
    const values = aggregate([0, 0, 0, 8])
    assert.equal(asked('p50', values), 0)
    assert.equal(asked('p100', values), 8)
    assert.equal(asked('PR(:0)', values), 75)
    assert.equal(asked('p0', aggregate([-4, 2])), -4)
    assert.equal(asked('p50', aggregate([-4, 2])), 0)
  })

  it('need no histogram if all values are equal', () => {
    assert.equal(asked('p99', { count: 3, sum: 15, min: 5, max: 5 }), 5)
    assert.equal(asked('tm10', { count: 3, sum: 15, min: 5, max: 5 }), 5)
  })

  it('are unknown if the values are', () => {
    assert.equal(asked('p99', { count: 2, sum: 3, min: 1, max: 2 }), undefined)
    assert.equal(asked('Average', { count: 0, sum: 0, min: 0, max: 0 }), undefined)
    assert.equal(asked('TM(2000:)', thousand), undefined)
  })

  const unknown =
    'sum p p101 p-1 p1.12345678901 P50 tm tm101 TM() TM(:) TM(10%:20) TM(90%:10%) TM(5:5) PR(1%:2%) TM(0%:101%) iqm'
  for (const text of unknown.split(' ')) {
    it(`do not include ${text}`, () => assert.equal(parseStatistic(text), undefined))
  }
})
