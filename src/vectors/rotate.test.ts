import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seed } from '../../test/support/chance.js'
import { vectorSet } from '../../test/support/vector-sets.js'
import { Arena } from './arenas.js'
import { rotated } from './rotate.js'

describe(`turning vectors, by seed ${seed}`, () => {
  for (const dimensions of [8, 9, 64, 65, 127, 768, 4093, 4096]) {
    it(`keeps lengths and products: ${dimensions} dimensions`, () => {
      const next = vectorSet('isotropic', dimensions, seed)
      const [a, b] = [next(), next()]
      const arena = new Arena()
      const [turnedA, turnedB] = [a, b].map((each) => rotated(arena, each).slice())
      for (const [before, after] of [
        [dot(a, a), dot(turnedA!, turnedA!)],
        [dot(a, b), dot(turnedA!, turnedB!)],
      ] as const) {
        assert.ok(Math.abs(after - before) < 1e-5 * dimensions, `${after} instead of ${before}`)
      }
    })
  }

  it('spreads what is in one number over many', () => {
    const dimensions = 768
    const arena = new Arena()
    for (let i = 0; i < dimensions; i++) {
      const vector = new Float64Array(dimensions)
      vector[i] = 1
      const turned = rotated(arena, vector)
      assert.ok(Math.max(...turned.map(Math.abs)) < 6 / Math.sqrt(dimensions))
    }
  })
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
