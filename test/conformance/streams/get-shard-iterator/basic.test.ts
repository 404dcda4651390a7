/** GetShardIterator: the four places to begin, and refused requests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GetShardIteratorCommand, type _Record } from '@aws-sdk/client-dynamodb-streams'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import {
  iteratorAt,
  latestStream,
  noStream,
  recordsFrom,
  shardsOf,
  streaming,
} from '../../../support/streams.js'
import { partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const shape: Json = { ...partitionOnly(), BillingMode: 'PROVISIONED', ...provisioned(5, 5) }
const table = await client.createTable({ ...shape, ...streaming('KEYS_ONLY') })
const arn = await latestStream(client, table)
const [shard] = await shardsOf(client, arn)
const ShardId = shard!.ShardId!
const startingNumber = shard!.SequenceNumberRange!.StartingSequenceNumber!

const put = (name: string) => client.ask('PutItem', { TableName: table, Item: { pk: { S: name } } })
for (const name of ['a', 'b', 'c']) await put(name)

const namesOf = (records: readonly _Record[]) =>
  records.map(({ dynamodb }) => dynamodb!.Keys!['pk']!.S)
const numbers = (await recordsFrom(client, await iteratorAt(client, arn, ShardId))).map(
  ({ dynamodb }) => dynamodb!.SequenceNumber!,
)
const from = async (
  ShardIteratorType: 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER',
  SequenceNumber: string,
) => {
  const command = new GetShardIteratorCommand({
    StreamArn: arn,
    ShardId,
    ShardIteratorType,
    SequenceNumber,
  })
  const { ShardIterator } = await client.streams.send(command)
  return namesOf(await recordsFrom(client, ShardIterator!))
}

describe('GetShardIterator', () => {
  it('begins with the oldest record at TRIM_HORIZON', async () => {
    const names = namesOf(await recordsFrom(client, await iteratorAt(client, arn, ShardId)))
    assert.deepEqual(names.slice(0, 3), ['a', 'b', 'c'])
  })

  it('begins with a record AT its SEQUENCE_NUMBER', async () => {
    assert.deepEqual((await from('AT_SEQUENCE_NUMBER', numbers[1]!)).slice(0, 2), ['b', 'c'])
  })

  it('begins after a record AFTER its SEQUENCE_NUMBER', async () => {
    assert.deepEqual((await from('AFTER_SEQUENCE_NUMBER', numbers[1]!)).slice(0, 1), ['c'])
  })

  it('accepts the number that the shard starts with', async () => {
    for (const type of ['AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER'] as const) {
      assert.deepEqual((await from(type, startingNumber)).slice(0, 3), ['a', 'b', 'c'])
    }
  })

  it('begins with the next record at LATEST', async () => {
    const iterator = await iteratorAt(client, arn, ShardId, 'LATEST')
    assert.deepEqual(await recordsFrom(client, iterator), [])
    await put('later')
    assert.deepEqual(namesOf(await recordsFrom(client, iterator)), ['later'])
  })

  it('is an opaque text of at most 2048 characters', async () => {
    const iterator = await iteratorAt(client, arn, ShardId)
    assert.ok(iterator.length >= 1 && iterator.length <= 2048)
  })
})

describe('GetShardIterator refuses', () => {
  const base = { StreamArn: arn, ShardId, ShardIteratorType: 'LATEST' }
  const at = { ShardIteratorType: 'AT_SEQUENCE_NUMBER' }
  const noShard = 'Requested resource not found: Shard does not exist'
  checkRefusals(client, 'GetShardIterator', base, [
    [
      'a missing stream',
      { StreamArn: noStream },
      `Requested resource not found: Stream: ${noStream} not found`,
      'ResourceNotFoundException',
    ],
    ['a text that is not the ARN of a stream', { StreamArn: 'x'.repeat(40) }, 'Invalid StreamArn'],
    [
      'a missing shard',
      { ShardId: ShardId.replace(/.{8}$/, 'ffffffff') },
      noShard,
      'ResourceNotFoundException',
    ],
    [
      'a shard opened at another time',
      { ShardId: ShardId.replace(/\d-/, '0-').replace('-000', '-100') },
      noShard,
      'ResourceNotFoundException',
    ],
    [
      'an invalid shard id',
      { ShardId: 'adfasdasdasdasdasdasdasdasdasasdasd' },
      noShard,
      'ResourceNotFoundException',
    ],
    [
      'an unknown type',
      { ShardIteratorType: 'bulle' },
      /Value 'bulle' at 'shardIteratorType' failed to satisfy constraint: Member must satisfy enum/,
    ],
    ['no type', { ShardIteratorType: undefined }, /Value null at 'shardIteratorType'/],
    ['AT_SEQUENCE_NUMBER without a number', at, /requires a SequenceNumber/],
    [
      'AFTER_SEQUENCE_NUMBER without a number',
      { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' },
      /requires a SequenceNumber/,
    ],
    ['LATEST with a number', { SequenceNumber: startingNumber }, /does not take a SequenceNumber/],
    [
      'TRIM_HORIZON with a number',
      { ShardIteratorType: 'TRIM_HORIZON', SequenceNumber: startingNumber },
      /does not take a SequenceNumber/,
    ],
    [
      'a number that is too short',
      { ...at, SequenceNumber: '1'.repeat(20) },
      /'sequenceNumber' failed to satisfy constraint: Member must have length greater/,
    ],
    [
      'a number that is too long',
      { ...at, SequenceNumber: '1'.repeat(41) },
      /'sequenceNumber' failed to satisfy constraint: Member must have length less/,
    ],
    [
      'a text that is not a number',
      { ...at, SequenceNumber: 'x'.repeat(32) },
      'Invalid SequenceNumber',
    ],
    [
      'a number that no record has',
      { ...at, SequenceNumber: '1'.repeat(32) },
      'Invalid SequenceNumber',
    ],
    [
      'a number beyond the newest record',
      {
        ...at,
        SequenceNumber: startingNumber.replace(/0{4}(\d{4})$/, '9999$1').replace(/1$/, '0'),
      },
      'Invalid SequenceNumber',
    ],
  ])
})
