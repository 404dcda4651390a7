/** What a Scan costs, and what it returns under each Select. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { N, padded, pageOf, putAll, S } from '../../../support/items.js'
import { composite, projected, provisioned } from '../../../support/tables.js'

const client = await connect()
/** A table of one partition. */
const small = { ...composite(), BillingMode: null, ...provisioned(1, 1) }
const [table, empty, withProjections] = await Promise.all([
  client.createTable(small),
  client.createTable(small),
  client.createTable(projected),
])
await Promise.all([
  putAll(
    client,
    table,
    [2000, 2000, 4000, 300].map((bytes, n) => padded({ pk: S(`p${n}`), sk: S('s') }, bytes)),
  ),
  putAll(
    client,
    withProjections,
    [0, 1, 2].map((n) => ({
      pk: S(`p${n}`),
      sk: S('s'),
      local: S('l'),
      group: S('g'),
      ...(n < 2 ? { rank: N(n) } : {}),
      kept: S('k'),
      lost: S('x'.repeat(5000)),
    })),
  ),
])

async function consumed(input: Json): Promise<Json> {
  const answer = await client.ask('Scan', { ReturnConsumedCapacity: 'INDEXES', ...input })
  return answer['ConsumedCapacity'] as Json
}

describe('a Scan costs', () => {
  const unitsOf = async (input: Json): Promise<unknown> => (await consumed(input))['CapacityUnits']

  it('half a unit if it is empty, a whole one if consistent', async () => {
    assert.equal(await unitsOf({ TableName: empty }), 0.5)
    assert.equal(await unitsOf({ TableName: empty, ConsistentRead: true }), 1)
  })

  it('at least that for each of the four partitions of an on-demand table', async () => {
    const TableName = await client.createTable(composite())
    assert.equal(await unitsOf({ TableName }), 2)
    assert.equal(await unitsOf({ TableName, ConsistentRead: true }), 4)
    await putAll(client, TableName, [{ pk: S('a'), sk: S('b') }])
    assert.equal(await unitsOf({ TableName }), 2)
    assert.equal(await unitsOf({ TableName, TotalSegments: 2, Segment: 0 }), 1)
    assert.equal(await unitsOf({ TableName, TotalSegments: 8, Segment: 5 }), 0.5)
  })

  it('that for the partitions of its page', async () => {
    const TableName = await client.createTable(composite())
    const items = Array.from({ length: 64 }, (_, i) => ({ pk: S(`p${i}`), sk: S('b') }))
    await putAll(client, TableName, items)
    assert.equal(await unitsOf({ TableName, Limit: 1 }), 0.5)
    const { LastEvaluatedKey } = await client.ask('Scan', { TableName, Limit: 60 })
    assert.equal(await unitsOf({ TableName, ExclusiveStartKey: LastEvaluatedKey }), 0.5)
  })

  it('all bytes of a page together, rounded once', async () => {
    assert.deepEqual(await consumed({ TableName: table }), {
      TableName: table,
      CapacityUnits: 1.5,
      Table: { CapacityUnits: 1.5 },
    })
    const consistent = await consumed({ TableName: table, ConsistentRead: true })
    assert.equal(consistent['CapacityUnits'], 3)
  })

  it('the same as one number', async () => {
    assert.deepEqual(await consumed({ TableName: table, ReturnConsumedCapacity: 'TOTAL' }), {
      TableName: table,
      CapacityUnits: 1.5,
    })
  })

  it('what it reads, whatever the filter, projection and Select', async () => {
    for (const input of [
      { FilterExpression: 'attribute_exists(nowhere)' },
      { ProjectionExpression: 'sk' },
      { Select: 'COUNT' },
    ]) {
      assert.equal((await consumed({ TableName: table, ...input }))['CapacityUnits'], 1.5)
    }
  })

  it('what a global index holds', async () => {
    assert.deepEqual(await consumed({ TableName: withProjections, IndexName: 'global-all' }), {
      TableName: withProjections,
      CapacityUnits: 1.5,
      Table: { CapacityUnits: 0 },
      GlobalSecondaryIndexes: { 'global-all': { CapacityUnits: 1.5 } },
    })
  })

  it('what a local index holds, and each item fetched from the table', async () => {
    assert.deepEqual(await consumed({ TableName: withProjections, IndexName: 'local-keys' }), {
      TableName: withProjections,
      CapacityUnits: 0.5,
      Table: { CapacityUnits: 0 },
      LocalSecondaryIndexes: { 'local-keys': { CapacityUnits: 0.5 } },
    })
    assert.deepEqual(
      await consumed({
        TableName: withProjections,
        IndexName: 'local-keys',
        Select: 'ALL_ATTRIBUTES',
      }),
      {
        TableName: withProjections,
        CapacityUnits: 3.5,
        Table: { CapacityUnits: 3 },
        LocalSecondaryIndexes: { 'local-keys': { CapacityUnits: 0.5 } },
      },
    )
  })
})

describe('a Scan of an index answers', () => {
  const namesOf = async (input: Json): Promise<readonly string[]> => {
    const page = await pageOf(client, 'Scan', { TableName: withProjections, ...input })
    return [...new Set(page.Items.flatMap((item) => Object.keys(item)))].toSorted()
  }
  const all = ['group', 'kept', 'local', 'lost', 'pk', 'rank', 'sk']
  const rows: readonly (readonly [string, Json, readonly string[]])[] = [
    ['with its keys', { IndexName: 'global-keys' }, ['group', 'pk', 'rank', 'sk']],
    ['with what it includes', { IndexName: 'global-some' }, ['group', 'kept', 'pk', 'rank', 'sk']],
    [
      'with what it projects',
      { IndexName: 'local-keys', Select: 'ALL_PROJECTED_ATTRIBUTES' },
      ['local', 'pk', 'sk'],
    ],
    ['with all', { IndexName: 'global-all', Select: 'ALL_ATTRIBUTES' }, all],
    ['with all, fetched', { IndexName: 'local-keys', Select: 'ALL_ATTRIBUTES' }, all],
    ['with some, fetched', { IndexName: 'local-keys', ProjectionExpression: 'lost' }, ['lost']],
  ]
  for (const [name, input, names] of rows) {
    it(name, async () => assert.deepEqual(await namesOf(input), names))
  }

  it('only with items that are in it', async () => {
    const input = { TableName: withProjections, IndexName: 'global-keys' }
    assert.equal((await pageOf(client, 'Scan', input)).Count, 2)
  })

  it('with only a number if asked to count', async () => {
    const counted = await client.ask('Scan', { TableName: table, Select: 'COUNT' })
    assert.deepEqual(counted, { Count: 4, ScannedCount: 4 })
  })
})
