/** The stored form of a change: encoding and decoding keep everything that readers need. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangeImages } from '../model/table.js'
import { decodeChange, encodeChange, isShown, timeOfChange, type Change } from './change-record.js'

const image = (text: string) => ({ json: Buffer.from(text), sizeBytes: text.length * 3 })
const modify: Change = {
  kind: 'modify',
  atMs: Date.UTC(2026, 10, 15, 12, 30) + 0.0,
  origin: 'client',
  key: image('{"pk":{"S":"é"}}'),
  before: image('{"pk":{"S":"é"},"v":{"N":"1"}}'),
  after: image('{"pk":{"S":"é"},"v":{"N":"2"}}'),
}

describe('a change record', () => {
  const check = (name: string, change: Change, images: ChangeImages, expected: Partial<Change>) => {
    it(name, () => {
      const decoded = decodeChange(encodeChange(change, images))
      assert.deepEqual(decoded, { ...change, ...expected })
    })
  }
  const { after, before } = modify

  check('keeps both images', modify, 'both', {})
  check('keeps the key alone', modify, 'keys', { before: undefined, after: undefined })
  check('keeps the new image', modify, 'new', { before: undefined })
  check('keeps the old image', modify, 'old', { after: undefined })
  check('shows an insert', { ...modify, kind: 'insert', before: undefined }, 'both', {})
  check('shows a removal', { ...modify, kind: 'remove', after: undefined }, 'both', {})
  for (const origin of ['client', 'expiry', 'replica', 'import', 'restore'] as const) {
    const removal: Change = { ...modify, kind: 'remove', after: undefined, origin }
    check(`keeps the origin ${origin}`, removal, 'old', { before })
  }
  check('distinguishes a modification without images from an insert', modify, 'keys', {
    kind: 'modify',
    before: undefined,
    after: undefined,
  })
  check('holds images of a megabyte', { ...modify, after: image('x'.repeat(2 ** 20)) }, 'new', {
    before: undefined,
    after: image('x'.repeat(2 ** 20)),
  })

  it('shows its time without being decoded', () => {
    assert.equal(timeOfChange(encodeChange({ ...modify, after }, 'both')), modify.atMs)
  })

  it('of a client or an expiry is written as the first version read it', () => {
    const headOf = (change: Change) => encodeChange(change, 'both').toString('hex', 0, 2)
    assert.equal(headOf(modify), '0101')
    assert.equal(headOf({ ...modify, kind: 'remove', origin: 'expiry' }), '0106')
    assert.equal(headOf({ ...modify, kind: 'insert', origin: 'replica' }), '0208')
    assert.equal(headOf({ ...modify, kind: 'remove', origin: 'restore' }), '0212')
  })

  it('with a version has the third form, which keeps it', () => {
    const version = { ms: 2 ** 48 - 1, counter: 65_535 }
    const renewal: Change = { ...modify, kind: 'renew', before: undefined, version }
    const record = encodeChange(renewal, 'both')
    assert.equal(record.toString('hex', 0, 2), '0303')
    assert.equal(record.toString('hex', 32, 40), 'ffffffffffffffff')
    assert.deepEqual(decodeChange(record), renewal)
    assert.ok(!isShown(renewal) && isShown(modify))
  })

  it('is refused if its version is unknown or its bytes end early', () => {
    const record = encodeChange(modify, 'both')
    assert.throws(() => decodeChange(Buffer.concat([Buffer.of(9), record.subarray(1)])), /version/)
    assert.throws(() => decodeChange(record.subarray(0, -1)), /whole/)
  })
})
