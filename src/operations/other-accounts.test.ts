/** Tables and streams of another account, named by ARN: who can name them, and whose they then are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { accessDenied } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { decodeIterator, encodeIterator } from '../streams/shard-iterator.js'
import { assembleDatabase } from './database.js'
import type { Json } from './database-suite.js'
import { createDispatcher } from './dispatch.js'
import type { Stages } from './dispatch/stages.js'
import { jsonCall } from './json-call-suite.js'

const alice = { account: '111122223333', region: 'us-west-2', accessKeyId: 'alice' }
const bob = { account: '444455556666', region: 'us-west-2', accessKeyId: 'bob' }
const arn = 'arn:aws:dynamodb:us-west-2:111122223333:table/scores'

const scores = {
  TableName: 'scores',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
}

/** With a table of Alice's that has one item. */
async function open(stages: Stages) {
  const random = systemRandom
  const database = assembleDatabase({
    engine: memoryEngine(),
    clock: new VirtualClock(),
    random,
    secret: Buffer.alloc(32),
    tableTransitionMs: 0,
  })
  const dispatcher = createDispatcher(database, stages)
  const ask = async (operation: string, input: Json, caller = bob): Promise<Json> => {
    const json: unknown = JSON.parse(JSON.stringify(input))
    const answer = await dispatcher.dispatch(jsonCall(operation, json, caller))
    return JSON.parse(JSON.stringify(answer ?? {})) as Json
  }
  const created = await ask('CreateTable', scores, alice)
  await ask('PutItem', { TableName: 'scores', Item: { pk: { S: 'a' } } }, alice)
  const { LatestStreamArn } = created['TableDescription'] as { LatestStreamArn: string }
  return { ask, streamArn: LatestStreamArn }
}

/** Notes what is asked for, and allows everything. */
function witness() {
  const asked: string[] = []
  const permit: Stages['permit'] = () => ({
    denialOf(_ctx, { action, resource }) {
      asked.push(`${action} ${resource}`)
      return undefined
    },
  })
  return { asked, permit }
}

const Key = { pk: { S: 'a' } }
const TableName = arn
const itemRequests: readonly (readonly [operation: string, input: Json])[] = [
  ['GetItem', { TableName, Key }],
  ['PutItem', { TableName, Item: Key }],
  ['UpdateItem', { TableName, Key }],
  ['DeleteItem', { TableName, Key: { pk: { S: 'none' } } }],
  ['Scan', { TableName, ReturnConsumedCapacity: 'TOTAL' }],
  [
    'Query',
    {
      TableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'a' } },
    },
  ],
  ['BatchGetItem', { RequestItems: { [arn]: { Keys: [Key] } } }],
  ['BatchWriteItem', { RequestItems: { [arn]: [{ PutRequest: { Item: Key } }] } }],
  ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] }],
  ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: Key } }] }],
]
const tableRequests: readonly (readonly [operation: string, input: Json])[] = [
  ['DescribeTable', { TableName }],
  ['UpdateTable', { TableName, DeletionProtectionEnabled: false }],
  ['TagResource', { ResourceArn: arn, Tags: [{ Key: 'a', Value: 'b' }] }],
  ['ListTagsOfResource', { ResourceArn: arn }],
  ['UntagResource', { ResourceArn: arn, TagKeys: ['a'] }],
]
const requests = [...itemRequests, ...tableRequests]

describe('a table of another account', () => {
  it('can be named by ARN if calls are authorised', async () => {
    const { asked, permit } = witness()
    const { ask } = await open({ permit })
    for (const [operation, input] of [...requests, ['DeleteTable', { TableName }] as const]) {
      asked.length = 0
      await ask(operation, input)
      assert.equal(asked.length, 1, operation)
      assert.match(asked[0]!, new RegExp(`^dynamodb:\\w+ ${arn}$`), operation)
    }
    await assert.rejects(ask('DescribeTable', { TableName: 'scores' }, alice), {
      name: 'ResourceNotFoundException',
    })
  })

  it('is what it is to its owner', async () => {
    const { ask } = await open(witness())
    await ask('TagResource', { ResourceArn: arn, Tags: [{ Key: 'a', Value: 'b' }] })
    assert.deepEqual((await ask('ListTagsOfResource', { ResourceArn: arn }, alice))['Tags'], [
      { Key: 'a', Value: 'b' },
    ])
    const { Table } = (await ask('DescribeTable', { TableName })) as { Table: Json }
    assert.equal(Table['TableArn'], arn)
    await ask('PutItem', { TableName, Item: { pk: { S: 'b' } } })
    assert.equal((await ask('Scan', { TableName: 'scores' }, alice))['Count'], 2)
    assert.deepEqual((await ask('ListTables', {}))['TableNames'], [])
  })

  it('is never meant by a plain name', async () => {
    const { ask } = await open(witness())
    await assert.rejects(ask('GetItem', { TableName: 'scores', Key }), {
      name: 'ResourceNotFoundException',
    })
  })

  it('is not told from a missing one without the right', async () => {
    const permit: Stages['permit'] = ({ caller }) => ({
      denialOf: () =>
        caller.account === alice.account ? undefined : accessDenied('Access is denied'),
    })
    const { ask } = await open({ permit })
    for (const [operation, input] of requests) {
      for (const name of ['scores', 'missing']) {
        const named = JSON.parse(
          JSON.stringify(input).replaceAll('table/scores', `table/${name}`),
        ) as Json
        await assert.rejects(ask(operation, named), {
          name: 'AccessDeniedException',
          message: 'Access is denied',
        })
      }
    }
  })

  it('cannot be named where calls are not authorised', async () => {
    const { ask } = await open({})
    for (const [operation, input] of requests) {
      await assert.rejects(ask(operation, input), {
        name: 'AccessDeniedException',
        message: 'Access is denied',
      })
    }
  })

  it('cannot be named in another region', async () => {
    const { ask } = await open(witness())
    const away = arn.replace('us-west-2', 'eu-west-1')
    await assert.rejects(ask('GetItem', { TableName: away, Key }), {
      message: `1 validation error detected: Invalid AWS region in '${away}'`,
    })
  })
})

describe('operations that only the owner can use', () => {
  const statement = { Statement: `SELECT * FROM "${arn}" WHERE pk = 'a'` }
  const owned: readonly (readonly [operation: string, input: Json])[] = [
    ['ExecuteStatement', statement],
    ['ExecuteTransaction', { TransactStatements: [statement] }],
    [
      'UpdateTimeToLive',
      { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'x' } },
    ],
    ['DescribeTimeToLive', { TableName }],
    ['CreateBackup', { TableName, BackupName: 'one' }],
    ['DescribeContinuousBackups', { TableName }],
    [
      'UpdateContinuousBackups',
      { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ],
    ['DescribeKinesisStreamingDestination', { TableName }],
    ['ExportTableToPointInTime', { TableArn: arn, S3Bucket: 'bucket' }],
  ]
  it('refuse a table of another account', async () => {
    const { ask } = await open(witness())
    for (const [operation, input] of owned) {
      await assert.rejects(ask(operation, input), { name: 'AccessDeniedException' }, operation)
    }
    await assert.rejects(
      ask('RestoreTableToPointInTime', { SourceTableArn: arn, TargetTableName: 'mine' }),
    )
    await assert.rejects(ask('GetResourcePolicy', { ResourceArn: arn }), {
      message: 'This action is only supported by accounts that match the resource owner’s account.',
    })
  })
})

describe('a stream of another account', () => {
  it('is read if calls are authorised', async () => {
    const { asked, permit } = witness()
    const { ask, streamArn } = await open({ permit })
    asked.length = 0
    const { StreamDescription } = (await ask('DescribeStream', { StreamArn: streamArn })) as {
      StreamDescription: { Shards: { ShardId: string }[] }
    }
    const { ShardIterator } = await ask('GetShardIterator', {
      StreamArn: streamArn,
      ShardId: StreamDescription.Shards[0]!.ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    })
    await ask('GetRecords', { ShardIterator })
    assert.deepEqual(
      asked,
      ['DescribeStream', 'GetShardIterator', 'GetRecords'].map(
        (name) => `dynamodb:${name} ${streamArn}`,
      ),
    )
  })

  it('counts as missing otherwise', async () => {
    const { ask, streamArn } = await open({})
    await assert.rejects(ask('DescribeStream', { StreamArn: streamArn }), {
      name: 'ResourceNotFoundException',
    })
  })
})

describe('a shard iterator that a client has made up', () => {
  it('shows nothing of what was not in the stream', async () => {
    const { ask } = await open(witness())
    const table = { TableName: 'scores' }
    const change = (StreamSpecification: Json) =>
      ask('UpdateTable', { ...table, StreamSpecification }, alice)
    // So that the change log goes on without a stream.
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    await ask('UpdateContinuousBackups', { ...table, PointInTimeRecoverySpecification }, alice)
    await change({ StreamEnabled: false })
    await ask('PutItem', { ...table, Item: { pk: { S: 'secret' } } }, alice)
    const { TableDescription } = await change(scores.StreamSpecification)
    const { LatestStreamArn: StreamArn } = TableDescription as { LatestStreamArn: string }
    const { StreamDescription } = await ask('DescribeStream', { StreamArn })
    const { Shards } = StreamDescription as { Shards: { ShardId: string }[] }
    const shown: unknown[] = []
    for (const { ShardId } of Shards) {
      const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
      const { ShardIterator } = await ask('GetShardIterator', start)
      const own = decodeIterator(ShardIterator as string)!
      for (let shard = 0; shard < 20; shard++) {
        for (const position of [1, 2, own.position]) {
          const made = encodeIterator({ ...own, shard, position })
          const answer = ask('GetRecords', { ShardIterator: made })
          shown.push(await answer.catch((error: unknown) => (error as Error).message))
        }
      }
    }
    assert.ok(!JSON.stringify(shown).includes('secret'))
    assert.ok(shown.includes('Invalid ShardIterator'))
  })
})
