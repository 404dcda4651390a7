import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crc32c } from './crc32c.js'

const digits = Buffer.from('123456789')

it('CRC-32C of the usual nine digits, whole and in pieces', () => {
  assert.equal(crc32c(digits), 0xe3069283)
  for (let i = 0; i <= digits.length; i++) {
    assert.equal(crc32c(digits.subarray(i), crc32c(digits.subarray(0, i))), 0xe3069283)
  }
})

it('CRC-32C of 32 zeros and of 32 ones', () => {
  assert.equal(crc32c(Buffer.alloc(32)), 0x8a9136aa)
  assert.equal(crc32c(Buffer.alloc(32, 0xff)), 0x62a8ab43)
})
