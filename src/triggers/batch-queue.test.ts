/** When a batch closes, and what it may hold. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionPayloadBytesMax } from './limits.js'
import type { SourceRecord } from './stream-source.js'
import { BatchQueue } from './batch-queue.js'

function record(position: number, jsonBytes = 2): SourceRecord {
  const json = ' '.repeat(jsonBytes)
  return { position, sequenceNumber: String(position), atMs: 0, itemKey: 'k', json }
}

function filled(count: number, batchSize: number, windowMs: number): BatchQueue {
  const batches = new BatchQueue({ batchSize, windowMs })
  for (let i = 1; i <= count; i++) batches.add(record(i), 0)
  return batches
}

describe('the batches of a queue', () => {
  it('close at once without a window', () => {
    assert.equal(filled(2, 5, 0).take(0, false)?.length, 2)
    assert.equal(filled(0, 5, 0).take(0, true), undefined)
  })

  it('close when the window that began with their first record is over', () => {
    const batches = filled(2, 5, 1000)
    batches.add(record(3), 900)
    assert.equal(batches.take(999, false), undefined)
    assert.equal(batches.take(1000, false)?.length, 3)
    assert.ok(batches.isEmpty)
  })

  it('close when they are full, and when nothing can come', () => {
    assert.equal(filled(4, 5, 1000).take(0, false), undefined)
    assert.equal(filled(5, 5, 1000).take(0, false)?.length, 5)
    assert.equal(filled(6, 5, 1000).take(0, false)?.length, 5)
    assert.equal(filled(4, 5, 1000).take(0, true)?.length, 4)
  })

  it('hold as many bytes as a call may carry, and never less than one record', () => {
    const envelope = '{"Records":[]}'.length
    // Every record but one has a comma.
    const half = (functionPayloadBytesMax - envelope) / 2 - 1
    for (const [second, expected] of [[half, 2] as const, [half + 1, 1] as const]) {
      const batches = new BatchQueue({ batchSize: 10, windowMs: 1000 })
      batches.add(record(1, half), 0)
      batches.add(record(2, second), 0)
      assert.equal(batches.take(0, true)?.length, expected)
    }
    const batches = new BatchQueue({ batchSize: 10, windowMs: 0 })
    batches.add(record(1, functionPayloadBytesMax + 1), 0)
    assert.equal(batches.take(0, false)?.length, 1)
  })
})
