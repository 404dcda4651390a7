import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scaleOf, shortNumber, type ScaleKind } from './scale.js'

describe('scales of charts', () => {
  const rows: readonly (readonly [ScaleKind, readonly number[], readonly number[]])[] = [
    ['linear', [3, 10], [0, 2, 4, 6, 8, 10]],
    ['linear', [0.3], [0, 0.1, 0.2, 0.3]],
    ['linear', [-5, 5], [-6, -4, -2, 0, 2, 4, 6]],
    ['linear', [], [0, 0.2]],
    ['linear', [0, Number.NaN, Infinity], [0, 0.2]],
    ['log', [10, 1000], [10, 20, 50, 100, 200, 500, 1000]],
    ['log', [1, 1e6], [1, 10, 100, 1000, 1e4, 1e5, 1e6]],
    ['log', [0, -1, 3], [1, 2, 5, 10]],
    ['log', [0.02], [0.01, 0.02, 0.05, 0.1]],
    ['log', [], [1, 2, 5, 10]],
  ]
  for (const [kind, values, ticks] of rows) {
    it(`name ${ticks.join(' ')} for ${kind} [${values.join(' ')}]`, () => {
      assert.deepEqual(scaleOf(values, kind).ticks, ticks)
    })
  }

  it('give equal factors equal lengths on a logarithmic axis', () => {
    const { place } = scaleOf([1, 10_000], 'log')
    assert.equal(place(1), 0)
    assert.ok(Math.abs(place(100) - 0.5) < 1e-9)
    assert.equal(place(10_000), 1)
  })

  it('write numbers with at most three figures', () => {
    const written = [0, 0.123456, 950, 999.9, 22_843, 1_500_000, Number.NaN].map(shortNumber)
    assert.deepEqual(written, ['0', '0.123', '950', '1k', '22.8k', '1.5M', '-'])
  })
})
