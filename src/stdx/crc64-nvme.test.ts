import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Crc64Nvme } from './crc64-nvme.js'

const digits = Buffer.from('123456789')

function crcOf(...pieces: readonly Uint8Array[]): string {
  const crc = new Crc64Nvme()
  for (const piece of pieces) crc.add(piece)
  return Buffer.from(crc.value(), 'base64').toString('hex')
}

it('CRC-64/NVME of the usual nine digits, whole and in pieces', () => {
  assert.equal(crcOf(digits), 'ae8b14860a799888')
  for (let i = 0; i <= digits.length; i++) {
    assert.equal(crcOf(digits.subarray(0, i), digits.subarray(i)), 'ae8b14860a799888')
  }
})

it('CRC-64/NVME of nothing', () => {
  assert.equal(crcOf(), '0000000000000000')
})
