import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFragment, writeFragment } from './fragment.js'
import { readKeyValue, writeKeyValue } from './key-value.js'

describe('the fragment of an address', () => {
  it('keeps every value', () => {
    const values = { m: 'query', pk: 'S:USER#42 & more=1', empty: '' }
    assert.deepEqual(readFragment(writeFragment(values)), values)
  })

  it('leaves out what is undefined', () => {
    assert.equal(writeFragment({ a: undefined }), '')
  })

  it('survives damage', () => {
    assert.deepEqual(readFragment('#a=%E0%A4%A&b'), { a: '%E0%A4%A', b: '' })
  })
})

describe('values of keys in an address', () => {
  for (const value of [{ S: 'USER#42:x\n' }, { N: '12345678901234567890.5' }, { B: 'AAE=' }]) {
    it(`keeps ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readKeyValue(writeKeyValue(value)), value)
    })
  }

  it('knows nothing else', () => assert.equal(readKeyValue('SS:a'), undefined))
})
