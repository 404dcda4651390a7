/** Successful PutItem requests: what is stored, what is returned, what it costs. */
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

const put = (Item: Json, rest: Json = {}): Promise<Json> =>
  client.ask('PutItem', { TableName: table, Item, ...rest })
const key = (name: string): Json => ({ pk: { S: name }, sk: { S: 'a' } })
const stored = async (Key: Json): Promise<unknown> =>
  (await client.ask('GetItem', { TableName: table, Key, ConsistentRead: true }))['Item']

describe('PutItem', () => {
  it('answers with an empty object and stores the item', async () => {
    const item = { ...key('plain'), note: { S: 'hello' } }
    assert.deepEqual(await put(item), {})
    assert.deepEqual(await stored(key('plain')), item)
  })

  it('replaces the whole item', async () => {
    await put({ ...key('replace'), old: { S: 'x' } })
    await put({ ...key('replace'), fresh: { N: '1' } })
    assert.deepEqual(await stored(key('replace')), { ...key('replace'), fresh: { N: '1' } })
  })

  it('keeps items of one partition apart by their sort key', async () => {
    await put({ pk: { S: 'apart' }, sk: { S: '1' }, n: { N: '1' } })
    await put({ pk: { S: 'apart' }, sk: { S: '2' }, n: { N: '2' } })
    const first = await stored({ pk: { S: 'apart' }, sk: { S: '1' } })
    assert.deepEqual(first, { pk: { S: 'apart' }, sk: { S: '1' }, n: { N: '1' } })
  })

  it('accepts the ARN of a table as its name', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as {
      Table: { TableArn: string }
    }
    await client.ask('PutItem', { TableName: Table.TableArn, Item: key('by-arn') })
    assert.deepEqual(await stored(key('by-arn')), key('by-arn'))
  })

  it('stores attributes whose names mean something to JavaScript', async () => {
    const item =
      '{"pk":{"S":"names"},"sk":{"S":"a"},"__proto__":{"S":"1"},"constructor":{"S":"2"},' +
      '"toString":{"M":{"__proto__":{"S":"3"}}}}'
    const answer = await client.call('PutItem', `{"TableName":"${table}","Item":${item}}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(await stored(key('names')), JSON.parse(item))
  })
})

describe('PutItem returns', () => {
  it('nothing of a new item under ALL_OLD', async () => {
    assert.deepEqual(await put(key('new'), { ReturnValues: 'ALL_OLD' }), {})
  })

  it('the whole old item under ALL_OLD', async () => {
    const before = { ...key('old'), note: { S: 'before' }, tags: { SS: ['a', 'b'] } }
    await put(before)
    assert.deepEqual(await put(key('old'), { ReturnValues: 'ALL_OLD' }), { Attributes: before })
  })

  it('nothing under NONE', async () => {
    await put(key('none'))
    assert.deepEqual(await put(key('none'), { ReturnValues: 'NONE' }), {})
  })
})

describe('PutItem with a condition', () => {
  const onlyNew = { ConditionExpression: 'attribute_not_exists(pk)' }

  it('writes if it holds and refuses if it does not', async () => {
    await put({ ...key('once'), n: { N: '1' } }, onlyNew)
    const again = client.call('PutItem', { TableName: table, Item: key('once'), ...onlyNew })
    const { body } = await expectError(again, 'ConditionalCheckFailedException', conditionFailed)
    assert.equal(body['__type'], 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException')
    assert.equal('Item' in body, false)
    assert.deepEqual(await stored(key('once')), { ...key('once'), n: { N: '1' } })
  })

  it('shows the item that failed it under ALL_OLD', async () => {
    const before = { ...key('shown'), n: { N: '7' } }
    await put(before)
    const rest = { ...onlyNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
    const refused = client.call('PutItem', { TableName: table, Item: key('shown'), ...rest })
    const { body } = await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
    assert.deepEqual(body['Item'], before)
    assert.equal(body['message'], conditionFailed)
  })

  it('shows no item if there was none', async () => {
    const rest = {
      ConditionExpression: 'attribute_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }
    const refused = client.call('PutItem', { TableName: table, Item: key('missing'), ...rest })
    const { body } = await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
    assert.equal('Item' in body, false)
  })

  it('lets exactly one of many concurrent puts win', async () => {
    const race = Array.from({ length: 20 }, (_, n) =>
      client.call('PutItem', {
        TableName: table,
        Item: { ...key('race'), n: { N: String(n) } },
        ...onlyNew,
      }),
    )
    const statuses = (await Promise.all(race)).map((answer) => answer.status)
    assert.equal(statuses.filter((status) => status === 200).length, 1)
  })
})

describe('PutItem on Expected', () => {
  const item = { ...key('expected'), n: { N: '5' }, s: { S: 'abc' }, ss: { SS: ['x', 'y'] } }
  const holds: readonly (readonly [string, Json])[] = [
    ['a value that equals', { n: { Value: { N: '5.0' } } }],
    ['an attribute that must not exist', { other: { Exists: false } }],
    ['EQ', { n: { ComparisonOperator: 'EQ', AttributeValueList: [{ N: '5' }] } }],
    ['NE', { n: { ComparisonOperator: 'NE', AttributeValueList: [{ N: '6' }] } }],
    ['LT', { n: { ComparisonOperator: 'LT', AttributeValueList: [{ N: '10' }] } }],
    [
      'BETWEEN',
      { n: { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '5' }, { N: '6' }] } },
    ],
    ['IN', { n: { ComparisonOperator: 'IN', AttributeValueList: [{ N: '1' }, { N: '5' }] } }],
    [
      'BEGINS_WITH',
      { s: { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [{ S: 'ab' }] } },
    ],
    [
      'CONTAINS of a set',
      { ss: { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ S: 'x' }] } },
    ],
    [
      'NOT_CONTAINS',
      { ss: { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [{ S: 'z' }] } },
    ],
    ['NULL', { other: { ComparisonOperator: 'NULL' } }],
    ['NOT_NULL', { n: { ComparisonOperator: 'NOT_NULL' } }],
  ]
  for (const [name, Expected] of holds) {
    it(`holds for ${name}`, async () => {
      await put(item)
      await put(item, { Expected })
    })
  }

  it('accepts OR between its conditions', async () => {
    await put(item)
    const Expected = { n: { Value: { N: '0' } }, s: { Value: { S: 'abc' } } }
    await put(item, { Expected, ConditionalOperator: 'OR' })
    const refused = client.call('PutItem', { TableName: table, Item: item, Expected })
    await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
  })
})

describe('PutItem reports capacity', () => {
  it('of the table under TOTAL', async () => {
    assert.deepEqual(await put(key('total'), { ReturnConsumedCapacity: 'TOTAL' }), {
      ConsumedCapacity: { TableName: table, CapacityUnits: 1 },
    })
  })

  it('separately for the table under INDEXES', async () => {
    assert.deepEqual(await put(key('indexes'), { ReturnConsumedCapacity: 'INDEXES' }), {
      ConsumedCapacity: { TableName: table, CapacityUnits: 1, Table: { CapacityUnits: 1 } },
    })
  })

  it('for each KB of the larger of old and new item', async () => {
    const big = { ...key('big'), pad: { S: 'x'.repeat(3000) } }
    const capacity = { ReturnConsumedCapacity: 'TOTAL' }
    const first = await put(big, capacity)
    const second = await put(key('big'), capacity)
    for (const answer of [first, second]) {
      assert.deepEqual(answer['ConsumedCapacity'], { TableName: table, CapacityUnits: 3 })
    }
  })

  it('for each index the item is in', async () => {
    const Item = { ...key('in'), local: { S: 'l' }, global: { S: 'g' } }
    const answer = await client.ask('PutItem', {
      TableName: withIndexes,
      Item,
      ReturnConsumedCapacity: 'INDEXES',
    })
    assert.deepEqual(answer['ConsumedCapacity'], {
      TableName: withIndexes,
      CapacityUnits: 3,
      Table: { CapacityUnits: 1 },
      LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 1 } },
      GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 1 } },
    })
  })
})

describe('PutItem reports item collections', () => {
  it('of a table with a local index under SIZE', async () => {
    const answer = await client.ask('PutItem', {
      TableName: withIndexes,
      Item: key('collection'),
      ReturnItemCollectionMetrics: 'SIZE',
    })
    const metrics = answer['ItemCollectionMetrics'] as Json
    assert.deepEqual(metrics['ItemCollectionKey'], { pk: { S: 'collection' } })
    const sizes = metrics['SizeEstimateRangeGB'] as readonly number[]
    assert.equal(sizes.length, 2)
    assert.ok(sizes[0]! <= sizes[1]!)
  })

  it('not of a table without one', async () => {
    assert.deepEqual(await put(key('no-collection'), { ReturnItemCollectionMetrics: 'SIZE' }), {})
  })
})
