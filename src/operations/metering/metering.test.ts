/** Which metrics a call counts in, and with which values. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testCaller } from '../json-call-suite.js'
import { createIndexedTable, measuredServer, type MeasuredServer } from './metering-suite.js'

const T = { TableName: 'Tab' }
const global = { ...T, GlobalSecondaryIndexName: 'global' }
const key = { pk: { S: 'a' }, sk: { S: '1' } }

function of(Operation: string) {
  return { ...T, Operation }
}

async function openServer(): Promise<MeasuredServer> {
  const server = measuredServer()
  await createIndexedTable(server)
  return server
}

async function refused(answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer)
}

describe('a request that succeeds', () => {
  it('counts what it used of the table and of global indexes, once for each request', async () => {
    const { ask, measured } = await openServer()
    await ask('PutItem', { ...T, Item: { ...key, l: { S: 'l' }, g: { S: 'g' } } })
    await ask('BatchWriteItem', {
      RequestItems: {
        Tab: ['2', '3'].map((sk) => ({ PutRequest: { Item: { ...key, sk: { S: sk } } } })),
      },
    })
    // The item and its entry in the local index; then two items in one request.
    assert.deepEqual(await measured('ConsumedWriteCapacityUnits', T), [2, 4])
    const bySource = { ...T, Source: 'Customer' }
    assert.deepEqual(await measured('ConsumedWriteCapacityUnits', bySource), [2, 4])
    assert.deepEqual(await measured('ConsumedWriteCapacityUnits', global), [1, 1])
    await ask('GetItem', { ...T, Key: key })
    await ask('Query', {
      ...{ ...T, IndexName: 'global', KeyConditionExpression: 'g = :g' },
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    })
    assert.deepEqual(await measured('ConsumedReadCapacityUnits', T), [1, 0.5])
    assert.deepEqual(await measured('ConsumedReadCapacityUnits', global), [1, 0.5])
  })

  it('counts the bytes of vector indexes, and no units for them', async () => {
    const { ask, measured } = measuredServer()
    await ask('CreateTable', {
      ...T,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      VectorIndexes: [
        {
          IndexName: 'near',
          VectorAttribute: { AttributeName: 'emb' },
          Dimensions: 1,
          DistanceFunction: 'COSINE',
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    })
    const near = { ...T, VectorIndexName: 'near' }
    await ask('PutItem', { ...T, Item: { pk: { S: 'a' }, emb: { L: [{ N: '1' }] } } })
    await ask('SearchVectors', { ...T, IndexName: 'near', SearchVector: [{ N: '1' }], TopK: 1 })
    assert.deepEqual(await measured('VectorWriteRequestBytes', near), [1, 1024])
    assert.deepEqual(await measured('VectorSearchRequestBytes', near), [1, 1024])
    assert.deepEqual(await measured('ConsumedWriteCapacityUnits', T), [1, 1])
    assert.equal(await measured('ConsumedReadCapacityUnits', T), undefined)
    assert.equal((await measured('SuccessfulRequestLatency', of('SearchVectors')))?.[0], 1)
  })

  it('counts its latency and the items it returned', async () => {
    const { ask, measured } = await openServer()
    await ask('PutItem', { ...T, Item: key })
    await ask('Scan', T)
    await ask('Scan', { ...T, FilterExpression: 'attribute_exists(nothingLikeIt)' })
    await ask('ExecuteStatement', { Statement: `SELECT * FROM Tab WHERE pk = 'a'` })
    await ask('ExecuteStatement', { Statement: `DELETE FROM Tab WHERE pk = 'a' AND sk = '1'` })
    assert.deepEqual(await measured('ReturnedItemCount', of('Scan')), [2, 1])
    assert.deepEqual(await measured('ReturnedItemCount', of('ExecuteStatement')), [1, 1])
    assert.equal((await measured('SuccessfulRequestLatency', of('Scan')))?.[0], 2)
    assert.equal((await measured('SuccessfulRequestLatency', of('ExecuteStatement')))?.[0], 2)
    assert.equal(await measured('ReturnedItemCount', of('PutItem')), undefined)
    assert.equal(await measured('SuccessfulRequestLatency', of('DescribeTable')), undefined)
  })

  it('that reads a stream counts by the stream', async () => {
    const server = measuredServer()
    const { ask, measured } = server
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    const settings = { BillingMode: 'PAY_PER_REQUEST', StreamSpecification }
    await createIndexedTable(server, 'Tab', settings)
    await ask('PutItem', { ...T, Item: key })
    const { Table } = (await ask('DescribeTable', T)) as {
      Table: { LatestStreamArn: string; LatestStreamLabel: string }
    }
    const StreamArn = Table.LatestStreamArn
    const { StreamDescription } = (await ask('DescribeStream', { StreamArn })) as {
      StreamDescription: { Shards: { ShardId: string }[] }
    }
    let records = 0
    for (const { ShardId } of StreamDescription.Shards) {
      const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
      const { ShardIterator } = await ask('GetShardIterator', start)
      const { Records } = await ask('GetRecords', { ShardIterator })
      records += (Records as unknown[]).length
    }
    const reads = StreamDescription.Shards.length
    const named = { Operation: 'GetRecords', StreamLabel: Table.LatestStreamLabel }
    assert.equal(records, 1)
    assert.deepEqual(await measured('ReturnedRecordsCount', { ...named, ...T }), [reads, 1])
    assert.equal((await measured('ReturnedBytes', { ...named, ...T }))?.[0], reads)
    assert.equal((await measured('SuccessfulRequestLatency', named))?.[0], reads)
  })
})

describe('a request that fails', () => {
  it('because of a condition counts there and not as an error of the user', async () => {
    const { ask, measured } = await openServer()
    const ConditionExpression = 'attribute_exists(pk)'
    await refused(ask('PutItem', { ...T, Item: key, ConditionExpression }))
    const Put = { ...T, Item: key, ConditionExpression }
    const other = { ...T, Key: { ...key, sk: { S: '2' } }, ConditionExpression }
    const TransactItems = [{ Put }, { ConditionCheck: other }]
    await refused(ask('TransactWriteItems', { TransactItems }))
    assert.deepEqual(await measured('ConditionalCheckFailedRequests', T), [3, 3])
    assert.equal(await measured('UserErrors'), undefined)
    assert.equal(await measured('SuccessfulRequestLatency', of('PutItem')), undefined)
    // One unit for the condition, and two for each of the transaction's actions.
    assert.deepEqual(await measured('ConsumedWriteCapacityUnits', T), [2, 5])
  })

  it('counts as an error of the user, without dimensions', async () => {
    const { ask, measured } = await openServer()
    await refused(ask('GetItem', { ...T, Key: { pk: { S: 'a' } } }))
    await refused(ask('GetItem', { TableName: 'missing', Key: key }))
    await refused(ask('PutItem', { ...T, Item: {} }))
    assert.deepEqual(await measured('UserErrors'), [3, 3])
  })

  it('because of the server counts for its table and operation', async () => {
    const { ask, measured, database } = await openServer()
    Object.assign(database.items, { get: () => Promise.reject(new Error('broken')) })
    await refused(ask('GetItem', { ...T, Key: key }))
    assert.deepEqual(await measured('SystemErrors', of('GetItem')), [1, 1])
    assert.equal(await measured('UserErrors'), undefined)
  })
})

describe('throttling', () => {
  const settings = { ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } }
  const Item = { ...key, text: { S: 'x'.repeat(320 * 1024) } }

  it('counts events by reason, and each request once', async () => {
    const server = measuredServer({ throttles: true })
    const { ask, measured } = server
    await createIndexedTable(server, 'Tab', settings)
    await ask('PutItem', { ...T, Item })
    await refused(ask('PutItem', { ...T, Item: key }))
    await refused(
      ask('ExecuteStatement', { Statement: `INSERT INTO Tab VALUE {'pk':'b','sk':'b'}` }),
    )
    assert.deepEqual(await measured('WriteThrottleEvents', T), [2, 2])
    assert.deepEqual(await measured('WriteProvisionedThroughputThrottleEvents', T), [2, 2])
    assert.deepEqual(await measured('ThrottledRequests', of('PutItem')), [1, 1])
    const verb = { ...of('ExecuteStatement'), Verb: 'PartiQLInsert' }
    assert.deepEqual(await measured('ThrottledRequests', verb), [1, 1])
    assert.equal(await measured('UserErrors'), undefined)
  })

  it('that is off is counted apart', async () => {
    const server = measuredServer()
    const { ask, measured } = server
    await createIndexedTable(server, 'Tab', settings)
    await ask('PutItem', { ...T, Item })
    await ask('PutItem', { ...T, Item: key })
    assert.equal(await measured('WriteThrottleEvents', T), undefined)
    assert.deepEqual(await measured('WriteThrottleEvents', T, 'Gramme/WouldBeThrottled'), [1, 1])
  })
})

describe('a global table', () => {
  const link = { ...testCaller, tableName: 'Tab', fromRegion: testCaller.region }
  const toWest = { ...link, toRegion: 'us-west-2', isPaused: false, delayMs: 0 }
  const values = { ...T, ReceivingRegion: 'us-west-2' }

  it('tells in the region of the writes how many another one has not seen', async () => {
    const { metering, measured } = measuredServer()
    metering.behind({ ...toWest, state: 'starting' })
    assert.equal(await measured('PendingReplicationCount', values), undefined)
    metering.behind({ ...toWest, state: 'following', pending: 7 })
    metering.behind({ ...toWest, state: 'following', pending: 0 })
    assert.deepEqual(await measured('PendingReplicationCount', values), [2, 7])
  })

  it('tells how long changes took to another region', async () => {
    const { metering, measured, clock } = measuredServer()
    // As much of them as is looked at.
    const to = { table: { name: 'Tab', region: 'us-west-2' }, member: testCaller } as never
    const changes = [{ atMs: clock.now() - 250 } as never]
    metering.replicated(to, { changes, lost: 0, isCopy: true })
    assert.equal(await measured('ReplicationLatency', values), undefined)
    metering.replicated(to, { changes, lost: 1, isCopy: false })
    assert.deepEqual(await measured('ReplicationLatency', values), [1, 250])
    const lost = await measured('OverwrittenVersionCount', values, 'Gramme/Replication')
    assert.deepEqual(lost, [1, 1])
  })
})
