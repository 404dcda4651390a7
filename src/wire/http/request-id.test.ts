import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemRandom } from '../../stdx/random.js'
import { idsPerPool, requestIds } from './request-id.js'

describe('request ids', () => {
  it('are all different, even after more randomness was fetched', () => {
    const next = requestIds(systemRandom).letters
    const ids = Array.from({ length: 2 * idsPerPool + 1 }, () => next())
    for (const id of ids) assert.match(id, /^[A-Z0-9]{52}$/)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('use every letter and digit', () => {
    const everyByte = Uint8Array.from({ length: 52 * idsPerPool }, (_, i) => i)
    const next = requestIds({ uuid: () => '', bytes: () => everyByte }).letters
    const letters = new Set(Array.from({ length: 5 }, () => next()).join(''))
    assert.equal(letters.size, 36)
  })
})
