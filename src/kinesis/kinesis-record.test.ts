import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kinesisTimeSkewMsMax } from './limits.js'
import { kinesisRecord, timeInMicros, type DeliverySource } from './kinesis-record.js'

const image = (json: string, sizeBytes: number) => ({ json: Buffer.from(json), sizeBytes })
const source: DeliverySource = {
  region: 'eu-central-1',
  tableName: 'things',
  tableId: 'an-id',
  space: 3,
}
const logged = {
  entry: 7,
  change: {
    kind: 'remove',
    atMs: 1_700_000_000_123,
    origin: 'expiry',
    key: image('{"pk":{"S":"x"}}', 3),
    before: image('{"pk":{"S":"x"},"ttl":{"N":"1"}}', 8),
    after: undefined,
  },
} as const

describe('a Kinesis record', () => {
  it('of an item that expired names the service, as a stream does', () => {
    const { data } = kinesisRecord(source, 0, logged, 0)
    const { eventID, ...rest } = JSON.parse(data.toString()) as Record<string, unknown>
    assert.equal(typeof eventID, 'string')
    assert.deepEqual(rest, {
      awsRegion: 'eu-central-1',
      eventName: 'REMOVE',
      userIdentity: { principalId: 'dynamodb.amazonaws.com', type: 'Service' },
      recordFormat: 'application/json',
      tableName: 'things',
      dynamodb: {
        ApproximateCreationDateTime: 1_700_000_000_123,
        Keys: { pk: { S: 'x' } },
        OldImage: { pk: { S: 'x' }, ttl: { N: '1' } },
        SizeBytes: 11,
      },
      eventSource: 'aws:dynamodb',
    })
  })

  it('is the same whenever it is made, and differs from any other', () => {
    const make = (lane: number, entry: number) =>
      kinesisRecord(source, lane, { ...logged, entry }, 0).data.toString()
    assert.equal(make(0, 7), make(0, 7))
    assert.notEqual(make(0, 7), make(1, 7))
    assert.notEqual(make(0, 7), make(0, 8))
  })

  it('names its precision only if the destination sets one', () => {
    const text = (precision?: 'MILLISECOND' | 'MICROSECOND') =>
      kinesisRecord({ ...source, precision }, 0, logged, 1_700_000_000_123_004).data.toString()
    assert.doesNotMatch(text(), /Precision/)
    assert.match(text('MILLISECOND'), /"ApproximateCreationDateTime":1700000000123,/)
    assert.match(text('MILLISECOND'), /"ApproximateCreationDateTimePrecision":"MILLISECOND"/)
    assert.match(text('MICROSECOND'), /"ApproximateCreationDateTime":1700000000123004,/)
  })
})

describe('the time in microseconds', () => {
  const check = (name: string, atMs: number, lastMicros: number, expected: number): void => {
    it(name, () => assert.equal(timeInMicros(atMs, lastMicros), expected))
  }

  check('is that of the change', 5, 0, 5000)
  check('increases within a millisecond', 5, 5000, 5001)
  check('increases even if the clock went back a little', 5, 9000, 9001)
  const skewMicros = kinesisTimeSkewMsMax * 1000
  check('increases up to the limit of a little', 5, 5000 + skewMicros, 5001 + skewMicros)
  check('follows a clock that went back far', 5, 5001 + skewMicros, 5000)
})
