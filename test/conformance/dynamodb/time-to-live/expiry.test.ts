/**
 * Items that expire, through the AWS SDK: until they are deleted they are like any other; then they
 * are absent from the table and its indexes, and a stream record says that the service deleted
 * them.
 *
 * The service takes days to delete them, so this does not run against an external endpoint.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import {
  DeleteItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { latestStream, recordsOf, streaming } from '../../../support/streams.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const elsewhere = (process.env['GRAMME_ENDPOINT'] ?? '') !== ''
const skip = elsewhere && 'an endpoint elsewhere takes days to delete what has expired'
const client = await connect({ ttlSweepIntervalMs: 20 })

type Attributes = Record<string, AttributeValue>

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const past = (): AttributeValue => ({ N: String(nowSeconds() - 60) })
const future = (): AttributeValue => ({ N: String(nowSeconds() + 3600) })

const put = (TableName: string, Item: Attributes) =>
  client.sdk.send(new PutItemCommand({ TableName, Item }))

async function enable(TableName: string, AttributeName = 'ttl'): Promise<void> {
  const TimeToLiveSpecification = { Enabled: true, AttributeName }
  await client.sdk.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

async function expiring(shape: Json = partitionOnly()): Promise<string> {
  const TableName = await client.createTable(shape)
  await enable(TableName)
  return TableName
}

async function namesIn(TableName: string): Promise<readonly (string | undefined)[]> {
  const { Items } = await client.sdk.send(new ScanCommand({ TableName, ConsistentRead: true }))
  return Items!.map(({ pk }) => pk!.S).toSorted()
}

/**
 * Waits until an expired item that was put last is deleted: everything before it was checked by
 * then.
 */
async function swept(TableName: string, key: Attributes = { pk: { S: 'last' } }): Promise<void> {
  // It expires after all others, so it is deleted after them.
  await put(TableName, { ...key, ttl: { N: String(nowSeconds() - 1) } })
  const get = new GetItemCommand({ TableName, Key: key, ConsistentRead: true })
  while ((await client.sdk.send(get)).Item !== undefined) await pause(5)
}

describe('an item that has expired', { skip }, () => {
  it('is deleted, and no other is', async () => {
    const table = await expiring()
    await put(table, { pk: { S: 'past' }, ttl: past() })
    await put(table, { pk: { S: 'future' }, ttl: future() })
    await put(table, { pk: { S: 'text' }, ttl: { S: past().N! } })
    await put(table, { pk: { S: 'nested' }, map: { M: { ttl: past() } } })
    await put(table, { pk: { S: 'long ago' }, ttl: { N: '1' } })
    await put(table, { pk: { S: 'never' } })
    await swept(table)
    assert.deepEqual(await namesIn(table), ['future', 'long ago', 'nested', 'never', 'text'])
  })

  it('is deleted from a table that had it before time to live was enabled', async () => {
    const table = await client.createTable(partitionOnly())
    for (let i = 0; i < 300; i++) await put(table, { pk: { S: `old-${i}` }, ttl: past() })
    await put(table, { pk: { S: 'future' }, ttl: future() })
    await enable(table)
    await swept(table)
    assert.deepEqual(await namesIn(table), ['future'])
  })

  it('is kept while time to live is not enabled', async () => {
    const [table, other] = [await client.createTable(partitionOnly()), await expiring()]
    await put(table, { pk: { S: 'past' }, ttl: past() })
    await swept(other)
    assert.deepEqual(await namesIn(table), ['past'])
    const description = await client.sdk.send(new DescribeTimeToLiveCommand({ TableName: other }))
    assert.deepEqual(description.TimeToLiveDescription, {
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'ttl',
    })
  })

  it('can be one whose sort key is its expiry time', async () => {
    const table = await client.createTable(composite('S', 'N'))
    await enable(table, 'sk')
    await put(table, { pk: { S: 'a' }, sk: past() })
    await put(table, { pk: { S: 'a' }, sk: future() })
    for (;;) {
      if ((await namesIn(table)).length === 1) break
      await pause(5)
    }
  })

  it('leaves the indexes and the totals of its table', async () => {
    const table = await expiring(indexed)
    const attributes = { local: { S: 'l' }, global: { S: 'g' } }
    const keyOf = (sk: string) => ({ pk: { S: 'p' }, sk: { S: sk } })
    await put(table, { ...keyOf('kept'), ...attributes })
    await put(table, { ...keyOf('past'), ...attributes, ttl: past() })
    await swept(table, keyOf('last'))
    for (const [IndexName, name, value] of [
      ['by-local', 'pk', 'p'],
      ['by-global', 'global', 'g'],
    ] as const) {
      const { Items } = await client.sdk.send(
        new QueryCommand({
          ...{ TableName: table, IndexName, KeyConditionExpression: '#n = :v' },
          ExpressionAttributeNames: { '#n': name },
          ExpressionAttributeValues: { ':v': { S: value } },
        }),
      )
      assert.deepEqual(
        Items!.map(({ sk }) => sk),
        [{ S: 'kept' }],
      )
    }
    const { Table } = await client.sdk.send(new DescribeTableCommand({ TableName: table }))
    assert.equal(Table!.ItemCount, 1)
    assert.ok(Table!.GlobalSecondaryIndexes!.every(({ ItemCount }) => ItemCount === 1))
  })

  it('has a stream record of removal by the service, unlike one that a client deletes', async () => {
    const table = await expiring({ ...partitionOnly(), ...streaming() })
    const Key = { pk: { S: 'deleted' } }
    await put(table, Key)
    await client.sdk.send(new DeleteItemCommand({ TableName: table, Key }))
    const item = { pk: { S: 'expired' }, ttl: past(), note: { S: 'was here' } }
    await put(table, item)
    await swept(table)
    const records = await recordsOf(client, await latestStream(client, table))
    const removal = (name: string) =>
      records.filter(
        ({ eventName, dynamodb }) => eventName === 'REMOVE' && dynamodb!.Keys!['pk']!.S === name,
      )
    const [expired, ...more] = removal('expired')
    assert.deepEqual(more, [])
    assert.deepEqual(expired!.userIdentity, {
      Type: 'Service',
      PrincipalId: 'dynamodb.amazonaws.com',
    })
    assert.deepEqual(expired!.dynamodb!.OldImage, item)
    assert.equal(expired!.dynamodb!.NewImage, undefined)
    assert.equal(removal('deleted')[0]!.userIdentity, undefined)
    assert.equal(removal('last').length, 1)
  })
})

describe('an item whose time was changed', { skip }, () => {
  it('is kept if its time was put off, by an update, a statement or another put', async () => {
    const table = await expiring()
    const names = ['updated', 'stated', 'put', 'removed']
    // Not expired yet, so that the sweep cannot overtake the test.
    for (const name of names) await put(table, { pk: { S: name }, ttl: future() })
    await client.sdk.send(
      new UpdateItemCommand({
        ...{ TableName: table, Key: { pk: { S: 'updated' } } },
        UpdateExpression: 'SET #ttl = #ttl + :hour',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':hour': { N: '3600' } },
      }),
    )
    await client.sdk.send(
      new ExecuteStatementCommand({
        Statement: `UPDATE "${table}" SET "ttl" = "ttl" + 3600 WHERE pk = 'stated'`,
      }),
    )
    await put(table, { pk: { S: 'put' }, ttl: { N: String(nowSeconds() + 7200) } })
    await client.sdk.send(
      new UpdateItemCommand({
        ...{ TableName: table, Key: { pk: { S: 'removed' } } },
        UpdateExpression: 'REMOVE #ttl',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
      }),
    )
    await swept(table)
    assert.deepEqual(await namesIn(table), names.toSorted())
  })

  it('is deleted if its time was brought forward', async () => {
    const table = await expiring()
    await put(table, { pk: { S: 'item' }, ttl: future() })
    await client.sdk.send(
      new UpdateItemCommand({
        ...{ TableName: table, Key: { pk: { S: 'item' } } },
        UpdateExpression: 'SET #ttl = :past',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':past': past() },
      }),
    )
    await swept(table)
    assert.deepEqual(await namesIn(table), [])
  })
})
