/** Successful UpdateItem requests: what they create, what is returned, what they cost. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { conditionFailed } from '../../../support/sentences.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const key = (name: string): Json => ({ pk: { S: name } })
const put = (Item: Json): Promise<Json> => client.ask('PutItem', { TableName: table, Item })
const update = (name: string, rest: Json): Promise<Json> =>
  client.ask('UpdateItem', { TableName: table, Key: key(name), ...rest })
const stored = async (name: string): Promise<unknown> =>
  (await client.ask('GetItem', { TableName: table, Key: key(name), ConsistentRead: true }))['Item']
const setA = { UpdateExpression: 'SET a = :v', ExpressionAttributeValues: { ':v': { S: 'new' } } }

describe('UpdateItem of a missing item', () => {
  it('creates it', async () => {
    assert.deepEqual(await update('created', setA), {})
    assert.deepEqual(await stored('created'), { ...key('created'), a: { S: 'new' } })
  })

  it('creates it even without an update', async () => {
    await update('bare', {})
    assert.deepEqual(await stored('bare'), key('bare'))
  })

  for (const [name, expression, rest] of [
    ['REMOVE', 'REMOVE a', {}],
    ['DELETE', 'DELETE a :s', { ExpressionAttributeValues: { ':s': { SS: ['x'] } } }],
  ] as const) {
    it(`creates nothing if it only removes (${name})`, async () => {
      const answer = await update(`gone-${name}`, {
        UpdateExpression: expression,
        ReturnValues: 'ALL_NEW',
        ...rest,
      })
      assert.deepEqual(answer, {})
      assert.equal(await stored(`gone-${name}`), undefined)
    })
  }

  it('refuses to remove something inside what is missing, in a missing item too', async () => {
    const [TableName, Key] = [table, key('gone-inside')]
    for (const UpdateExpression of ['REMOVE a.b', 'REMOVE a[0], c']) {
      const { type, message } = await client.call('UpdateItem', {
        TableName,
        Key,
        UpdateExpression,
      })
      assert.equal(type, 'ValidationException')
      assert.match(message!, /^The document path provided in the update expression is invalid/)
    }
  })
})

describe('UpdateItem returns', () => {
  const before = {
    a: { S: 'old' },
    keep: { N: '1' },
    drop: { S: 'x' },
    m: { M: { x: { S: '1' }, y: { S: '2' } } },
    l: { L: [{ S: '0' }, { S: '1' }] },
  }
  const set = {
    UpdateExpression: 'SET a = :v, m.x = :v, l[1] = :v, fresh = :v REMOVE #drop',
    ExpressionAttributeNames: { '#drop': 'drop' },
    ExpressionAttributeValues: { ':v': { S: 'new' } },
  }
  const after = {
    a: { S: 'new' },
    keep: { N: '1' },
    m: { M: { x: { S: 'new' }, y: { S: '2' } } },
    l: { L: [{ S: '0' }, { S: 'new' }] },
    fresh: { S: 'new' },
  }
  const rows: readonly (readonly [string, Json | undefined])[] = [
    ['NONE', undefined],
    ['ALL_OLD', before],
    ['ALL_NEW', after],
    [
      'UPDATED_OLD',
      {
        a: { S: 'old' },
        drop: { S: 'x' },
        m: { M: { x: { S: '1' } } },
        l: { L: [{ S: '1' }] },
      },
    ],
    [
      'UPDATED_NEW',
      {
        a: { S: 'new' },
        m: { M: { x: { S: 'new' } } },
        l: { L: [{ S: 'new' }] },
        fresh: { S: 'new' },
      },
    ],
  ]
  for (const [ReturnValues, attributes] of rows) {
    it(`what was requested under ${ReturnValues}`, async () => {
      await put({ ...key(ReturnValues), ...before })
      const answer = await update(ReturnValues, { ...set, ReturnValues })
      const whole = ReturnValues.startsWith('ALL') ? key(ReturnValues) : {}
      const expected = attributes === undefined ? {} : { Attributes: { ...whole, ...attributes } }
      assert.deepEqual(answer, expected)
    })
  }

  it('the whole new item under ALL_NEW if it is created', async () => {
    const answer = await update('all-new', { ...setA, ReturnValues: 'ALL_NEW' })
    assert.deepEqual(answer, { Attributes: { ...key('all-new'), a: { S: 'new' } } })
  })

  it('nothing under ALL_OLD and UPDATED_OLD if the item is created', async () => {
    assert.deepEqual(await update('no-old', { ...setA, ReturnValues: 'ALL_OLD' }), {})
    assert.deepEqual(await update('no-old-2', { ...setA, ReturnValues: 'UPDATED_OLD' }), {})
  })

  it('what was updated even if nothing changed', async () => {
    await put({ ...key('same'), a: { S: 'new' } })
    const answer = await update('same', { ...setA, ReturnValues: 'UPDATED_NEW' })
    assert.deepEqual(answer, { Attributes: { a: { S: 'new' } } })
  })
})

describe('UpdateItem with a condition', () => {
  it('updates nothing if it fails, and shows the item on request', async () => {
    await put({ ...key('held'), a: { S: 'old' } })
    const refused = client.call('UpdateItem', {
      TableName: table,
      Key: key('held'),
      ...setA,
      ConditionExpression: 'a = :v',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const { body } = await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
    assert.deepEqual(body['Item'], { ...key('held'), a: { S: 'old' } })
    assert.deepEqual(await stored('held'), { ...key('held'), a: { S: 'old' } })
  })

  it('counts every one of many concurrent increments', async () => {
    const increments = Array.from({ length: 50 }, () =>
      update('counter', {
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    )
    await Promise.all(increments)
    assert.deepEqual(await stored('counter'), { ...key('counter'), n: { N: '50' } })
  })
})

describe('UpdateItem by AttributeUpdates', () => {
  const before = { n: { N: '5' }, s: { S: 'x' }, ss: { SS: ['a', 'b'] }, l: { L: [{ N: '1' }] } }
  const rows: readonly (readonly [string, Json, Json])[] = [
    ['puts by default', { s: { Value: { S: 'y' } } }, { s: { S: 'y' } }],
    ['puts', { fresh: { Action: 'PUT', Value: { M: {} } } }, { fresh: { M: {} } }],
    ['deletes an attribute', { s: { Action: 'DELETE' } }, { s: null }],
    ['ignores a missing attribute', { missing: { Action: 'DELETE' } }, {}],
    [
      'deletes from a set',
      { ss: { Action: 'DELETE', Value: { SS: ['a'] } } },
      { ss: { SS: ['b'] } },
    ],
    [
      'deletes the last of a set',
      { ss: { Action: 'DELETE', Value: { SS: ['a', 'b'] } } },
      { ss: null },
    ],
    ['adds to a number', { n: { Action: 'ADD', Value: { N: '-7' } } }, { n: { N: '-2' } }],
    ['adds a new number', { fresh: { Action: 'ADD', Value: { N: '3' } } }, { fresh: { N: '3' } }],
    [
      'adds to a set',
      { ss: { Action: 'ADD', Value: { SS: ['c', 'a'] } } },
      { ss: { SS: ['a', 'b', 'c'] } },
    ],
    [
      'adds to a list',
      { l: { Action: 'ADD', Value: { L: [{ S: 'z' }] } } },
      { l: { L: [{ N: '1' }, { S: 'z' }] } },
    ],
    ['treats dots as part of a name', { 'a.b': { Value: { S: 'd' } } }, { 'a.b': { S: 'd' } }],
  ]
  for (const [name, AttributeUpdates, changes] of rows) {
    it(name, async () => {
      await put({ ...key(name), ...before })
      const { Attributes } = await update(name, { AttributeUpdates, ReturnValues: 'ALL_NEW' })
      const all = Object.entries({ ...key(name), ...before, ...changes })
      assert.deepEqual(Attributes, Object.fromEntries(all.filter(([, value]) => value !== null)))
    })
  }

  it('refuses to add or delete across types', async () => {
    await put({ ...key('types'), ...before })
    for (const change of [
      { s: { Action: 'ADD', Value: { N: '1' } } },
      { n: { Action: 'ADD', Value: { SS: ['a'] } } },
      { ss: { Action: 'DELETE', Value: { NS: ['1'] } } },
    ]) {
      const refused = client.call('UpdateItem', {
        TableName: table,
        Key: key('types'),
        AttributeUpdates: change,
      })
      await expectError(refused, 'ValidationException', 'Type mismatch for attribute to update')
    }
  })

  it('honours Expected', async () => {
    await put({ ...key('expected'), ...before })
    const AttributeUpdates = { n: { Action: 'ADD', Value: { N: '1' } } }
    await update('expected', { AttributeUpdates, Expected: { n: { Value: { N: '5' } } } })
    const refused = client.call('UpdateItem', {
      TableName: table,
      Key: key('expected'),
      AttributeUpdates,
      Expected: { n: { Value: { N: '5' } } },
    })
    await expectError(refused, 'ConditionalCheckFailedException', conditionFailed)
  })
})

describe('UpdateItem reports', () => {
  it('capacity under TOTAL', async () => {
    const { ConsumedCapacity } = await update('capacity', {
      ...setA,
      ReturnConsumedCapacity: 'TOTAL',
    })
    assert.deepEqual(ConsumedCapacity, { TableName: table, CapacityUnits: 1 })
  })

  it('two units for an index key that moves and none for an index it does not touch', async () => {
    const Key = { pk: { S: 'move' }, sk: { S: 'a' } }
    const Item = { ...Key, global: { S: 'g1' }, local: { S: 'l' } }
    await client.ask('PutItem', { TableName: withIndexes, Item })
    const { ConsumedCapacity } = await client.ask('UpdateItem', {
      TableName: withIndexes,
      Key,
      UpdateExpression: 'SET #g = :v',
      ExpressionAttributeNames: { '#g': 'global' },
      ExpressionAttributeValues: { ':v': { S: 'g2' } },
      ReturnConsumedCapacity: 'INDEXES',
    })
    const capacity = ConsumedCapacity as Json
    assert.deepEqual(capacity['Table'], { CapacityUnits: 1 })
    assert.deepEqual(capacity['GlobalSecondaryIndexes'], { 'by-global': { CapacityUnits: 2 } })
  })

  it('the item collection of a table with a local index', async () => {
    const { ItemCollectionMetrics } = await client.ask('UpdateItem', {
      TableName: withIndexes,
      Key: { pk: { S: 'collection' }, sk: { S: 'a' } },
      ReturnItemCollectionMetrics: 'SIZE',
    })
    assert.deepEqual((ItemCollectionMetrics as Json)['ItemCollectionKey'], {
      pk: { S: 'collection' },
    })
  })
})
