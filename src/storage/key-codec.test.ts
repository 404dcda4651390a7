import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AssertionError } from '../stdx/assert.js'
import type { AttributeValue, KeyType } from '../model/attribute-value.js'
import { decodeKeyValue, encodeKeyValue, readPart, terminatedPart } from './key-codec.js'

const base64 = (...bytes: number[]) => Buffer.of(...bytes).toString('base64')

describe('key codec', () => {
  it('encodes each type, and decodes it again', () => {
    const rows: [KeyType, AttributeValue, string][] = [
      ['S', { S: 'aé€😀' }, '61c3a9e282acf09f9880'],
      ['S', { S: '' }, ''],
      ['B', { B: base64(0, 255) }, '00ff'],
      ['N', { N: '-12.5' }, '3e593366'],
    ]
    for (const [type, value, hex] of rows) {
      const bytes = encodeKeyValue(type, value)
      assert.equal(bytes.toString('hex'), hex)
      assert.deepEqual(decodeKeyValue(type, bytes), value)
    }
  })

  it('sorts strings by their UTF-8, where UTF-16 would differ', () => {
    const sorted = ['', '\u0000', 'A', 'a', 'é', '\uffee', '😀'].map((S) =>
      encodeKeyValue('S', { S }),
    )
    assert.deepEqual(
      [...sorted].reverse().sort((a, b) => Buffer.compare(a, b)),
      sorted,
    )
  })

  it('refuses a value of another type and one that is too long', () => {
    assert.throws(() => encodeKeyValue('S', { N: '1' }), AssertionError)
    assert.throws(() => encodeKeyValue('S', { NULL: true }), AssertionError)
    assert.throws(() => encodeKeyValue('S', { S: 'x'.repeat(2049) }), AssertionError)
  })

  it('sorts concatenated parts part by part, whatever bytes they hold', () => {
    const parts = partsOf(['00', '01', 'ff'], 3)
    const pairs = parts.flatMap((left) => parts.map((right) => [left, right] as const))
    const byParts = [...pairs].sort(
      ([a, b], [c, d]) => Buffer.compare(a, c) || Buffer.compare(b, d),
    )
    const joined = ([left, right]: readonly [Buffer, Buffer]) =>
      Buffer.concat([terminatedPart(left), terminatedPart(right)])
    const byBytes = [...pairs].sort((a, b) => Buffer.compare(joined(a), joined(b)))
    assert.deepEqual(byBytes, byParts)
  })

  it('reads parts back', () => {
    for (const part of partsOf(['00', '7f', 'ff'], 3)) {
      const bytes = Buffer.concat([terminatedPart(part), terminatedPart(Buffer.of(1))])
      const { value, next } = readPart(bytes, 0)
      assert.deepEqual(value, part)
      assert.deepEqual(readPart(bytes, next), { value: Buffer.of(1), next: bytes.length })
    }
    assert.throws(() => readPart(Buffer.of(1, 2), 0), AssertionError)
    assert.throws(() => readPart(Buffer.of(0, 2), 0), AssertionError)
  })
})

/** Every sequence of these bytes up to a length. */
function partsOf(alphabet: readonly string[], lengthMax: number): Buffer[] {
  let longest = ['']
  const all = ['']
  for (let length = 1; length <= lengthMax; length++) {
    longest = longest.flatMap((start) => alphabet.map((byte) => start + byte))
    all.push(...longest)
  }
  return all.map((hex) => Buffer.from(hex, 'hex'))
}
