/** TransactWriteItems: success, failed conditions, and repeated requests. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { conditionFailed } from '../../../support/sentences.js'
import { composite, indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(indexed),
])
const key = (name: string) => ({ pk: { S: name } })
const putOf = (name: string, rest: Json = {}, TableName = table): Json => ({
  Put: { TableName, Item: { ...key(name), ...rest } },
})
const transact = (TransactItems: readonly Json[], rest: Json = {}) =>
  client.call('TransactWriteItems', { TransactItems, ...rest })
const written = (TransactItems: readonly Json[], rest: Json = {}) =>
  client.ask('TransactWriteItems', { TransactItems, ...rest })
const stored = async (name: string): Promise<unknown> =>
  (await client.ask('GetItem', { TableName: table, Key: key(name), ConsistentRead: true }))['Item']
const seed = (Item: Json): Promise<Json> => client.ask('PutItem', { TableName: table, Item })
const payloadTooLarge = 'Transaction payload size cannot exceed 4 MB'
const canceled = (...codes: readonly string[]): string =>
  `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`

async function expectReasons(
  items: readonly Json[],
  reasons: readonly (Json & { Code: string })[],
): Promise<void> {
  const message = canceled(...reasons.map(({ Code }) => Code))
  const { body } = await expectError(transact(items), 'TransactionCanceledException', message)
  assert.deepEqual(body['CancellationReasons'], reasons)
}

describe('TransactWriteItems', () => {
  it('puts, updates, deletes and checks together, in several tables', async () => {
    await Promise.all(['up', 'down', 'look'].map((name) => seed({ ...key(name), n: { N: '1' } })))
    const answer = await written([
      putOf('fresh', { note: { S: 'x' } }),
      putOf('elsewhere', { sk: { S: 'a' } }, other),
      {
        Update: {
          TableName: table,
          Key: key('up'),
          UpdateExpression: 'SET n = n + :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        },
      },
      { Delete: { TableName: table, Key: key('down') } },
      {
        ConditionCheck: {
          TableName: table,
          Key: key('look'),
          ConditionExpression: 'attribute_exists(n)',
        },
      },
    ])
    assert.deepEqual(answer, {})
    assert.deepEqual(await stored('fresh'), { ...key('fresh'), note: { S: 'x' } })
    assert.deepEqual(await stored('up'), { ...key('up'), n: { N: '2' } })
    assert.equal(await stored('down'), undefined)
    assert.deepEqual(await stored('look'), { ...key('look'), n: { N: '1' } })
    const Key = { ...key('elsewhere'), sk: { S: 'a' } }
    assert.deepEqual((await client.ask('GetItem', { TableName: other, Key }))['Item'], Key)
  })

  it('accepts ARNs as names', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as {
      Table: { TableArn: string }
    }
    await written([putOf('by-arn', {}, Table.TableArn), putOf('by-name')])
    assert.deepEqual(await stored('by-arn'), key('by-arn'))
    const twice = transact([putOf('twice', {}, Table.TableArn), putOf('twice')])
    await expectError(
      twice,
      'ValidationException',
      'Transaction request cannot include multiple operations on one item',
    )
  })

  it('accepts a hundred actions', async () => {
    await written(Array.from({ length: 100 }, (_, i) => putOf(`hundred-${i}`)))
    assert.deepEqual(await stored('hundred-99'), key('hundred-99'))
  })

  it('reports every failed condition at its position, and does nothing', async () => {
    const item = { ...key('held'), n: { N: '1' } }
    await seed(item)
    const failing = (Key: Json, rest: Json = {}): Json => ({
      ConditionCheck: {
        TableName: table,
        Key,
        ConditionExpression: 'n = :n',
        ExpressionAttributeValues: { ':n': { N: '2' } },
        ...rest,
      },
    })
    await expectReasons(
      [
        putOf('never'),
        failing(key('held'), { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
        failing(key('nobody'), { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
        { Delete: { TableName: table, Key: key('none') } },
      ],
      [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Message: conditionFailed, Item: item },
        { Code: 'ConditionalCheckFailed', Message: conditionFailed },
        { Code: 'None' },
      ],
    )
    assert.equal(await stored('never'), undefined)
  })

  it('reports faults in updates as reasons, with failed conditions', async () => {
    await Promise.all([seed({ ...key('text'), n: { S: 'no number' } }), seed(key('taken'))])
    await expectReasons(
      [
        {
          Update: {
            TableName: table,
            Key: key('text'),
            UpdateExpression: 'SET n = n + :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
          },
        },
        {
          Update: {
            TableName: table,
            Key: key('nobody'),
            UpdateExpression: 'SET a.b = :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
          },
        },
        {
          Put: {
            TableName: table,
            Item: key('taken'),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ],
      [
        {
          Code: 'ValidationError',
          Message: 'An operand in the update expression has an incorrect data type',
        },
        {
          Code: 'ValidationError',
          Message: 'The document path provided in the update expression is invalid for update',
        },
        { Code: 'ConditionalCheckFailed', Message: conditionFailed },
      ],
    )
  })

  it('stops at the first mismatched key', async () => {
    const mistyped = { Code: 'ValidationError' as const }
    await expectReasons(
      [
        putOf('fine'),
        { Delete: { TableName: table, Key: { pk: { N: '1' } } } },
        { Put: { TableName: table, Item: { pk: { N: '1' } } } },
      ],
      [
        { Code: 'None' },
        { ...mistyped, Message: 'The provided key element does not match the schema' },
        { Code: 'None' },
      ],
    )
    await expectReasons(
      [{ Put: { TableName: table, Item: { pk: { N: '1' } } } }],
      [
        {
          ...mistyped,
          Message:
            'One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N',
        },
      ],
    )
  })

  it('refuses as a whole an empty key, a duplicate item, or a missing table', async () => {
    await expectError(
      transact([
        { Put: { TableName: table, Item: { pk: { N: '1' } } } },
        { Put: { TableName: table, Item: { pk: { S: '' } } } },
      ]),
      'ValidationException',
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    )
    await expectError(
      transact([
        putOf('one'),
        {
          ConditionCheck: {
            TableName: table,
            Key: key('one'),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ]),
      'ValidationException',
      'Transaction request cannot include multiple operations on one item',
    )
    await expectError(
      transact([putOf('one'), putOf('two', {}, 'gramme-test-nowhere')]),
      'ResourceNotFoundException',
      'Requested resource not found',
    )
  })

  it('accepts 4 MB of items and no more', async () => {
    const large = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        putOf(`large-${i}`, { payload: { S: 'x'.repeat(350_000) } }),
      )
    await written(large(11))
    await expectError(transact(large(12)), 'ValidationException', payloadTooLarge)
  })

  it('measures the request, not the items it touches', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `heavy-${i}`)
    const filled = names.map((pk) => putOf(pk, { payload: { S: 'x'.repeat(350_000) } }))
    await written(filled.slice(0, 6))
    await written(filled.slice(6))
    const update = (pk: string, bytes: number): Json => ({
      Update: {
        TableName: table,
        Key: key(pk),
        UpdateExpression: 'SET note = :n',
        ExpressionAttributeValues: { ':n': { S: 'x'.repeat(bytes) } },
      },
    })
    await written(names.map((pk) => update(pk, 1)))
    const heavy = names.map((pk) => update(`not-${pk}`, 350_000))
    await expectError(transact(heavy), 'ValidationException', payloadTooLarge)
  })

  it('limits an updated item to exactly 400 KB, unlike UpdateItem', async () => {
    const tooLarge = 'Item size to update has exceeded the maximum allowed size'
    const update = {
      TableName: table,
      Key: key('full'),
      UpdateExpression: 'SET payload = :p',
      ExpressionAttributeValues: { ':p': { S: 'x'.repeat(409_600 - 6 - 7) } },
    }
    await expectError(client.call('UpdateItem', update), 'ValidationException', tooLarge)
    await written([{ Update: update }])
    const larger = { ':p': { S: 'x'.repeat(409_600 - 6 - 7 + 1) } }
    await expectReasons(
      [{ Update: { ...update, ExpressionAttributeValues: larger } }],
      [{ Code: 'ValidationError', Message: tooLarge }],
    )
  })

  it('is applied once for a token, whatever the order of its maps', async () => {
    const ClientRequestToken = randomUUID()
    const add = (rest: Json): Json => ({
      Update: { TableName: table, UpdateExpression: 'ADD n :n, m :m', ...rest },
    })
    const first = { ':n': { N: '1' }, ':m': { N: '1' } }
    const second = { ':m': { N: '1' }, ':n': { N: '1' } }
    const request = (ExpressionAttributeValues: Json): readonly Json[] => [
      add({ Key: key('counter'), ExpressionAttributeValues }),
    ]
    await written(request(first), { ClientRequestToken })
    await written(request(second), { ClientRequestToken, ReturnConsumedCapacity: 'NONE' })
    assert.deepEqual(await stored('counter'), { ...key('counter'), n: { N: '1' }, m: { N: '1' } })
    const changed = request({ ':n': { N: '2' }, ':m': { N: '1' } })
    const { body } = await expectError(
      transact(changed, { ClientRequestToken }),
      'IdempotentParameterMismatchException',
      null,
    )
    assert.deepEqual(Object.keys(body), ['__type'])
    await written(changed, { ClientRequestToken: randomUUID() })
  })

  it('does not remember the token of a transaction that failed', async () => {
    const ClientRequestToken = randomUUID()
    const items = [
      {
        ConditionCheck: {
          TableName: table,
          Key: key('gate'),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      putOf('behind-the-gate'),
    ]
    const refused = transact(items, { ClientRequestToken })
    await expectError(refused, 'TransactionCanceledException', /ConditionalCheckFailed, None/)
    await seed(key('gate'))
    await written(items, { ClientRequestToken })
    assert.deepEqual(await stored('behind-the-gate'), key('behind-the-gate'))
  })

  it('costs twice what its writes would, by table', async () => {
    const ReturnConsumedCapacity = 'TOTAL'
    const items = [
      putOf('cost-1', { payload: { S: 'x'.repeat(1500) } }),
      putOf('cost-2', { sk: { S: 'a' } }, other),
      putOf('cost-3'),
    ]
    const ClientRequestToken = randomUUID()
    const units = (n: number, kind: 'Read' | 'Write') => ({
      CapacityUnits: n,
      [`${kind}CapacityUnits`]: n,
    })
    const answer = await written(items, { ReturnConsumedCapacity, ClientRequestToken })
    assert.deepEqual(answer['ConsumedCapacity'], [
      { TableName: table, ...units(6, 'Write') },
      { TableName: other, ...units(2, 'Write') },
    ])
    const again = await written(items, { ReturnConsumedCapacity, ClientRequestToken })
    assert.deepEqual(again['ConsumedCapacity'], [
      { TableName: table, ...units(4, 'Read') },
      { TableName: other, ...units(2, 'Read') },
    ])
  })

  it('reports the cost of indexes, and the collections it touched', async () => {
    const sk = { sk: { S: 'a' } }
    const answer = await written(
      [
        putOf('shares', { ...sk, local: { S: 'l' }, global: { S: 'g' } }, withIndexes),
        putOf('shares', { sk: { S: 'b' } }, withIndexes),
        putOf('plain'),
      ],
      { ReturnConsumedCapacity: 'INDEXES', ReturnItemCollectionMetrics: 'SIZE' },
    )
    const units = (n: number) => ({ CapacityUnits: n, WriteCapacityUnits: n })
    assert.deepEqual(answer, {
      ConsumedCapacity: [
        {
          TableName: withIndexes,
          ...units(8),
          Table: units(4),
          LocalSecondaryIndexes: { 'by-local': units(2) },
          GlobalSecondaryIndexes: { 'by-global': units(2) },
        },
        { TableName: table, ...units(2), Table: units(2) },
      ],
      ItemCollectionMetrics: {
        [withIndexes]: [{ ItemCollectionKey: key('shares'), SizeEstimateRangeGB: [0, 1] }],
      },
    })
  })

  it('makes the SDK throw an exception with reasons', async () => {
    await seed(key('sdk'))
    const action: TransactWriteItem = {
      Put: {
        TableName: table,
        Item: { pk: { S: 'sdk' } },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    }
    await assert.rejects(
      client.sdk.send(new TransactWriteItemsCommand({ TransactItems: [action] })),
      (error) => {
        assert.ok(error instanceof TransactionCanceledException)
        assert.equal(error.message, canceled('ConditionalCheckFailed'))
        assert.deepEqual(error.CancellationReasons, [
          { Code: 'ConditionalCheckFailed', Message: conditionFailed, Item: { pk: { S: 'sdk' } } },
        ])
        return true
      },
    )
  })
})
