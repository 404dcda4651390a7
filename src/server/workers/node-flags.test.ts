import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedBytesMin } from './limits.js'
import { environmentOf } from './node-flags.js'

describe('the environment of a worker', () => {
  it('is that of its supervisor, and has large pieces of memory returned', () => {
    assert.deepEqual(environmentOf({ HOME: '/home/one' }), {
      HOME: '/home/one',
      MALLOC_MMAP_THRESHOLD_: String(mappedBytesMin),
    })
  })

  it('keeps what an operator has decided', () => {
    const given = { MALLOC_MMAP_THRESHOLD_: '65536' }
    assert.deepEqual(environmentOf(given), given)
  })
})
