import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { quotaOf } from './usable-cores.js'

describe('the cores that a process may use', () => {
  for (const [text, cores] of [
    ['max 100000\n', undefined],
    ['-1 100000\n', undefined],
    [undefined, undefined],
    ['250000 100000\n', 2.5],
    ['50000 100000\n', 1],
  ] as const) {
    it(`a container with ${JSON.stringify(text)} has ${cores ?? 'all'} cores`, () => {
      assert.equal(quotaOf(text), cores)
    })
  }
})
