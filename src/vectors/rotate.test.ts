import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seed } from '../../test/support/chance.js'
import { vectorSet } from '../../test/support/vector-sets.js'
import { rotate } from './rotate.js'

describe(`turning vectors, by seed ${seed}`, () => {
  for (const dimensions of [1, 2, 64, 65, 127, 768, 4096]) {
    it(`keeps lengths and products: ${dimensions} dimensions`, () => {
      const next = vectorSet('isotropic', dimensions, seed)
      const [a, b] = [Float64Array.from(next()), Float64Array.from(next())]
      const before = [dot(a, a), dot(a, b)]
      for (const vector of [a, b]) rotate(vector)
      for (const [i, product] of [dot(a, a), dot(a, b)].entries()) {
        assert.ok(Math.abs(product - before[i]!) < 1e-9 * dimensions)
      }
    })
  }

  it('spreads what is in one number over many', () => {
    const dimensions = 768
    for (let i = 0; i < dimensions; i++) {
      const vector = new Float64Array(dimensions)
      vector[i] = 1
      rotate(vector)
      assert.ok(Math.max(...vector.map(Math.abs)) < 6 / Math.sqrt(dimensions))
    }
  })
})

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
