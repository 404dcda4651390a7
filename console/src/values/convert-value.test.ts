import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { typeOfValue, valueTypes, type AttributeValue, type ValueType } from './attribute-value.js'
import { convertValue, emptyValue } from './convert-value.js'
import { diceOf, randomValue } from './random-items-suite.js'

describe('a value in another type', () => {
  const check = (value: AttributeValue, type: ValueType, expected: AttributeValue): void => {
    it(`${JSON.stringify(value)} as ${type}`, () =>
      assert.deepEqual(convertValue(value, type), expected))
  }
  const long = '12345678901234567890123456789012345678'
  check({ N: long }, 'S', { S: long })
  check({ S: long }, 'N', { N: long })
  check({ S: 'x' }, 'N', { N: '0' })
  check({ S: 'é' }, 'B', { B: 'w6k=' })
  check({ B: 'w6k=' }, 'S', { S: 'é' })
  check({ SS: ['a', 'b'] }, 'L', { L: [{ S: 'a' }, { S: 'b' }] })
  check({ L: [{ S: 'a' }, { N: '1' }, { S: 'a' }] }, 'SS', { SS: ['a', '1'] })
  check({ S: 'a' }, 'SS', { SS: ['a'] })
  check({ M: { a: { N: '1' } } }, 'S', { S: '{"a":1}' })
  check({ S: 'true' }, 'BOOL', { BOOL: true })

  it('has the type that was asked for, whatever it was', () => {
    for (let seed = 1; seed < 200; seed++) {
      const value = randomValue(diceOf(seed), 2)
      for (const type of valueTypes) assert.equal(typeOfValue(convertValue(value, type)), type)
    }
    for (const type of valueTypes) assert.equal(typeOfValue(emptyValue(type)), type)
  })
})
