/** Numbers, attribute values and keys on the wire of DAX, with the protocol's own examples. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from '../../model/attribute-value.js'
import { normalizeNumber } from '../../model/decimal.js'
import type { Item } from '../../model/item.js'
import type { KeySchema } from '../../model/key-schema.js'
import { decodeCbor } from '../cbor/decode-cbor.js'
import { CborWriter } from '../cbor/encode-cbor.js'
import { readValue, writeValue } from './attribute-values.js'
import { compoundKeyOf, keyBytesOf, readCompoundKey, readKeyBytes } from './key-bytes.js'

describe('attribute values of DAX', () => {
  for (const [value, hex] of [
    [{ S: 'hi' }, '626869'],
    [{ S: '' }, '60'],
    [{ N: '24' }, '1818'],
    [{ N: '-1' }, '20'],
    [{ B: 'AQI=' }, '420102'],
    [{ BOOL: false }, 'f4'],
    [{ BOOL: true }, 'f5'],
    [{ NULL: true }, 'f6'],
    [{ L: [{ N: '1' }, { S: 'a' }] }, '82016161'],
    [{ M: { k: { S: 'v' } } }, 'a1616b6176'],
    [{ SS: ['a', 'b'] }, 'd90cf98261616162'],
    [{ NS: ['1', '2.5'] }, 'd90cfa8201c4822018' + '19'],
    [{ BS: ['AQ=='] }, 'd90cfb814101'],
    [{ N: '12.5' }, 'c48220187d'],
    [{ N: '9007199254740991' }, '1b001fffffffffffff'],
    // Beyond what JavaScript counts exactly: no power of ten, so that clients print plain digits.
    [{ N: '9007199254740992' }, 'c482001b0020000000000000'],
    [{ N: '1000000000000000000000000000000' }, 'c48200c24d0c9f2c9cd04674edea40000000'],
    [{ N: '0.0000001' }, 'c4822601'],
  ] as const) {
    it(`${JSON.stringify(value)} is ${hex}`, () => {
      assert.equal(written(value as AttributeValue), hex)
      assert.deepEqual(normal(read(hex)), value)
    })
  }

  for (const [name, hex, value] of [
    ['a bignum', 'c2491234567890abcdef12', { N: '335812727627494321938' }],
    ['a negative bignum', 'c349ffffffffffffffffff', { N: '-4722366482869645213696' }],
    ['a float by its shortest text', 'fb3fb999999999999a', { N: '0.1' }],
    ['a float of 32 bits', 'fa3fc00000', { N: '1.5' }],
    ['a large float', 'fb444b1ae4d6e2ef50', { N: '1e+21' }],
    ['a scaled number', 'c482211896', { N: '150E-2' }],
    ['a power of ten', 'c4821501', { N: '1E21' }],
    ['an indefinite list', '9f0102ff', { L: [{ N: '1' }, { N: '2' }] }],
    ['undefined as null', 'f7', { NULL: true }],
    ['a bignum without end', `c2590400${'ff'.repeat(1024)}`, { N: '1E200' }],
  ] as const) {
    it(`reads ${name}`, () => assert.deepEqual(read(hex), value))
  }

  for (const hex of ['fb7ff0000000000000', 'd90cf98101', 'c48101', 'd9ffff01', 'a10102']) {
    it(`refuses ${hex}`, () => assert.throws(() => read(hex), /The request is malformed/))
  }
})

const schemas = {
  s: { partition: { name: 'p', type: 'S' } },
  n: { partition: { name: 'p', type: 'N' } },
  b: { partition: { name: 'p', type: 'B' } },
  ss: { partition: { name: 'p', type: 'S' }, sort: { name: 'q', type: 'S' } },
  sn: { partition: { name: 'p', type: 'S' }, sort: { name: 'q', type: 'N' } },
  nb: { partition: { name: 'p', type: 'N' }, sort: { name: 'q', type: 'B' } },
  bs: { partition: { name: 'p', type: 'B' }, sort: { name: 'q', type: 'S' } },
} as const satisfies Readonly<Record<string, KeySchema>>

describe('keys of DAX', () => {
  for (const [schema, key, hex] of [
    ['s', { p: { S: 'abc' } }, '616263'],
    ['n', { p: { N: '5' } }, '05'],
    ['b', { p: { B: 'Bw==' } }, '07'],
    ['ss', { p: { S: 'ab' }, q: { S: 'cd' } }, '6261626364'],
    ['nb', { p: { N: '1000' }, q: { B: '/w==' } }, '1903e8ff'],
    ['bs', { p: { B: 'Bw==' }, q: { S: 'z' } }, '41077a'],
  ] as const) {
    it(`${JSON.stringify(key)} is ${hex}`, () => {
      assert.equal(keyBytesOf(schemas[schema], key).toString('hex'), hex)
      assert.deepEqual(readKeyBytes(schemas[schema], Buffer.from(hex, 'hex')), key)
    })
  }

  it('with a number as sort key are in order, and are read in normal form', () => {
    const key = { p: { S: 'ab' }, q: { N: '-12.345' } }
    assert.equal(keyBytesOf(schemas.sn, key).toString('hex'), '6261623dde231ff8')
    const read = readKeyBytes(schemas.sn, Buffer.from('6261623dde231ff8', 'hex'))
    assert.deepEqual(read, { p: { S: 'ab' }, q: { N: '-12.345' } })
  })

  it('of an index have names', () => {
    const key: Item = { p: { S: 'a' }, g: { N: '2' } }
    assert.deepEqual(readCompoundKey(compoundKeyOf(key)), key)
    assert.deepEqual(readCompoundKey(Buffer.from('bf61706161616702ff', 'hex')), key)
  })

  for (const [schema, hex] of [
    ['s', 'ff'],
    ['n', ''],
    ['ss', ''],
    ['ss', '6261'],
    ['sn', '626162'],
  ] as const) {
    it(`refuses ${hex || 'nothing'} for ${schema}`, () => {
      const read = () => readKeyBytes(schemas[schema], Buffer.from(hex, 'hex'))
      assert.throws(read, /The request is malformed/)
    })
  }
})

function read(hex: string): AttributeValue {
  return readValue(decodeCbor(Buffer.from(hex, 'hex')))
}

/** Numbers come as they were written; operations bring them into normal form. */
function normal(value: AttributeValue): AttributeValue {
  if ('N' in value) return { N: normalText(value.N) }
  return 'NS' in value ? { NS: value.NS.map(normalText) } : value
}

function normalText(text: string): string {
  const result = normalizeNumber(text)
  return 'text' in result ? result.text : result.fault
}

function written(value: AttributeValue): string {
  const writer = new CborWriter()
  writeValue(writer, value)
  return writer.written().toString('hex')
}
