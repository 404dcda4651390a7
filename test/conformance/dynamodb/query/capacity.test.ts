/**
 * What a Query costs: half units, rounding by page, indexes counted separately, fetches by item.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { N, padded, putAll, S, type Item } from '../../../support/items.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, withProjections] = await Promise.all([
  client.createTable(composite()),
  client.createTable(projected),
])
const values = (pk: string, more: Json = {}): Json => ({
  ExpressionAttributeValues: { ':p': S(pk), ...more },
})

async function consumed(input: Json): Promise<unknown> {
  return (await client.ask('Query', input))['ConsumedCapacity']
}

async function units(pk: string, input: Json = {}): Promise<unknown> {
  const capacity = await consumed({
    TableName: table,
    KeyConditionExpression: 'pk = :p',
    ReturnConsumedCapacity: 'TOTAL',
    ...values(pk),
    ...input,
  })
  return (capacity as Json)['CapacityUnits']
}

const sized = (pk: string, ...sizes: readonly number[]): readonly Item[] =>
  sizes.map((bytes, n) => padded({ pk: S(pk), sk: S(`s${n}`) }, bytes))

describe('a Query costs', () => {
  it('nothing visible unless requested', async () => {
    const answer = await client.ask('Query', {
      TableName: table,
      KeyConditionExpression: 'pk = :p',
      ...values('none'),
    })
    assert.deepEqual(answer, { Items: [], Count: 0, ScannedCount: 0 })
  })

  it('half a unit if nothing is found, a whole one if consistent', async () => {
    assert.equal(await units('none'), 0.5)
    assert.equal(await units('none', { ConsistentRead: true }), 1)
  })

  it('all bytes of a page together, rounded once', async () => {
    await putAll(client, table, sized('page', 1000, 1000, 1000, 1096))
    assert.equal(await units('page'), 0.5)
    assert.equal(await units('page', { ConsistentRead: true }), 1)
    await putAll(client, table, sized('page-more', 1000, 1000, 1000, 1097))
    assert.equal(await units('page-more'), 1)
    assert.equal(await units('page-more', { ConsistentRead: true }), 2)
  })

  it('128 units for a megabyte', async () => {
    const quarter = 256 * 1024
    await putAll(client, table, sized('megabyte', quarter, quarter, quarter, quarter))
    assert.equal(await units('megabyte'), 128)
    assert.equal(await units('megabyte', { ConsistentRead: true }), 256)
  })

  it('by page, so that smaller pages cost more in total', async () => {
    assert.equal(await units('page', { Limit: 1 }), 0.5)
    const rest = { Limit: 3, ExclusiveStartKey: { pk: S('page'), sk: S('s0') } }
    assert.equal(await units('page', rest), 0.5)
  })

  it('what it reads, whatever the filter, projection and Select', async () => {
    await putAll(client, table, sized('read', 5000, 5000))
    const whole = await units('read')
    assert.equal(whole, 1.5)
    const filter = {
      FilterExpression: 'nowhere = :n',
      ...values('read', { ':n': S('x') }),
    }
    assert.equal(await units('read', filter), whole)
    assert.equal(await units('read', { ProjectionExpression: 'sk' }), whole)
    assert.equal(await units('read', { Select: 'COUNT' }), whole)
  })

  it('the table separately, if indexes are requested', async () => {
    assert.deepEqual(
      await consumed({
        TableName: table,
        KeyConditionExpression: 'pk = :p',
        ReturnConsumedCapacity: 'INDEXES',
        ...values('page'),
      }),
      { TableName: table, CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } },
    )
  })
})

describe('a Query of an index costs', () => {
  const items = [0, 1, 2].map((n) => ({
    pk: S('p'),
    sk: S(`s${n}`),
    local: S(`l${n}`),
    group: S('g'),
    rank: N(n),
    lost: S('x'.repeat(5000)),
  }))
  const ready = putAll(client, withProjections, items)
  const byGroup = {
    TableName: withProjections,
    KeyConditionExpression: '#g = :p',
    ExpressionAttributeNames: { '#g': 'group' },
    ...values('g'),
  }
  const byLocal = {
    TableName: withProjections,
    IndexName: 'local-keys',
    KeyConditionExpression: 'pk = :p',
    ...values('p'),
  }
  const indexes = { ReturnConsumedCapacity: 'INDEXES' }

  it('what a global index holds, and nothing for the table', async () => {
    await ready
    assert.deepEqual(await consumed({ ...byGroup, IndexName: 'global-keys', ...indexes }), {
      TableName: withProjections,
      CapacityUnits: 0.5,
      Table: { CapacityUnits: 0 },
      GlobalSecondaryIndexes: { 'global-keys': { CapacityUnits: 0.5 } },
    })
    assert.deepEqual(await consumed({ ...byGroup, IndexName: 'global-all', ...indexes }), {
      TableName: withProjections,
      CapacityUnits: 2,
      Table: { CapacityUnits: 0 },
      GlobalSecondaryIndexes: { 'global-all': { CapacityUnits: 2 } },
    })
  })

  it('the same as one number', async () => {
    await ready
    assert.deepEqual(
      await consumed({ ...byGroup, IndexName: 'global-all', ReturnConsumedCapacity: 'TOTAL' }),
      { TableName: withProjections, CapacityUnits: 2 },
    )
  })

  it('what a local index holds', async () => {
    await ready
    assert.deepEqual(await consumed({ ...byLocal, ...indexes }), {
      TableName: withProjections,
      CapacityUnits: 0.5,
      Table: { CapacityUnits: 0 },
      LocalSecondaryIndexes: { 'local-keys': { CapacityUnits: 0.5 } },
    })
  })

  for (const [name, fetching] of [
    ['all attributes', { Select: 'ALL_ATTRIBUTES' }],
    ['an attribute that is not projected', { ProjectionExpression: 'lost' }],
  ] as const) {
    it(`and each item fetched from the table for ${name}, rounded separately`, async () => {
      await ready
      assert.deepEqual(await consumed({ ...byLocal, ...fetching, ...indexes }), {
        TableName: withProjections,
        CapacityUnits: 3.5,
        Table: { CapacityUnits: 3 },
        LocalSecondaryIndexes: { 'local-keys': { CapacityUnits: 0.5 } },
      })
    })
  }

  it('twice that if fetched consistently', async () => {
    await ready
    const capacity = (await consumed({
      ...byLocal,
      Select: 'ALL_ATTRIBUTES',
      ConsistentRead: true,
      ...indexes,
    })) as Json
    assert.equal(capacity['CapacityUnits'], 7)
    assert.deepEqual(capacity['Table'], { CapacityUnits: 6 })
  })
})
