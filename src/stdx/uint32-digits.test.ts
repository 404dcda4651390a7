import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uint32Digits } from './uint32-digits.js'

const edges = [1_000, 1_000_000, 1_000_000_000, 2 ** 30, 2 ** 31, 2 ** 32]

describe('uint32Digits', () => {
  for (const edge of edges) {
    it(`around ${edge}`, () => {
      for (const number of [edge - 1, edge, edge + 7]) {
        if (number < 2 ** 32) assert.equal(uint32Digits(number), String(number))
      }
    })
  }

  it('of numbers from all over', () => {
    for (let number = 0; number < 2 ** 32; number += 9_999_991) {
      assert.equal(uint32Digits(number), String(number))
    }
  })
})
