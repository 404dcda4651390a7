/** What a Scan costs, and what it returns under each Select. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { N, padded, pageOf, putAll, S } from '../../../support/items.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, empty, withProjections] = await Promise.all([
  client.createTable(composite()),
  client.createTable(composite()),
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
  it('half a unit if it is empty, a whole one if consistent', async () => {
    assert.equal((await consumed({ TableName: empty }))['CapacityUnits'], 0.5)
    const consistent = await consumed({ TableName: empty, ConsistentRead: true })
    assert.equal(consistent['CapacityUnits'], 1)
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
