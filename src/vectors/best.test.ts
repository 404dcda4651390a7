import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../../test/support/chance.js'
import { Best } from './best.js'

describe(`the best rows, by seed ${seed}`, () => {
  const chance = chanceOf(seed)

  for (const [offered, sizeMax] of [
    [0, 3],
    [2, 3],
    [3, 3],
    [500, 1],
    [5000, 100],
  ] as const) {
    it(`keeps ${sizeMax} of ${offered}`, () => {
      const best = new Best(sizeMax)
      const rows = Array.from({ length: offered }, (_, entry) => ({
        key: chance(),
        error: chance(),
        entry,
      }))
      for (const { key, error, entry } of rows) best.offer(key, error, entry)
      const expected = rows.toSorted((a, b) => b.key - a.key).slice(0, sizeMax)
      assert.deepEqual(best.sorted(), expected)
      assert.equal(best.isFull, offered >= sizeMax)
      assert.equal(best.threshold, offered >= sizeMax ? expected.at(-1)!.key : -Infinity)
    })
  }
})
