/**
 * Keys of the space that lists a table's items by the time they expire: the second in 8 bytes,
 * whose order is the order of time, then the item's own key in the table's space.
 *
 * So expired items are next to each other, at the front of the list, and are found without looking
 * at anything else.
 */
import { expirySecondsMax } from '../model/limits.js'
import { assert } from '../stdx/assert.js'
import { keyBytesMax, type KeyRange } from './keyspace.js'

const secondsBytes = 8

export function expiryKey(seconds: number, itemKey: Uint8Array): Buffer {
  const key = Buffer.concat([secondsKey(seconds), itemKey])
  assert(key.length <= keyBytesMax, 'an expiry key fits', { length: key.length })
  return key
}

/** The entries of the seconds `from <= second < to`. */
export function expiryRange(from: number, to: number): KeyRange {
  return { from: secondsKey(from), to: secondsKey(to) }
}

/** The key of the item that an entry lists. */
export function itemKeyOfExpiry(key: Buffer): Buffer {
  assert(key.length > secondsBytes, 'an expiry key names an item', { length: key.length })
  return key.subarray(secondsBytes)
}

function secondsKey(seconds: number): Buffer {
  const inRange = Number.isInteger(seconds) && seconds >= 0 && seconds <= expirySecondsMax
  assert(inRange, 'an expiry is a second of our time', { seconds })
  const bytes = Buffer.allocUnsafe(secondsBytes)
  bytes.writeBigUInt64BE(BigInt(seconds))
  return bytes
}
