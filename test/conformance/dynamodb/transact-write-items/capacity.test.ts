/** What a TransactWriteItems costs: twice a write, for each item, indexes included. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomUUID } from 'node:crypto'
import { connect, type Json } from '../../../support/client.js'
import { padded, putAll, S } from '../../../support/items.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const put = (Item: Json, TableName = table): Json => ({ Put: { TableName, Item } })

async function consumed(TransactItems: readonly Json[], more: Json = {}): Promise<readonly Json[]> {
  const request = { TransactItems, ReturnConsumedCapacity: 'TOTAL', ...more }
  const answer = await client.ask('TransactWriteItems', request)
  return answer['ConsumedCapacity'] as readonly Json[]
}
const units = (TableName: string, CapacityUnits: number): Json => ({
  TableName,
  CapacityUnits,
  WriteCapacityUnits: CapacityUnits,
})

describe('a TransactWriteItems costs', () => {
  it('two units for each KB of each item', async () => {
    assert.deepEqual(await consumed([put({ pk: S('small') })]), [units(table, 2)])
    assert.deepEqual(
      await consumed([
        put(padded({ pk: S('edge') }, 1024)),
        put(padded({ pk: S('over') }, 1025)),
        put({ pk: S('tiny') }),
      ]),
      [units(table, 8)],
    )
  })

  it('the larger of old and new item', async () => {
    await putAll(client, table, [padded({ pk: S('was') }, 3000)])
    assert.deepEqual(await consumed([put({ pk: S('was') })]), [units(table, 6)])
  })

  it('two units for a check, and to delete a missing item', async () => {
    const check = {
      ConditionCheck: {
        TableName: table,
        Key: { pk: S('nobody') },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    }
    const remove = { Delete: { TableName: table, Key: { pk: S('none') } } }
    assert.deepEqual(await consumed([check, remove]), [units(table, 4)])
  })

  it('twice a write for each index it touches', async () => {
    const item = { pk: S('p'), sk: S('1'), local: S('l'), global: S('g') }
    const [capacity] = await consumed([put(item, withIndexes)], {
      ReturnConsumedCapacity: 'INDEXES',
    })
    const unitsOf = (part: unknown): unknown => (part as Json)['CapacityUnits']
    const byName = (part: unknown, name: string): unknown => unitsOf((part as Json)[name])
    assert.equal(capacity!['CapacityUnits'], 6)
    assert.equal(unitsOf(capacity!['Table']), 2)
    assert.equal(byName(capacity!['LocalSecondaryIndexes'], 'by-local'), 2)
    assert.equal(byName(capacity!['GlobalSecondaryIndexes'], 'by-global'), 2)
  })

  it('by table', async () => {
    const capacity = await consumed([
      put({ pk: S('t') }),
      put({ pk: S('t'), sk: S('1') }, withIndexes),
      put({ pk: S('u') }),
    ])
    const totals = Object.fromEntries(
      capacity.map(({ TableName, CapacityUnits }) => [TableName as string, CapacityUnits]),
    )
    assert.deepEqual(totals, { [table]: 4, [withIndexes]: 2 })
  })

  // AWS: a repeated request only reads the items it would have written.
  it('two units for reading if it is repeated with its token', async () => {
    const token = { ClientRequestToken: randomUUID() }
    const actions = [put(padded({ pk: S('repeated') }, 3000))]
    assert.deepEqual(await consumed(actions, token), [units(table, 6)])
    assert.deepEqual(await consumed(actions, token), [
      { TableName: table, CapacityUnits: 2, ReadCapacityUnits: 2 },
    ])
  })
})

describe('a TransactWriteItems reports item collections', () => {
  const ask = (...TransactItems: readonly Json[]): Promise<Json> =>
    client.ask('TransactWriteItems', { TransactItems, ReturnItemCollectionMetrics: 'SIZE' })

  it('for tables with local indexes', async () => {
    const { ItemCollectionMetrics } = await ask(put({ pk: S('m'), sk: S('1') }, withIndexes))
    const [metrics] = (ItemCollectionMetrics as Record<string, readonly Json[]>)[withIndexes]!
    assert.deepEqual(metrics!['ItemCollectionKey'], { pk: S('m') })
    assert.deepEqual(metrics!['SizeEstimateRangeGB'], [0, 1])
  })

  it('not for tables without', async () => {
    const { ItemCollectionMetrics } = await ask(put({ pk: S('m') }))
    assert.deepEqual(ItemCollectionMetrics ?? {}, {})
  })
})
