/**
 * TransactGetItems: what is returned, in which order, what it costs, and keys that do not match the
 * table.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TransactGetItemsCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
const key = (name: string) => ({ pk: { S: name } })
const get = (Key: Json, rest: Json = {}): Json => ({ Get: { TableName: table, Key, ...rest } })
const ask = (TransactItems: readonly Json[], rest: Json = {}) =>
  client.ask('TransactGetItems', { TransactItems, ...rest })
const item = { ...key('a'), n: { N: '1' }, m: { M: { deep: { S: 'x' }, rest: { S: 'y' } } } }
const elsewhere = { ...key('a'), sk: { S: '1' } }
await client.ask('PutItem', { TableName: table, Item: item })
await client.ask('PutItem', { TableName: other, Item: elsewhere })

describe('TransactGetItems', () => {
  it('answers in the order of the request, with nothing for a missing item', async () => {
    const { Responses } = await client.sdk.send(
      new TransactGetItemsCommand({
        TransactItems: [
          { Get: { TableName: table, Key: key('nobody') } },
          { Get: { TableName: other, Key: { ...key('a'), sk: { S: '1' } } } },
          { Get: { TableName: table, Key: key('a') } },
        ],
      }),
    )
    assert.deepEqual(Responses, [{}, { Item: elsewhere }, { Item: item }])
  })

  it('projects each item by its own expression', async () => {
    const { Responses } = await ask([
      get(key('a'), {
        ProjectionExpression: '#m.deep',
        ExpressionAttributeNames: { '#m': 'm' },
      }),
      get(key('nobody'), { ProjectionExpression: 'n' }),
    ])
    assert.deepEqual(Responses, [{ Item: { m: { M: { deep: { S: 'x' } } } } }, {}])
  })

  it('costs two units for each item, missing ones too', async () => {
    const units = (n: number) => ({ CapacityUnits: n, ReadCapacityUnits: n })
    const { ConsumedCapacity } = await ask(
      [
        get(key('a')),
        get(key('nobody')),
        { Get: { TableName: other, Key: { ...key('a'), sk: { S: '1' } } } },
      ],
      { ReturnConsumedCapacity: 'INDEXES' },
    )
    assert.deepEqual(ConsumedCapacity, [
      { TableName: table, ...units(4), Table: units(4) },
      { TableName: other, ...units(2), Table: units(2) },
    ])
  })

  it('reports the first mismatched key as a reason', async () => {
    const mismatch = 'The provided key element does not match the schema'
    const empty =
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk'
    const rows: [Json, string][] = [
      [{}, mismatch],
      [{ pk: { N: '1' } }, mismatch],
      [{ ...key('a'), sk: { S: 'too much' } }, mismatch],
      [key(''), empty],
    ]
    for (const [Key, Message] of rows) {
      const TransactItems = [get(key('a')), get(Key), get({ pk: { N: '2' } })]
      const { body } = await expectError(
        client.call('TransactGetItems', { TransactItems }),
        'TransactionCanceledException',
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ValidationError, None]',
      )
      assert.deepEqual(body['CancellationReasons'], [
        { Code: 'None' },
        { Code: 'ValidationError', Message },
        { Code: 'None' },
      ])
    }
  })

  it('refuses a duplicate item, and a missing table', async () => {
    await expectError(
      client.call('TransactGetItems', { TransactItems: [get(key('a')), get(key('a'))] }),
      'ValidationException',
      'Transaction request cannot include multiple operations on one item',
    )
    await expectError(
      client.call('TransactGetItems', {
        TransactItems: [get(key('a')), get(key('a'), { TableName: 'gramme-test-nowhere' })],
      }),
      'ResourceNotFoundException',
      'Requested resource not found',
    )
  })
})
