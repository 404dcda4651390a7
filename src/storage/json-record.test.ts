import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonRecord, jsonRecordAt } from './json-record.js'

describe('a JSON record', () => {
  it('is a version byte and JSON', () => {
    const record = jsonRecord<{ label: string }>('stream')
    const bytes = record.encode({ label: 'ä' })
    assert.equal(bytes.toString('hex', 0, 1), '01')
    assert.equal(bytes.toString('utf8', 1), '{"label":"ä"}')
    assert.deepEqual(record.decode(bytes), { label: 'ä' })
  })

  it('is read in older revisions and written in its own', () => {
    const newer = jsonRecordAt<{ names: string[] }>('things', 2, {
      1: (stored) => ({ names: [(stored as { name: string }).name] }),
    })
    const old = jsonRecordAt<{ name: string }>('things', 1).encode({ name: 'a' })
    assert.deepEqual(newer.decode(old), { names: ['a'] })
    assert.equal(newer.encode({ names: [] })[0], 2)
  })

  it('of an unknown revision is refused', () => {
    const record = jsonRecord('stream')
    for (const bytes of [Buffer.from([2, 0x7b, 0x7d]), Buffer.alloc(0)]) {
      assert.throws(() => record.decode(bytes), /unknown version/)
    }
  })
})
