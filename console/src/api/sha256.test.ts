import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { hexOf, hmacSha256, sha256 } from './sha256.js'

/** Around the ends of blocks, where the padding changes. */
const lengths = [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1000, 100_003]

describe('SHA-256', () => {
  for (const length of lengths) {
    it(`is that of Node for ${length} bytes`, () => {
      const message = randomBytes(length)
      assert.equal(hexOf(sha256(message)), createHash('sha256').update(message).digest('hex'))
    })
    it(`makes the same HMAC as Node with a key of ${length} bytes`, () => {
      const [key, message] = [randomBytes(length), randomBytes(77)]
      const expected = createHmac('sha256', key).update(message).digest('hex')
      assert.equal(hexOf(hmacSha256(key, message)), expected)
    })
  }
})
