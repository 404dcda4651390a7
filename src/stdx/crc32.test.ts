import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, crc32OfFew, tableCrc32 } from './crc32.js'

function check(text: string, expected: number): void {
  it(JSON.stringify(text), () => {
    assert.equal(crc32(Buffer.from(text)), expected)
    assert.equal(tableCrc32(Buffer.from(text)), expected)
  })
}

describe('crc32OfFew', () => {
  const bytes = Buffer.from('a text with more than a few bytes, of which some are taken')

  for (const [start, end] of [
    [0, 0],
    [3, 4],
    [2, 34],
    [2, 35],
    [0, bytes.length],
  ] as const) {
    it(`${end - start} bytes from ${start}`, () => {
      assert.equal(crc32OfFew(bytes, start, end, 9), crc32(bytes.subarray(start, end), 9))
    })
  }
})

describe('crc32', () => {
  check('', 0)
  check('123456789', 0xcbf43926)
  // As sent by the service.
  check('<UnknownOperationException/>\n', 3552371480)
  check('{"__type":"com.amazon.coral.service#SerializationException"}', 3948637019)
})
