/** Scores as the service has been seen to print them, and their order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, seed } from '../../test/support/chance.js'
import type { VectorDistance } from '../model/table.js'
import { compareScores, queryVector, scoreOf } from './distance.js'
import { floatOf, floatText } from './float-text.js'

type Row = readonly [VectorDistance, readonly number[], readonly number[], number]

const rows: readonly Row[] = [
  ['cosine', [1, 0], [1, 0], 0],
  ['cosine', [1, 0], [0, 1], 1],
  ['cosine', [1, 0], [-1, 0], 2],
  ['cosine', [1, 0], [0.6, 0.8], 0.3999999761581421],
  ['cosine', [0, 0], [1, 0], 1],
  ['cosine', [1, 0], [0, 0], 1],
  ['cosine', [3e38, 3e38], [3e38, 3e38], 0],
  ['dot-product', [1, 2], [3, -4], -5],
  ['dot-product', [1, 0], [0.6, 0.8], 0.6000000238418579],
  ['dot-product', [3e38, 3e38], [3e38, 3e38], 3.4028234663852886e38],
  ['dot-product', [3e38, 3e38], [-3e38, -3e38], -3.4028234663852886e38],
  ['euclidean', [0, 0], [3, 4], 5],
  ['euclidean', [1, 0], [0.6, 0.8], 0.8944271802902222],
  ['euclidean', [3e38, 3e38], [-3e38, -3e38], 3.4028234663852886e38],
]

describe('scores', () => {
  for (const [distance, a, b, score] of rows) {
    it(`${distance} of ${a.join()} and ${b.join()} is ${score}`, () => {
      const query = queryVector(Float32Array.from(a))
      assert.equal(scoreOf(distance, query, Float32Array.from(b)), score)
    })
  }

  it('are better if they are less, but dot products if they are more', () => {
    assert.ok(compareScores('cosine', 0, 1) < 0)
    assert.ok(compareScores('euclidean', 0, 1) < 0)
    assert.ok(compareScores('dot-product', 0, 1) > 0)
  })
})

describe('numbers of vectors', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['1', '1.0'],
    ['-2', '-2.0'],
    ['0', '0.0'],
    ['0.1', '0.1'],
    ['0.123456789123', '0.12345679'],
    ['16777217', '16777216.0'],
    ['0.00001', '0.00001'],
    ['0.000001', '1e-6'],
    ['340282350000000000000000000000000000000', '3.4028235e38'],
    ['0.0000000000000000000000000000000000000000000001', '0.0'],
  ]
  for (const [written, shown] of texts) {
    it(`${written} is shown as ${shown}`, () => assert.equal(floatText(floatOf(written)!), shown))
  }

  it(`are shown with the fewest digits that mean the same float (GRAMME_SEED=${seed})`, () => {
    const chance = chanceOf(seed)
    const view = new DataView(new ArrayBuffer(4))
    // Every exponent, from those of the smallest floats on.
    for (let exponent = 0; exponent < 255; exponent++) {
      for (let n = 0; n < 40; n++) {
        view.setUint32(0, exponent * 2 ** 23 + below(chance, 2 ** below(chance, 24)))
        const value = view.getFloat32(0)
        const shown = floatText(value)
        assert.equal(floatOf(shown), value)
        const digits = shown
          .replace(/e.*/, '')
          .replace('.', '')
          .replace(/^0+|0+$/g, '').length
        if (digits > 1) assert.notEqual(Math.fround(Number(value.toPrecision(digits - 1))), value)
      }
    }
  })

  it('are refused beyond the largest float', () => {
    assert.equal(floatOf('340282360000000000000000000000000000000'), undefined)
    assert.equal(floatOf('-3.5E38'), undefined)
  })
})
