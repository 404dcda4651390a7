/** What a BatchWriteItem costs, by index, and what it reports about item collections. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { padded, S } from '../../../support/items.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const put = (Item: Json): Json => ({ PutRequest: { Item } })
const remove = (Key: Json): Json => ({ DeleteRequest: { Key } })

async function consumed(
  RequestItems: Json,
  ReturnConsumedCapacity = 'INDEXES',
): Promise<readonly Json[]> {
  const answer = await client.ask('BatchWriteItem', { RequestItems, ReturnConsumedCapacity })
  return answer['ConsumedCapacity'] as readonly Json[]
}

describe('a BatchWriteItem costs', () => {
  it('each item, rounded separately', async () => {
    const requests = [
      put(padded({ pk: S('a') }, 1024)),
      put(padded({ pk: S('b') }, 1025)),
      put({ pk: S('c') }),
    ]
    assert.deepEqual(await consumed({ [table]: requests }, 'TOTAL'), [
      { TableName: table, CapacityUnits: 4 },
    ])
  })

  it('the larger of old and new item', async () => {
    assert.deepEqual(
      await consumed({ [table]: [put({ pk: S('b') }), remove({ pk: S('a') })] }, 'TOTAL'),
      [{ TableName: table, CapacityUnits: 3 }],
    )
  })

  it('a unit to delete a missing item', async () => {
    assert.deepEqual(await consumed({ [table]: [remove({ pk: S('none') })] }), [
      { TableName: table, CapacityUnits: 1, Table: { CapacityUnits: 1 } },
    ])
  })

  it('a write for each index it touches and nothing for the others', async () => {
    const requests = [
      put({ pk: S('p'), sk: S('1'), local: S('l'), global: S('g') }),
      put({ pk: S('p'), sk: S('2'), global: S('g') }),
      put({ pk: S('p'), sk: S('3') }),
    ]
    assert.deepEqual(await consumed({ [withIndexes]: requests }), [
      {
        TableName: withIndexes,
        CapacityUnits: 6,
        Table: { CapacityUnits: 3 },
        LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 1 } },
        GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 2 } },
      },
    ])
  })

  it('nothing for indexes that do not change', async () => {
    const requests = [put({ pk: S('p'), sk: S('1'), local: S('l'), global: S('g') })]
    assert.deepEqual(await consumed({ [withIndexes]: requests }), [
      { TableName: withIndexes, CapacityUnits: 1, Table: { CapacityUnits: 1 } },
    ])
  })

  it('two writes for an index key that moves', async () => {
    const requests = [put({ pk: S('p'), sk: S('2'), global: S('h') })]
    assert.deepEqual(await consumed({ [withIndexes]: requests }), [
      {
        TableName: withIndexes,
        CapacityUnits: 3,
        Table: { CapacityUnits: 1 },
        GlobalSecondaryIndexes: { 'by-global': { CapacityUnits: 2 } },
      },
    ])
  })

  it('by table', async () => {
    const capacity = await consumed(
      { [table]: [put({ pk: S('x') })], [withIndexes]: [put({ pk: S('q'), sk: S('1') })] },
      'TOTAL',
    )
    const units = Object.fromEntries(
      capacity.map(({ TableName, CapacityUnits }) => [TableName as string, CapacityUnits]),
    )
    assert.deepEqual(units, { [table]: 1, [withIndexes]: 1 })
  })
})

describe('a BatchWriteItem reports item collections', () => {
  const ask = (RequestItems: Json): Promise<Json> =>
    client.ask('BatchWriteItem', { RequestItems, ReturnItemCollectionMetrics: 'SIZE' })

  it('for tables with local indexes', async () => {
    const { ItemCollectionMetrics } = await ask({
      [withIndexes]: [put({ pk: S('m'), sk: S('1') })],
    })
    const metrics = (ItemCollectionMetrics as Record<string, readonly Json[]>)[withIndexes]!
    assert.equal(metrics.length, 1)
    assert.deepEqual(metrics[0]!['ItemCollectionKey'], { pk: S('m') })
    const [low, high] = metrics[0]!['SizeEstimateRangeGB'] as number[]
    assert.deepEqual([low, high], [0, 1])
  })

  it('for deletes too', async () => {
    const { ItemCollectionMetrics } = await ask({
      [withIndexes]: [remove({ pk: S('m'), sk: S('1') })],
    })
    assert.deepEqual(Object.keys(ItemCollectionMetrics as Json), [withIndexes])
  })

  it('not for tables without', async () => {
    const { ItemCollectionMetrics } = await ask({ [table]: [put({ pk: S('m') })] })
    assert.deepEqual(ItemCollectionMetrics ?? {}, {})
  })
})
