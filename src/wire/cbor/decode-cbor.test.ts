import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cborDepthMax } from '../limits.js'
import { CborTag, epochTag, type CborValue } from './cbor-value.js'
import { CborError, decodeCbor } from './decode-cbor.js'
import { encodeCbor } from './encode-cbor.js'

function decoded(hex: string): CborValue {
  return decodeCbor(Buffer.from(hex, 'hex'))
}

/** Examples of RFC 8949, appendix A. */
const rows: readonly (readonly [string, CborValue])[] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1a000f4240', 1000000],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['c249010000000000000000', 18446744073709551616n],
  ['3bffffffffffffffff', -18446744073709551616n],
  ['3863', -100],
  ['f98000', -0],
  ['f93c00', 1],
  ['fb3ff199999999999a', 1.1],
  ['f97bff', 65504],
  ['fa47c35000', 100000],
  ['f90001', 5.960464477539063e-8],
  ['f9fc00', -Infinity],
  ['f97e00', NaN],
  ['f4', false],
  ['f6', null],
  ['f7', undefined],
  ['c11a514b67b0', new CborTag(epochTag, 1363896240)],
  ['c1fb41d452d9ec200000', new CborTag(epochTag, 1363896240.5)],
  ['4401020304', Buffer.from([1, 2, 3, 4])],
  ['64f0908591', '𐅑'],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  [
    'a26161016162820203',
    new Map<CborValue, CborValue>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
  ['5f42010243030405ff', Buffer.from([1, 2, 3, 4, 5])],
  ['7f657374726561646d696e67ff', 'streaming'],
  ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
  [
    'bf61610161629f0203ffff',
    new Map<CborValue, CborValue>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
]

describe('CBOR', () => {
  for (const [hex, value] of rows) {
    it(`reads ${hex}`, () => assert.deepEqual(decoded(hex), value))
    it(`reads what it writes of ${hex}`, () =>
      assert.deepEqual(decodeCbor(encodeCbor(value)), value))
  }

  for (const [why, hex] of [
    ['nothing', ''],
    ['half a number', '1a0001'],
    ['more bytes than there are', '5bffffffffffffffff00'],
    ['more elements than there are', '9bffffffffffffffff00'],
    ['a list without an end', '9f01'],
    ['a text of half a character', '61e9'],
    ['a piece of another type', '5f6161ff'],
    ['a break alone', 'ff'],
    ['reserved lengths', '1c'],
    ['unknown simple values', 'f8ff'],
    ['a bignum of text', 'c26161'],
    ['more than one value', '0101'],
    ['what is nested too deeply', `${'81'.repeat(cborDepthMax + 1)}01`],
    ['tags nested too deeply', `${'c1'.repeat(cborDepthMax + 1)}01`],
  ] as const) {
    it(`refuses ${why}`, () => assert.throws(() => decoded(hex), CborError))
  }
})
