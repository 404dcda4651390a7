/** Successful DeleteItem requests: what is deleted, what is returned, what it costs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { conditionFailed } from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const key = (name: string): Json => ({ pk: { S: name }, sk: { S: 'a' } })
const put = (Item: Json): Promise<Json> => client.ask('PutItem', { TableName: table, Item })
const remove = (name: string, rest: Json = {}): Promise<Json> =>
  client.ask('DeleteItem', { TableName: table, Key: key(name), ...rest })
const stored = async (name: string): Promise<unknown> =>
  (await client.ask('GetItem', { TableName: table, Key: key(name), ConsistentRead: true }))['Item']

describe('DeleteItem', () => {
  it('removes the item and nothing else', async () => {
    await put({ ...key('a'), n: { N: '1' } })
    await put({ ...key('a'), sk: { S: 'neighbour' } })
    assert.deepEqual(await remove('a'), {})
    assert.equal(await stored('a'), undefined)
    const neighbour = { ...key('a'), sk: { S: 'neighbour' } }
    const { Item } = await client.ask('GetItem', { TableName: table, Key: neighbour })
    assert.deepEqual(Item, neighbour)
  })

  it('of a missing item succeeds', async () => {
    assert.deepEqual(await remove('nobody'), {})
    assert.deepEqual(await remove('nobody', { ReturnValues: 'ALL_OLD' }), {})
  })

  it('returns the old item under ALL_OLD', async () => {
    const item = { ...key('old'), note: { S: 'x' } }
    await put(item)
    assert.deepEqual(await remove('old', { ReturnValues: 'ALL_OLD' }), { Attributes: item })
  })

  it('honours a condition, and shows the item that failed it', async () => {
    const item = { ...key('held'), n: { N: '1' } }
    await put(item)
    const refused = client.call('DeleteItem', {
      TableName: table,
      Key: key('held'),
      ConditionExpression: 'n > :n',
      ExpressionAttributeValues: { ':n': { N: '1' } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const { body } = await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
    assert.deepEqual(body['Item'], item)
    assert.deepEqual(await stored('held'), item)
    await remove('held', { ConditionExpression: 'attribute_exists(n)' })
    assert.equal(await stored('held'), undefined)
  })

  it('honours Expected', async () => {
    await put({ ...key('expected'), n: { N: '1' } })
    const refused = client.call('DeleteItem', {
      TableName: table,
      Key: key('expected'),
      Expected: { n: { Value: { N: '2' } } },
    })
    await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
    await remove('expected', { Expected: { n: { Value: { N: '1' } } } })
    assert.equal(await stored('expected'), undefined)
  })
})

describe('DeleteItem reports', () => {
  it('the capacity of the deleted item', async () => {
    await put({ ...key('big'), pad: { S: 'x'.repeat(2500) } })
    const there = await remove('big', { ReturnConsumedCapacity: 'TOTAL' })
    const gone = await remove('big', { ReturnConsumedCapacity: 'TOTAL' })
    assert.deepEqual(there, { ConsumedCapacity: { TableName: table, CapacityUnits: 3 } })
    assert.deepEqual(gone, { ConsumedCapacity: { TableName: table, CapacityUnits: 1 } })
  })

  it('each index the item was in', async () => {
    const Item = { ...key('in'), local: { S: 'l' }, global: { S: 'g' } }
    await client.ask('PutItem', { TableName: withIndexes, Item })
    const { ConsumedCapacity } = await client.ask('DeleteItem', {
      TableName: withIndexes,
      Key: key('in'),
      ReturnConsumedCapacity: 'INDEXES',
    })
    assert.deepEqual(ConsumedCapacity, {
      TableName: withIndexes,
      CapacityUnits: 3,
      Table: { CapacityUnits: 1 },
      LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 1 } },
      GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 1 } },
    })
  })

  it('the item collection of a table with a local index', async () => {
    const { ItemCollectionMetrics } = await client.ask('DeleteItem', {
      TableName: withIndexes,
      Key: key('collection'),
      ReturnItemCollectionMetrics: 'SIZE',
    })
    const metrics = ItemCollectionMetrics as Json
    assert.deepEqual(metrics['ItemCollectionKey'], { pk: { S: 'collection' } })
  })
})
