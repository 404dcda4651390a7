import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  kinesisRequestBytesMax,
  kinesisRequestRecordsMax,
  kinesisRequestsPerStepMax,
} from './limits.js'
import type { Log } from '../stdx/log.js'
import type { KinesisRecord } from './kinesis-record.js'
import type { KinesisStreams, PutOutcome } from './kinesis-streams.js'
import { nextBatch, sendInOrder } from './send-in-order.js'

const quiet: Log = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  wants: () => false,
}
const record = (entry: number, partitionKey: string, bytes = 1): KinesisRecord => ({
  entry,
  partitionKey,
  data: Buffer.alloc(bytes),
})
const entries = (records: readonly KinesisRecord[]) => records.map(({ entry }) => entry)

describe('a request', () => {
  it('has one record of each item, the first that was not accepted', () => {
    const records = [record(1, 'a'), record(2, 'b'), record(3, 'a'), record(4, 'b'), record(5, 'c')]
    assert.deepEqual(entries(nextBatch(records, new Set())), [1, 2, 5])
    assert.deepEqual(entries(nextBatch(records, new Set([1, 5]))), [2, 3])
  })

  it('has no more records than Kinesis accepts at a time', () => {
    const records = Array.from({ length: kinesisRequestRecordsMax + 1 }, (_, i) =>
      record(i, `item ${i}`),
    )
    assert.equal(nextBatch(records, new Set()).length, kinesisRequestRecordsMax)
    assert.equal(nextBatch(records.slice(1), new Set()).length, kinesisRequestRecordsMax)
  })

  it('does not exceed the byte limit, unless a single record does', () => {
    const half = kinesisRequestBytesMax / 2 - 1
    const fitting = [record(1, 'a', half), record(2, 'b', half)]
    assert.deepEqual(entries(nextBatch(fitting, new Set())), [1, 2])
    const beyond = [record(1, 'a', half), record(2, 'b', half + 1), record(3, 'c')]
    assert.deepEqual(entries(nextBatch(beyond, new Set())), [1])
    const huge = [record(1, 'a', kinesisRequestBytesMax + 1), record(2, 'b')]
    assert.deepEqual(entries(nextBatch(huge, new Set())), [1])
  })
})

describe('sending', () => {
  const run = async (
    records: readonly KinesisRecord[],
    put: (batch: readonly KinesisRecord[]) => readonly PutOutcome[],
  ) => {
    const batches: (readonly number[])[] = []
    const streams: KinesisStreams = {
      findFault: async () => undefined,
      put: async (_, batch) => {
        batches.push(entries(batch))
        return put(batch)
      },
    }
    const taken = new Set<number>()
    const { signal } = new AbortController()
    const measured: unknown[] = []
    const measure = (...told: unknown[]) => measured.push(told)
    const sending = { streams, streamArn: 'arn', signal, log: quiet, measure }
    const fault = await sendInOrder(sending, records, taken)
    return { batches, taken: [...taken], fault, measured }
  }
  const takeAll = (batch: readonly KinesisRecord[]) => batch.map(() => ({ kind: 'taken' }) as const)

  it('sends records of one item one after the other', async () => {
    const records = [record(1, 'a'), record(2, 'a'), record(3, 'b'), record(4, 'a')]
    const { batches, fault } = await run(records, takeAll)
    assert.deepEqual(batches, [[1, 3], [2], [4]])
    assert.equal(fault, undefined)
  })

  it('stops when a record is refused, and knows what was accepted', async () => {
    const records = [record(1, 'a'), record(2, 'b'), record(3, 'a')]
    const { batches, taken, fault } = await run(records, (batch) =>
      batch.map(({ entry }) =>
        entry === 1 ? { kind: 'refused', reason: 'too much' } : { kind: 'taken' },
      ),
    )
    assert.deepEqual([batches, taken, fault], [[[1, 2]], [2], 'too much'])
  })

  it('stops when the request fails', async () => {
    const { taken, fault } = await run([record(1, 'a')], () => {
      throw Object.assign(new Error('no'), { name: 'TimeoutError' })
    })
    assert.deepEqual([taken, fault], [[], 'TimeoutError'])
  })

  it('skips the one record that is invalid', async () => {
    const records = ['a', 'b', 'c', 'd', 'e'].map((key, i) => record(i, key))
    const { taken, fault, measured } = await run(records, (batch) => {
      const invalid = batch.some(({ entry }) => entry === 3)
      if (invalid) throw Object.assign(new Error('no'), { name: 'ValidationException' })
      return takeAll(batch)
    })
    assert.deepEqual([taken, fault], [[0, 1, 2, 3, 4], undefined])
    assert.deepEqual(measured, [['failed', 1]])
  })

  it('counts what the stream has no capacity for, and nothing else', async () => {
    const reason = 'ProvisionedThroughputExceededException'
    const records = ['a', 'b', 'c'].map((key, i) => record(i, key))
    const some = await run(records, (batch) =>
      batch.map(({ entry }) => ({
        kind: 'refused',
        reason: entry === 0 ? 'InternalFailure' : reason,
      })),
    )
    assert.deepEqual(some.measured, [['throttled', 2]])
    const all = await run(records, () => {
      throw Object.assign(new Error('no'), { name: reason })
    })
    assert.deepEqual(all.measured, [['throttled', 3]])
  })

  it('pauses after a number of requests, so that the position can be stored', async () => {
    const count = kinesisRequestsPerStepMax + 1
    const records = Array.from({ length: count }, (_, i) => record(i, 'one item'))
    const { batches, fault } = await run(records, takeAll)
    assert.equal(batches.length, kinesisRequestsPerStepMax)
    assert.equal(fault, undefined)
  })
})
