import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as keys from './stored-keys.js'

describe('keys of LMDB', () => {
  it('are those on disk', () => {
    const rows: [Buffer, string][] = [
      [keys.spacesStampKey(), 'ffffffff01'],
      [keys.storedSpaceKey(258), 'ffffffff0200000102'],
      [keys.tallyKey(258), 'ffffffff0300000102'],
      [keys.droppedSpaceKey(258), 'ffffffff0400000102'],
      [keys.ownerKey(), 'ffffffff05'],
      [keys.logHeadKey(258, Buffer.of(9)), 'ffffffff060000010209'],
      [keys.storedKey(258, Buffer.of(7)), '0000010207'],
    ]
    for (const [key, hex] of rows) assert.equal(key.toString('hex'), hex)
  })

  it('lead back to their space or log', () => {
    assert.equal(keys.spaceOfRecord(keys.tallyKey(258)), 258)
    assert.deepEqual(keys.logOfHead(keys.logHeadKey(258, Buffer.of(9, 8))), Buffer.of(9, 8))
    assert.deepEqual(keys.keyOfStored(keys.storedKey(258, Buffer.of(7))), Buffer.of(7))
  })
})
