import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, tableCrc32 } from './crc32.js'

function check(text: string, expected: number): void {
  it(JSON.stringify(text), () => {
    assert.equal(crc32(Buffer.from(text)), expected)
    assert.equal(tableCrc32(Buffer.from(text)), expected)
  })
}

describe('crc32', () => {
  check('', 0)
  check('123456789', 0xcbf43926)
  // As sent by the service.
  check('<UnknownOperationException/>\n', 3552371480)
  check('{"__type":"com.amazon.coral.service#SerializationException"}', 3948637019)
})
