/** Successful GetItem requests: what they find, what they return, what they cost. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, numeric, binary] = await Promise.all([
  client.createTable(composite()),
  client.createTable(partitionOnly('N')),
  client.createTable(partitionOnly('B')),
])
const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
const item = { ...Key, n: { N: '1' }, m: { M: { x: { S: 'y' } } }, 'a.b': { S: 'dot' } }
await client.ask('PutItem', { TableName: table, Item: item })
const get = (rest: Json = {}): Promise<Json> =>
  client.ask('GetItem', { TableName: table, Key, ...rest })

describe('GetItem', () => {
  it('answers with the item', async () => {
    assert.deepEqual(await get(), { Item: item })
    assert.deepEqual(await get({ ConsistentRead: true }), { Item: item })
  })

  it('answers with an empty object if there is none', async () => {
    assert.deepEqual(await get({ Key: { ...Key, sk: { S: 'nobody' } } }), {})
  })

  it('sees a write as soon as it is acknowledged', async () => {
    for (let n = 0; n < 20; n++) {
      const written = { ...Key, sk: { S: 'seen' }, n: { N: String(n) } }
      await client.ask('PutItem', { TableName: table, Item: written })
      const { Item } = await get({ Key: { ...Key, sk: { S: 'seen' } }, ConsistentRead: true })
      assert.deepEqual(Item, written)
    }
  })

  it('finds a number by its value, however it is written', async () => {
    await client.ask('PutItem', { TableName: numeric, Item: { pk: { N: '0100.0' } } })
    for (const N of ['100', '1e2', '100.00', '+100', '0.1E+3']) {
      const answer = await client.ask('GetItem', { TableName: numeric, Key: { pk: { N } } })
      assert.deepEqual(answer, { Item: { pk: { N: '100' } } })
    }
  })

  it('finds a binary key', async () => {
    const Item = { pk: { B: '/wCA' } }
    await client.ask('PutItem', { TableName: binary, Item })
    assert.deepEqual(await client.ask('GetItem', { TableName: binary, Key: Item }), { Item })
  })

  it('finds keys of any text', async () => {
    for (const S of ['\u0000', 'é', '😀', ' ', 'a/b#c?', '\ufffd', '__proto__']) {
      const Item = { pk: { S }, sk: { S } }
      await client.ask('PutItem', { TableName: table, Item })
      assert.deepEqual(await get({ Key: Item }), { Item })
    }
  })
})

describe('GetItem by AttributesToGet', () => {
  const rows: readonly (readonly [string, readonly string[], Json])[] = [
    ['returns the attributes it names', ['n', 'pk'], { n: { N: '1' }, pk: { S: 'a' } }],
    ['returns nothing for missing attributes', ['missing'], {}],
    ['treats dots as part of a name', ['a.b', 'm.x'], { 'a.b': { S: 'dot' } }],
    ['accepts reserved words', ['size', 'm'], { m: item.m }],
  ]
  for (const [name, AttributesToGet, expected] of rows) {
    it(name, async () => {
      assert.deepEqual(await get({ AttributesToGet }), { Item: expected })
    })
  }
})

describe('GetItem reports capacity', () => {
  const units = (CapacityUnits: number): Json => ({ TableName: table, CapacityUnits })

  it('half a unit for an eventually consistent read, one for a consistent one', async () => {
    const eventual = await get({ ReturnConsumedCapacity: 'TOTAL' })
    const consistent = await get({ ReturnConsumedCapacity: 'TOTAL', ConsistentRead: true })
    assert.deepEqual(eventual['ConsumedCapacity'], units(0.5))
    assert.deepEqual(consistent['ConsumedCapacity'], units(1))
  })

  it('for a missing item too', async () => {
    const Nobody = { ...Key, sk: { S: 'nobody' } }
    const answer = await get({ Key: Nobody, ReturnConsumedCapacity: 'TOTAL' })
    assert.deepEqual(answer, { ConsumedCapacity: units(0.5) })
  })

  it('for each 4 KB of the whole item, whatever is projected', async () => {
    const big = { ...Key, sk: { S: 'big' }, pad: { S: 'x'.repeat(9000) } }
    await client.ask('PutItem', { TableName: table, Item: big })
    const answer = await get({
      Key: { ...Key, sk: { S: 'big' } },
      ProjectionExpression: 'pk',
      ConsistentRead: true,
      ReturnConsumedCapacity: 'INDEXES',
    })
    assert.deepEqual(answer, {
      Item: { pk: { S: 'a' } },
      ConsumedCapacity: { ...units(3), Table: { CapacityUnits: 3 } },
    })
  })
})
