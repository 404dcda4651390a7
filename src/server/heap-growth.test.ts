import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGrowthGiven } from './heap-growth.js'

function check(nodeFlags: readonly string[], expected: boolean): void {
  const what = nodeFlags.join(' ') || 'nothing'
  it(`${what} ${expected ? 'decides' : 'does not decide'} about it`, () => {
    assert.equal(isGrowthGiven(nodeFlags), expected)
  })
}

describe('the growth of the heap', () => {
  check([], false)
  check(['--max-old-space-size=512'], false)
  check(['--heap-growing-percent=300'], true)
  check(['--max-semi-space-size=8', '--heap_growing_percent=300'], true)
})
