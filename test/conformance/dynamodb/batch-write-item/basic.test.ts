/** BatchWriteItem: what it writes and deletes, in several tables, and what it costs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const key = (name: string) => ({ pk: { S: name } })
const put = (Item: Json): Json => ({ PutRequest: { Item } })
const remove = (Key: Json): Json => ({ DeleteRequest: { Key } })
const write = (RequestItems: Json, rest: Json = {}) =>
  client.ask('BatchWriteItem', { RequestItems, ...rest })
const refused = (RequestItems: Json) => client.call('BatchWriteItem', { RequestItems })
const stored = async (name: string): Promise<unknown> =>
  (await client.ask('GetItem', { TableName: table, Key: key(name), ConsistentRead: true }))['Item']

describe('BatchWriteItem', () => {
  it('puts and deletes in several tables', async () => {
    await client.ask('PutItem', { TableName: table, Item: key('old') })
    const answer = await client.sdk.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [table]: [
            { PutRequest: { Item: { pk: { S: 'new' }, n: { N: '1' } } } },
            { DeleteRequest: { Key: { pk: { S: 'old' } } } },
            { DeleteRequest: { Key: { pk: { S: 'nobody' } } } },
          ],
          [withIndexes]: [{ PutRequest: { Item: { pk: { S: 'new' }, sk: { S: 'a' } } } }],
        },
      }),
    )
    assert.deepEqual(answer.UnprocessedItems, {})
    assert.deepEqual(await stored('new'), { ...key('new'), n: { N: '1' } })
    assert.equal(await stored('old'), undefined)
  })

  it('accepts 25 items, and no more over all tables', async () => {
    const puts = (count: number, rest: Json = {}) =>
      Array.from({ length: count }, (_, i) => put({ ...key(`many-${i}`), ...rest }))
    assert.deepEqual(await write({ [table]: puts(25) }), { UnprocessedItems: {} })
    assert.deepEqual(await stored('many-24'), key('many-24'))
    await expectError(
      refused({ [table]: puts(25), [withIndexes]: puts(1, { sk: { S: 'a' } }) }),
      'ValidationException',
      'Too many items requested for the BatchWriteItem call',
    )
  })

  it('refuses duplicate items, mismatched keys and missing tables', async () => {
    const duplicates = 'Provided list of item keys contains duplicates'
    const mismatch = 'The provided key element does not match the schema'
    const rows: [Json, string][] = [
      [{ [table]: [put(key('a')), remove(key('a'))] }, duplicates],
      [{ [table]: [put({ pk: { N: '1' } })] }, mismatch],
      [{ [table]: [put({ n: { N: '1' } })] }, mismatch],
      [{ [table]: [remove({ pk: { N: '1' } })] }, mismatch],
    ]
    for (const [RequestItems, message] of rows) {
      await expectError(refused(RequestItems), 'ValidationException', message)
    }
    await expectError(
      refused({ [table]: [put(key('never'))], 'gramme-test-nowhere': [put(key('a'))] }),
      'ResourceNotFoundException',
      'Requested resource not found',
    )
    assert.equal(await stored('never'), undefined)
  })

  it('refuses the same item by the name and by the ARN of its table', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as {
      Table: { TableArn: string }
    }
    await expectError(
      refused({ [table]: [put(key('a'))], [Table.TableArn]: [remove(key('a'))] }),
      'ValidationException',
      'Provided list of item keys contains duplicates',
    )
    await write({ [Table.TableArn]: [put(key('by-arn'))] })
    assert.deepEqual(await stored('by-arn'), key('by-arn'))
  })

  it('reports its cost by table, and the collections it touched', async () => {
    const sk = { sk: { S: 'a' } }
    const indexAttributes = { local: { S: 'l' }, global: { S: 'g' } }
    const RequestItems = {
      [table]: [put({ ...key('c1'), payload: { S: 'x'.repeat(1500) } }), remove(key('nobody'))],
      [withIndexes]: [
        put({ ...key('c'), ...sk, ...indexAttributes }),
        put({ ...key('c'), sk: { S: 'b' } }),
        put({ ...key('d'), ...sk }),
      ],
    }
    const answer = await write(RequestItems, {
      ReturnConsumedCapacity: 'INDEXES',
      ReturnItemCollectionMetrics: 'SIZE',
    })
    const collection = (name: string) => ({
      ItemCollectionKey: key(name),
      SizeEstimateRangeGB: [0, 1],
    })
    assert.deepEqual(answer, {
      UnprocessedItems: {},
      ItemCollectionMetrics: { [withIndexes]: [collection('c'), collection('d')] },
      ConsumedCapacity: [
        { TableName: table, CapacityUnits: 3, Table: { CapacityUnits: 3 } },
        {
          TableName: withIndexes,
          CapacityUnits: 5,
          Table: { CapacityUnits: 3 },
          LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 1 } },
          GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 1 } },
        },
      ],
    })
    const total = await write(RequestItems, { ReturnConsumedCapacity: 'TOTAL' })
    assert.deepEqual(total['ConsumedCapacity'], [
      { TableName: table, CapacityUnits: 3 },
      { TableName: withIndexes, CapacityUnits: 3 },
    ])
  })
})
