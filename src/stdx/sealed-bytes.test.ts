import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemRandom } from './random.js'
import { openBytes, sealBytes } from './sealed-bytes.js'

const key = Buffer.alloc(32, 1)
const content = Buffer.from('content')

describe('sealed bytes', () => {
  it('open under their key, with what they are bound to', () => {
    assert.deepEqual(openBytes(key, sealBytes(key, content, systemRandom)), content)
    const bound = Buffer.from('place')
    const sealed = sealBytes(key, content, systemRandom, bound)
    assert.deepEqual(openBytes(key, sealed, bound), content)
    assert.equal(openBytes(key, sealed), undefined)
    assert.equal(openBytes(Buffer.alloc(32, 2), sealed, bound), undefined)
  })

  it('do not open if any byte was changed, or some are missing', () => {
    const sealed = sealBytes(key, content, systemRandom)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      assert.equal(openBytes(key, changed), undefined)
      assert.equal(openBytes(key, sealed.subarray(0, at)), undefined)
    }
  })

  it('are never the same', () => {
    const sealed = sealBytes(key, content, systemRandom)
    assert.notDeepEqual(sealBytes(key, content, systemRandom), sealed)
  })
})
