import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expirySecondsMax, sortKeyBytesMax } from '../model/limits.js'
import { expiryKey, expiryRange, itemKeyOfExpiry } from './expiry-keys.js'
import { keyBytesMax } from './keyspace.js'
import { partitionHashBytes } from './partition-hash.js'

const item = Buffer.from('item')

describe('expiry keys', () => {
  it('sort by time, then by item', () => {
    const seconds = [0, 1, 255, 256, 2 ** 31, 2 ** 32, 1e12, expirySecondsMax]
    const keys = seconds.flatMap((second) => [
      expiryKey(second, Buffer.of(0)),
      expiryKey(second, Buffer.of(0xff, 0xff)),
    ])
    assert.deepEqual(
      keys.toSorted((a, b) => Buffer.compare(a, b)),
      keys,
    )
  })

  it('lead back to the item', () => {
    assert.deepEqual(itemKeyOfExpiry(expiryKey(1_800_000_000, item)), item)
  })

  it('are in the range of their second, which excludes its end', () => {
    const { from, to } = expiryRange(5, 7)
    const lies = (second: number) => {
      const key = expiryKey(second, Buffer.alloc(100, 0xff))
      return Buffer.compare(from, key) <= 0 && Buffer.compare(key, to) < 0
    }
    assert.deepEqual([4, 5, 6, 7].map(lies), [false, true, true, false])
  })

  it('fit, for the longest key of an item', () => {
    const longest = Buffer.alloc(partitionHashBytes + sortKeyBytesMax)
    assert.ok(expiryKey(expirySecondsMax, longest).length <= keyBytesMax)
  })

  it('refuse anything that is not a second', () => {
    for (const seconds of [-1, 0.5, NaN, expirySecondsMax + 1]) {
      assert.throws(() => expiryKey(seconds, item), /a second of our time/)
    }
  })
})
