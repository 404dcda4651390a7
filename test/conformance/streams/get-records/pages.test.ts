/** GetRecords: pages, their limits and ends, and invalid iterators. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GetRecordsCommand } from '@aws-sdk/client-dynamodb-streams'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import {
  iteratorAt,
  latestStream,
  notStreaming,
  recordsFrom,
  shardsOf,
  streaming,
} from '../../../support/streams.js'
import { partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const oneShard: Json = { ...partitionOnly(), BillingMode: 'PROVISIONED', ...provisioned(5, 5) }

async function openShard(viewType?: 'KEYS_ONLY') {
  const table = await client.createTable({ ...oneShard, ...streaming(viewType) })
  const arn = await latestStream(client, table)
  const [shard] = await shardsOf(client, arn)
  const put = (name: string, rest: Json = {}) =>
    client.ask('PutItem', { TableName: table, Item: { pk: { S: name }, ...rest } })
  const end = async () => {
    await client.ask('UpdateTable', { TableName: table, ...notStreaming })
    await client.untilActive(table)
  }
  return { arn, shardId: shard!.ShardId!, put, end }
}
const get = (ShardIterator: string, Limit?: number) =>
  client.streams.send(new GetRecordsCommand({ ShardIterator, Limit }))

describe('a page of GetRecords', () => {
  it('has at most Limit records and continues after them', async () => {
    const { arn, shardId, put } = await openShard('KEYS_ONLY')
    for (const name of ['a', 'b', 'c']) await put(name)
    const iterator = await iteratorAt(client, arn, shardId)
    const first = await get(iterator, 2)
    assert.equal(first.Records!.length, 2)
    const second = await get(first.NextShardIterator!, 2)
    assert.equal(second.Records![0]!.dynamodb!.Keys!['pk']!.S, 'c')
    assert.deepEqual(second.Records!.length, 1)
  })

  it('has a thousand records at most', async () => {
    const { arn, shardId, put } = await openShard('KEYS_ONLY')
    await Promise.all(Array.from({ length: 1001 }, (_, i) => put(`item-${i}`)))
    const iterator = await iteratorAt(client, arn, shardId)
    const first = await get(iterator)
    assert.equal(first.Records!.length, 1000)
    assert.equal((await get(first.NextShardIterator!)).Records!.length, 1)
  })

  it('has a megabyte at most', async () => {
    const { arn, shardId, put } = await openShard()
    const large = { v: { S: 'x'.repeat(300 * 1024) } }
    for (const name of ['a', 'b', 'c', 'd']) await put(name, large)
    const iterator = await iteratorAt(client, arn, shardId)
    const first = await get(iterator)
    const bytes = first.Records!.reduce((total, { dynamodb }) => total + dynamodb!.SizeBytes!, 0)
    assert.equal(first.Records!.length, 3)
    assert.ok(bytes <= 1024 * 1024)
    assert.equal((await get(first.NextShardIterator!)).Records!.length, 1)
  })

  it('is empty at the end of an open shard, with an iterator that finds later records', async () => {
    const { arn, shardId, put } = await openShard()
    let iterator = await iteratorAt(client, arn, shardId)
    for (const name of ['a', 'b']) {
      const empty = await get(iterator)
      assert.deepEqual(empty.Records, [])
      await put(name)
      const page = await get(empty.NextShardIterator!)
      assert.equal(page.Records![0]!.dynamodb!.Keys!['pk']!.S, name)
      iterator = page.NextShardIterator!
    }
  })

  it('is the last of a closed shard if it has its last record', async () => {
    const { arn, shardId, put, end } = await openShard()
    for (const name of ['a', 'b']) await put(name)
    const waiting = await iteratorAt(client, arn, shardId, 'LATEST')
    await end()
    const iterator = await iteratorAt(client, arn, shardId)
    const first = await get(iterator, 1)
    assert.notEqual(first.NextShardIterator, undefined)
    const second = await get(first.NextShardIterator!, 1)
    assert.equal(second.Records!.length, 1)
    assert.equal(second.NextShardIterator, undefined)
    const last = await get(waiting)
    assert.deepEqual([last.Records, last.NextShardIterator], [[], undefined])
  })

  it('is returned again for the same iterator', async () => {
    const { arn, shardId, put } = await openShard()
    await put('a')
    const iterator = await iteratorAt(client, arn, shardId)
    assert.deepEqual(await recordsFrom(client, iterator), await recordsFrom(client, iterator))
  })
})

const { arn, shardId } = await openShard()
const iterator = await iteratorAt(client, arn, shardId)

describe('GetRecords refuses', () => {
  checkRefusals(client, 'GetRecords', { ShardIterator: iterator }, [
    [
      'an invalid iterator',
      { ShardIterator: 'sdfsdfsgagaddafgagasgasgasdfasdfasdfasdfasdgasdasdgasdg' },
      'Invalid ShardIterator',
    ],
    ['an iterator that was cut', { ShardIterator: iterator.slice(0, -5) }, 'Invalid ShardIterator'],
    ['no iterator', { ShardIterator: undefined }, /Value null at 'shardIterator'/],
    ['an empty iterator', { ShardIterator: '' }, /length greater than or equal to 1$/],
    [
      'an iterator that is too long',
      { ShardIterator: 'x'.repeat(2049) },
      /less than or equal to 2048$/,
    ],
    ['a limit of zero', { Limit: 0 }, /Value '0' at 'limit' .* greater than or equal to 1$/],
    [
      'a limit over 1000',
      { Limit: 1001 },
      /Value '1001' at 'limit' .* less than or equal to 1000$/,
    ],
  ])

  it('an iterator of another region', async () => {
    const answer = await client
      .as({ region: 'xx-east-9' })
      .call('GetRecords', { ShardIterator: iterator })
    assert.equal(answer.type, 'ResourceNotFoundException')
  })
})
