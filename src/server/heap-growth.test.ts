import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGrowthGiven } from './heap-growth.js'

describe('the growth of the heap', () => {
  const check = (given: readonly string[], expected: boolean) =>
    it(`${given.join(' ') || 'nothing'} ${expected ? 'decides' : 'does not decide'} about it`, () => {
      assert.equal(isGrowthGiven(given), expected)
    })
  check([], false)
  check([''], false)
  check(['--max-old-space-size=512'], false)
  check(['--heap-growing-percent=300'], true)
  check(['--max-semi-space-size=8 --heap_growing_percent=300'], true)
})
