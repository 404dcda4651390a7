import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from './errors.js'
import { readAttributeValue, readItem, type RawAttributeValue } from './read-attribute-value.js'

const prefix = 'One or more parameter values were invalid: '

describe('reading a value', () => {
  const check = (name: string, raw: RawAttributeValue, expected: unknown) => {
    it(name, () => assert.deepEqual(readAttributeValue(raw), expected))
  }
  check('keeps an empty string', { S: '' }, { S: '' })
  check('keeps an empty binary', { B: '' }, { B: '' })
  check('normalises a number', { N: '1.50' }, { N: '1.5' })
  check('normalises a number set', { NS: ['1.0', '2'] }, { NS: ['1', '2'] })
  check(
    'normalises inside lists and maps',
    { L: [{ M: { a: { N: '1e1' } } }] },
    { L: [{ M: { a: { N: '10' } } }] },
  )
  check(
    'puts sets in order',
    { L: [{ SS: ['b', 'B', 'a'] }, { NS: ['10', '9', '-1.5'] }, { BS: ['/w==', 'AQ=='] }] },
    { L: [{ SS: ['B', 'a', 'b'] }, { NS: ['-1.5', '9', '10'] }, { BS: ['AQ==', '/w=='] }] },
  )
  check('keeps empty lists and maps', { L: [{ M: {} }] }, { L: [{ M: {} }] })

  it('shares what is in normal form already', () => {
    const raw = { pk: { S: 'a' }, n: { N: '1' }, m: { M: { x: { BOOL: true } } } }
    assert.equal(readItem(raw), raw)
  })

  it('keeps an attribute called __proto__ an attribute', () => {
    const raw = JSON.parse('{"__proto__":{"N":"1.0"}}') as Record<string, RawAttributeValue>
    const item = readItem(raw)
    assert.deepEqual(Object.keys(item), ['__proto__'])
    assert.equal(JSON.stringify(item), '{"__proto__":{"N":"1"}}')
  })
})

describe('refusing a value', () => {
  const check = (name: string, raw: RawAttributeValue, message: string) => {
    it(name, () => {
      assert.throws(
        () => readAttributeValue(raw),
        (error) => error instanceof ServiceError && error.message === message,
      )
    })
  }
  const empty =
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'
  check('of no type', {}, empty)
  check('of no type, deep down', { L: [{ M: { a: {} } }] }, empty)
  check(
    'of two types',
    { S: 'a', N: '1' },
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  )
  check('of two types, after the faults of its members', { S: 'a', L: [{}] }, empty)
  check(
    'that is NULL and false',
    { NULL: false },
    `${prefix}Null attribute value types must have the value of true`,
  )
  check('that is an empty string set', { SS: [] }, `${prefix}An string set  may not be empty`)
  check('that is an empty number set', { NS: [] }, `${prefix}An number set  may not be empty`)
  check('that is an empty binary set', { BS: [] }, `${prefix}Binary sets should not be empty`)
  check(
    'with a string twice',
    { SS: ['a', 'b', 'a'] },
    `${prefix}Input collection ["a", "b", "a"] contains duplicates.`,
  )
  check(
    'with strings after the first duplicate',
    { SS: ['c', 'b', 'b', 'a', 'a'] },
    `${prefix}Input collection ["b", "c", "b", "a", "a"] contains duplicates.`,
  )
  check(
    'with a number twice in two notations',
    { NS: ['1', '1.0'] },
    `${prefix}Input collection contains duplicates.`,
  )
  check(
    'with a binary twice',
    { BS: ['AQ==', 'AQ=='] },
    `${prefix}Input collection ["AQ==","AQ=="]of type BS contains duplicates.`,
  )
  check(
    'that is not a number',
    { N: 'abc' },
    'The parameter cannot be converted to a numeric value: abc',
  )
  check(
    'that is an empty number',
    { N: '' },
    'The parameter cannot be converted to a numeric value: ',
  )
  check(
    'that is too large',
    { N: '1e126' },
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  )
  check(
    'that is too small',
    { N: '1e-131' },
    'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  )
  check(
    'of too many digits',
    { N: '1'.repeat(39) },
    'Attempting to store more than 38 significant digits in a Number',
  )

  check('inside a map without a name', { M: { '': { S: 'a' } } }, 'Empty attribute name')
  check(
    'under a name of 65536 bytes',
    { M: { ['é'.repeat(32_768)]: { S: 'a' } } },
    'Attribute name is too large, must be at most 65535 bytes',
  )
  it('accepts a name of 65535 bytes', () => {
    assert.ok(readAttributeValue({ M: { ['n'.repeat(65_535)]: { S: 'a' } } }))
  })

  const nested = (levels: number): RawAttributeValue => {
    let value: RawAttributeValue = { S: 'a' }
    for (let level = 1; level < levels; level++) value = { L: [value] }
    return value
  }
  it('accepts 32 levels', () => assert.ok(readAttributeValue(nested(32))))
  check(
    'of 33 levels',
    nested(33),
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
  )
})
