import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue, KeyType } from '../model/attribute-value.js'
import { normalizeNumber } from '../model/decimal.js'
import { seededRandom, type SeededRandom } from '../../test/support/seeded-random.js'
import { encodeKeyValue, terminatedPart } from './key-codec.js'
import {
  boundedRange,
  innerSort,
  lastSort,
  prefixRange,
  type SortLayout,
  type ValueBound,
} from './key-range.js'
import { prefixEnd } from './keyspace.js'

const partition = Buffer.from('00ff80ffff', 'hex')

/** Where each layout puts a value, written independently of the layouts under test. */
const layouts: readonly (readonly [string, SortLayout, (value: Buffer) => Buffer])[] = [
  ['at the end', lastSort, (value) => Buffer.concat([partition, value])],
  [
    'before others',
    innerSort,
    (value) => Buffer.concat([partition, terminatedPart(value), Buffer.from('ff00', 'hex')]),
  ],
]

const bytesOf = (type: KeyType, value: AttributeValue) => encodeKeyValue(type, value)

/** Whether a value satisfies a bound, computed from the bytes of the values alone. */
function matches(type: KeyType, bound: ValueBound, value: AttributeValue): boolean {
  const bytes = bytesOf(type, value)
  const order = (other: AttributeValue) => Buffer.compare(bytes, bytesOf(type, other))
  switch (bound.kind) {
    case '=':
      return order(bound.value) === 0
    case '<':
      return order(bound.value) < 0
    case '<=':
      return order(bound.value) <= 0
    case '>':
      return order(bound.value) > 0
    case '>=':
      return order(bound.value) >= 0
    case 'between':
      return order(bound.lower) >= 0 && order(bound.upper) <= 0
    case 'begins-with': {
      const start = bytesOf(type, bound.value)
      return bytes.subarray(0, start.length).equals(start)
    }
  }
}

/** Few bytes, many of them extreme, so that values are often equal or prefixes of each other. */
function randomValue(type: KeyType, random: SeededRandom): AttributeValue {
  if (type === 'N') {
    const digits = random.pick(['0', '1', '-1', '5', '-5', '12', '-12'])
    const result = normalizeNumber(`${digits}e${random.below(5) - 2}`)
    assert.ok('text' in result)
    return { N: result.text }
  }
  const bytes = Array.from({ length: random.below(4) }, () => random.pick([0, 1, 0x61, 0x7f]))
  const binary = [...bytes, ...(random.below(3) === 0 ? [0xff] : [])]
  return type === 'S'
    ? { S: Buffer.from(bytes).toString() }
    : { B: Buffer.from(binary).toString('base64') }
}

function randomBound(type: KeyType, random: SeededRandom): ValueBound {
  const kinds = ['=', '<', '<=', '>', '>=', 'between', 'begins-with'] as const
  const kind = random.pick(type === 'N' ? kinds.slice(0, 6) : kinds)
  if (kind !== 'between') return { kind, value: randomValue(type, random) }
  const [lower, upper] = [randomValue(type, random), randomValue(type, random)].sort((a, b) =>
    Buffer.compare(bytesOf(type, a), bytesOf(type, b)),
  )
  return { kind, lower: lower!, upper: upper! }
}

describe('a range of keys', () => {
  for (const [name, layout, keyOf] of layouts) {
    for (const type of ['S', 'N', 'B'] as const) {
      it(`holds the keys whose ${type} value, ${name}, is within the bound`, () => {
        const random = seededRandom(7)
        for (let round = 0; round < 5000; round++) {
          const bound = randomBound(type, random)
          const value = randomValue(type, random)
          const { from, to } = boundedRange(layout, partition, { name: 'k', type }, bound)
          const key = keyOf(bytesOf(type, value))
          const within = Buffer.compare(from, key) <= 0 && Buffer.compare(key, to) < 0
          const shown = JSON.stringify({ round, bound, value })
          assert.equal(within, matches(type, bound, value), shown)
        }
      })
    }
  }

  it('of a partition ends where the next partition begins', () => {
    const rows = [
      ['00', '01'],
      ['01ff', '02'],
      ['01fe', '01ff'],
      ['0a0bffff', '0a0c'],
    ] as const
    for (const [prefix, end] of rows) {
      assert.equal(prefixEnd(Buffer.from(prefix, 'hex')).toString('hex'), end)
    }
    const whole = prefixRange(Buffer.from('ffff', 'hex'))
    assert.ok(Buffer.compare(whole.to, Buffer.from('ffff00', 'hex')) > 0)
  })
})
