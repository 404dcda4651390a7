/** DescribeStream: a stream, its shards and their lineage. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import {
  DescribeStreamCommand,
  type DescribeStreamCommandInput,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import { connect } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import {
  describeStream,
  latestStream,
  noStream,
  notStreaming,
  shardsOf,
  streaming,
} from '../../../support/streams.js'
import { composite, onDemand, partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const describeIt = async (input: DescribeStreamCommandInput) => {
  const { StreamDescription } = await client.streams.send(new DescribeStreamCommand(input))
  return StreamDescription!
}

const table = await client.createTable({ ...composite(), ...streaming('NEW_IMAGE') })
const arn = await latestStream(client, table)

describe('DescribeStream', () => {
  it('describes a stream completely', async () => {
    const { Shards, CreationRequestDateTime, ...rest } = await describeStream(client, arn)
    assert.deepEqual(rest, {
      StreamArn: arn,
      StreamLabel: arn.slice(arn.indexOf('/stream/') + '/stream/'.length),
      StreamStatus: 'ENABLED',
      StreamViewType: 'NEW_IMAGE',
      TableName: table,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    })
    assert.ok(CreationRequestDateTime instanceof Date)
    for (const { ShardId, SequenceNumberRange, ParentShardId } of Shards!) {
      assert.match(ShardId!, /^shardId-\d{20}-[0-9a-f]{8}$/)
      assert.match(SequenceNumberRange!.StartingSequenceNumber!, /^\d{21,40}$/)
      assert.equal(SequenceNumberRange!.EndingSequenceNumber, undefined)
      assert.equal(ParentShardId, undefined)
    }
  })

  it('has a shard for each partition: four for a new on-demand table', async () => {
    assert.equal((await shardsOf(client, arn)).length, 4)
    const small = {
      ...partitionOnly(),
      ...onDemand,
      BillingMode: 'PROVISIONED',
      ...provisioned(5, 5),
    }
    const one = await client.createTable({ ...small, ...streaming() })
    assert.equal((await shardsOf(client, await latestStream(client, one))).length, 1)
  })

  it('pages through shards', async () => {
    const all = await shardsOf(client, arn)
    const paged: Shard[] = []
    for (let start: string | undefined, more = true; more;) {
      const page = await describeIt({ StreamArn: arn, Limit: 3, ExclusiveStartShardId: start })
      paged.push(...page.Shards!)
      start = page.LastEvaluatedShardId
      more = start !== undefined
    }
    assert.deepEqual(paged, all)
  })

  it('lists nothing after the last shard, or after an id that sorts behind all of them', async () => {
    const last = (await shardsOf(client, arn)).at(-1)!.ShardId!
    for (const ExclusiveStartShardId of [last, 'z'.repeat(40)]) {
      const { Shards, LastEvaluatedShardId } = await describeIt({
        StreamArn: arn,
        ExclusiveStartShardId,
      })
      assert.deepEqual([Shards, LastEvaluatedShardId], [[], undefined])
    }
  })

  it('ends every shard of a stream that is disabled', async () => {
    const ended = await client.createTable({ ...partitionOnly(), ...streaming() })
    await client.ask('PutItem', { TableName: ended, Item: { pk: { S: 'a' } } })
    const stream = await latestStream(client, ended)
    await client.ask('UpdateTable', { TableName: ended, ...notStreaming })
    await client.untilActive(ended)
    const { StreamStatus, Shards } = await describeStream(client, stream)
    assert.equal(StreamStatus, 'DISABLED')
    for (const { SequenceNumberRange } of Shards!) {
      const { StartingSequenceNumber, EndingSequenceNumber } = SequenceNumberRange!
      assert.ok(BigInt(EndingSequenceNumber!) >= BigInt(StartingSequenceNumber!))
    }
  })

  it('starts a second stream of a table without parents', async () => {
    const twice = await client.createTable({ ...partitionOnly(), ...streaming() })
    await client.ask('UpdateTable', { TableName: twice, ...notStreaming })
    await client.untilActive(twice)
    await client.ask('UpdateTable', { TableName: twice, ...streaming('KEYS_ONLY') })
    await client.untilActive(twice)
    const shards = await shardsOf(client, await latestStream(client, twice))
    assert.equal(shards.length, 4)
    assert.ok(shards.every(({ ParentShardId }) => ParentShardId === undefined))
  })
})

describe('DescribeStream while shards roll over', () => {
  it('shows closed parents, open children, and the children of one shard alone', async () => {
    const quick = await connect({ shardDurationMs: 200 })
    const rolling = await quick.createTable({ ...partitionOnly(), ...streaming() })
    const stream = await latestStream(quick, rolling)
    const [root] = await shardsOf(quick, stream)
    const ShardFilter = { Type: 'CHILD_SHARDS', ShardId: root!.ShardId } as const
    let children: Shard[] = []
    while (children.length === 0) {
      await delay(50)
      const command = new DescribeStreamCommand({ StreamArn: stream, ShardFilter })
      children = (await quick.streams.send(command)).StreamDescription!.Shards!
    }
    assert.equal(children.length, 1)
    assert.equal(children[0]!.ParentShardId, root!.ShardId)
    const parent = (await shardsOf(quick, stream)).find(({ ShardId }) => ShardId === root!.ShardId)
    const ending = parent!.SequenceNumberRange!.EndingSequenceNumber!
    assert.ok(BigInt(children[0]!.SequenceNumberRange!.StartingSequenceNumber!) > BigInt(ending))
    assert.ok(children[0]!.ShardId! > root!.ShardId!)
  })
})

describe('DescribeStream refuses', () => {
  checkRefusals(client, 'DescribeStream', { StreamArn: arn }, [
    [
      'a missing stream',
      { StreamArn: noStream },
      `Requested resource not found: Stream: ${noStream} not found`,
      'ResourceNotFoundException',
    ],
    [
      'a stream of another region',
      { StreamArn: arn.replace(client.region, 'xx-west-1') },
      `Requested resource not found: Stream: ${arn.replace(client.region, 'xx-west-1')} not found`,
      'ResourceNotFoundException',
    ],
    [
      'another label of the table',
      { StreamArn: arn.replace(/\d{4}-/, '2015-') },
      `Requested resource not found: Stream: ${arn.replace(/\d{4}-/, '2015-')} not found`,
      'ResourceNotFoundException',
    ],
    [
      'a text that is not the ARN of a stream',
      { StreamArn: 'sdfadfsdfnlfkajakfgjalksfgklasjklasdjfklasdfasdfgasf' },
      'Invalid StreamArn',
    ],
    ['no stream', { StreamArn: undefined }, /Value null at 'streamArn' .* must not be null$/],
    ['a limit of zero', { Limit: 0 }, /Value '0' at 'limit' .* greater than or equal to 1$/],
    ['a limit over 100', { Limit: 101 }, /Value '101' at 'limit' .* less than or equal to 100$/],
    [
      'a shard id that is too short',
      { ExclusiveStartShardId: 'shardId-1' },
      /'exclusiveStartShardId' failed to satisfy constraint: Member must have length greater/,
    ],
    [
      'a filter of an unknown type',
      { ShardFilter: { Type: 'AT_LATEST', ShardId: 's'.repeat(28) } },
      /'shardFilter.type' failed to satisfy constraint: Member must satisfy enum value set/,
    ],
    [
      'a filter without a shard',
      { ShardFilter: { Type: 'CHILD_SHARDS' } },
      'ShardFilter requires both Type and ShardId',
    ],
  ])
})
