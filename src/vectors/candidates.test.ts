import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areComplete, chooseCandidates, joinCandidates } from './candidates.js'
import { candidatesMax, candidatesMin } from './limits.js'

const falling = (length: number, error: number) =>
  Array.from({ length }, (_, i) => ({ key: -i, error }))

describe('candidates', () => {
  it('are at least a few more than wanted', () => {
    const { rows } = chooseCandidates({ rows: falling(500, 0) }, 10)
    assert.equal(rows.length, candidatesMin)
    assert.equal(chooseCandidates({ rows: falling(500, 0) }, 100).rows.length, 400)
    assert.equal(chooseCandidates({ rows: falling(5, 0) }, 10).rows.length, 5)
  })

  it('are all that may be as good as the last of the answer', () => {
    // The tenth has the key -9 and may be -109; the key -209 may be -109 too.
    const { rows } = chooseCandidates({ rows: falling(500, 100) }, 10)
    assert.equal(rows.at(-1)!.key, -209)
  })

  it('of several parts are those of all together', () => {
    const all = falling(500, 100)
    const parts = [0, 1, 2].map((part) => ({ rows: all.filter((_, i) => i % 3 === part) }))
    assert.deepEqual(joinCandidates(parts, 10).rows, chooseCandidates({ rows: all }, 10).rows)
  })

  it('of several parts are no more than there is room for, which is known', () => {
    const all = falling(3000, 2000)
    const parts = [0, 1, 2].map((part) => ({ rows: all.filter((_, i) => i % 3 === part) }))
    const joined = joinCandidates(parts, 10)
    assert.equal(joined.rows.length, candidatesMax)
    assert.deepEqual(joined.leftOut, { key: -candidatesMax, error: 2000 })
    assert.equal(areComplete(joined, 10), false)
  })

  for (const [leftOut, isComplete] of [
    [undefined, true],
    [{ key: -300, error: 100 }, true],
    [{ key: -209, error: 100 }, true],
    [{ key: -208, error: 100 }, false],
    // As good as the last one that is wanted.
    [{ key: -9, error: 100 }, true],
  ] as const) {
    it(`are ${isComplete ? '' : 'not '}complete without ${JSON.stringify(leftOut)}`, () => {
      assert.equal(areComplete({ rows: falling(500, 100), leftOut }, 10), isComplete)
    })
  }
})
