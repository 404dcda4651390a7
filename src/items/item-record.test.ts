import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from '../stdx/crc32.js'
import { itemRecordOf, RecordJson, soundJsonOf } from './item-record.js'

const json = Buffer.from('{"pk":{"S":"caf\u00e9"}}')

/** As items were stored before they had checksums. */
function recordWithoutChecksum(): Buffer {
  return Buffer.concat([Buffer.from([1, 0, 0, 0, 7]), json])
}

function check(name: string, record: Buffer): void {
  it(name, () => {
    const found = soundJsonOf(record)!
    assert.deepEqual(found, json)
    for (const before of ['', '{"Item":', 'x'.repeat(1000)]) {
      const begun = crc32(Buffer.from(before))
      const expected = crc32(Buffer.concat([Buffer.from(before), json]))
      assert.equal(new RecordJson(record, found).crc32(begun), expected)
    }
  })
}

describe('the checksum of an answer with a stored item', () => {
  check('comes from that of its record', itemRecordOf(json, 7))
  check('… whose item is as large as its size can tell', itemRecordOf(json, 0xffffffff))
  check('is that of the bytes if the record has none', recordWithoutChecksum())
})
