import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from './attribute-value.js'
import { itemSizeBytes, valueSizeBytes } from './item-size.js'

describe('size of a value', () => {
  const check = (value: AttributeValue, expected: number) => {
    it(`${JSON.stringify(value)} counts ${expected}`, () => {
      assert.equal(valueSizeBytes(value), expected)
    })
  }
  check({ S: '' }, 0)
  check({ S: 'abc' }, 3)
  check({ S: 'é' }, 2)
  check({ S: '😀' }, 4)
  check({ S: 'é'.repeat(24) }, 48)
  check({ S: `${'a'.repeat(24)}é` }, 26)
  check({ B: '' }, 0)
  check({ B: 'AQ==' }, 1)
  check({ B: 'AQI=' }, 2)
  check({ B: 'AQID' }, 3)
  check({ BOOL: true }, 1)
  check({ NULL: true }, 1)
  check({ N: '0' }, 1)
  check({ N: '1' }, 2)
  check({ N: '12' }, 2)
  check({ N: '123' }, 3)
  check({ N: '-1' }, 3)
  check({ N: '100' }, 2)
  check({ N: '1000' }, 2)
  check({ N: '1.2' }, 3)
  check({ N: '0.1' }, 2)
  check({ N: '0.01' }, 2)
  check({ N: '0.001' }, 2)
  check({ N: '12.345' }, 4)
  check({ N: '-0.0012' }, 3)
  check({ N: '-120000' }, 3)
  check({ N: '9'.repeat(38) }, 20)
  check({ N: `-${'9'.repeat(38)}` }, 21)
  check({ SS: ['a', 'bc'] }, 3)
  check({ NS: ['1', '-1'] }, 5)
  check({ BS: ['AQ==', 'AQI='] }, 3)
  check({ L: [] }, 3)
  check({ L: [{ S: 'a' }, { NULL: true }] }, 7)
  check({ M: {} }, 3)
  check({ M: { ab: { S: 'c' } } }, 7)
})

describe('size of an item', () => {
  it('adds names and values', () => {
    assert.equal(itemSizeBytes({ pk: { S: 'abc' }, né: { N: '12' } }), 2 + 3 + 3 + 2)
  })
})
