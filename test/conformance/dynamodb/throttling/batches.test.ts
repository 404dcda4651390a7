/** Batches for whose last parts there is no capacity, and tables that their tag exempts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { partitionOnly, provisioned } from '../../../support/tables.js'
import { largeText } from '../../../support/throttled-tables.js'

const client = await connect({ throttle: 'on' })
const shape = (throughput: Json): Json => {
  return { ...partitionOnly(), BillingMode: 'PROVISIONED', ...throughput }
}
const key = (pk: string) => ({ pk: { S: pk } })
const count = async (TableName: string): Promise<unknown> =>
  (await client.ask('Scan', { TableName, Select: 'COUNT' }))['Count']

describe('a batch', () => {
  it('writes what there are units for, and returns the rest', async () => {
    const TableName = await client.createTable(shape(provisioned(1000, 1)))
    const text = { S: 'x'.repeat(20 * 1024 - 64) }
    const puts = Array.from({ length: 25 }, (_, i) => {
      return { PutRequest: { Item: { ...key(`item ${i}`), text } } }
    })
    const { UnprocessedItems } = await client.ask('BatchWriteItem', {
      RequestItems: { [TableName]: puts },
    })
    // 300 units were saved, and each of them takes 20.
    assert.deepEqual(UnprocessedItems, { [TableName]: puts.slice(15) })
    assert.equal(await count(TableName), 15)
  })

  it('reads what there are units for, and returns the other keys with its options', async () => {
    const TableName = await client.createTable(shape(provisioned(1, 1000)))
    await client.ask('PutItem', { TableName, Item: { ...key('large'), text: largeText } })
    // 300 units were saved. Each of three reads takes 88.
    const Key = key('large')
    for (let i = 0; i < 3; i++)
      await client.ask('GetItem', { TableName, Key, ConsistentRead: true })
    const options = {
      ConsistentRead: true,
      ProjectionExpression: '#p',
      ExpressionAttributeNames: { '#p': 'pk' },
    }
    const Keys = Array.from({ length: 100 }, (_, i) => key(`item ${i}`))
    const { UnprocessedKeys } = await client.ask('BatchGetItem', {
      RequestItems: { [TableName]: { ...options, Keys } },
    })
    const left = (UnprocessedKeys as Record<string, Json>)[TableName]
    const keys = left?.['Keys'] as Json[]
    assert.ok(keys.length > 0 && keys.length <= 64, `${keys.length} were left`)
    assert.deepEqual(left, { ...options, Keys: Keys.slice(-keys.length) })
  })

  it('over tables returns only what belongs to one without units', async () => {
    const [spent, other] = await Promise.all([
      client.createTable(shape(provisioned(1, 1))),
      client.createTable(shape(provisioned(1, 1))),
    ])
    await client.ask('PutItem', { TableName: spent, Item: { ...key('a'), text: largeText } })
    const item = { PutRequest: { Item: key('b') } }
    const { UnprocessedItems } = await client.ask('BatchWriteItem', {
      RequestItems: { [spent]: [item], [other]: [item] },
    })
    assert.deepEqual(UnprocessedItems, { [spent]: [item] })
    assert.equal(await count(other), 1)
  })
})

describe('the tag gramme:throttle', () => {
  it('exempts a table', async () => {
    const TableName = await client.createTable({
      ...shape(provisioned(1, 1)),
      Tags: [{ Key: 'gramme:throttle', Value: 'off' }],
    })
    for (let i = 0; i < 3; i++) {
      await client.ask('PutItem', { TableName, Item: { ...key('a'), text: largeText } })
    }
  })

  it('is followed when it changes', async () => {
    const TableName = await client.createTable(shape(provisioned(1, 1)))
    await client.ask('PutItem', { TableName, Item: { ...key('a'), text: largeText } })
    const put = () => client.call('PutItem', { TableName, Item: key('b') })
    assert.equal((await put()).type, 'ProvisionedThroughputExceededException')
    const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
    const ResourceArn = Table['TableArn']
    await client.ask('TagResource', {
      ResourceArn,
      Tags: [{ Key: 'gramme:throttle', Value: 'off' }],
    })
    assert.equal((await put()).status, 200)
    await client.ask('UntagResource', { ResourceArn, TagKeys: ['gramme:throttle'] })
    assert.equal((await put()).status, 400)
  })
})

describe('a failed condition', () => {
  it('costs as much as the stored item', async () => {
    const TableName = await client.createTable(shape(provisioned(1, 3)))
    await client.ask('PutItem', { TableName, Item: { ...key('a'), text: largeText } })
    // 900 units were saved. The write took 350, and so does each failure.
    const update = { TableName, Key: key('a'), ConditionExpression: 'attribute_not_exists(pk)' }
    const types: (string | undefined)[] = []
    for (let i = 0; i < 3; i++) types.push((await client.call('UpdateItem', update)).type)
    assert.deepEqual(types, [
      'ConditionalCheckFailedException',
      'ConditionalCheckFailedException',
      'ProvisionedThroughputExceededException',
    ])
  })
})
