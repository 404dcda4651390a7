/** Vector indexes that are added to tables in use and deleted. Their phases: `operations/vector-index-phases.test.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { S } from '../../../support/items.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'
import {
  keysOf,
  near,
  search,
  searchVector,
  vector,
  withVectors,
} from '../../../support/vectors.js'

const client = await connect()
const create: Json = { VectorIndexUpdates: [{ Create: near() }] }
const remove: Json = { VectorIndexUpdates: [{ Delete: { IndexName: 'near' } }] }
const query = { IndexName: 'near', SearchVector: searchVector(0, 0), TopK: 10 }

interface Described {
  readonly TableStatus: string
  readonly VectorIndexes?: readonly Json[]
}

async function described(TableName: string): Promise<Described> {
  return ((await client.ask('DescribeTable', { TableName })) as { Table: Described }).Table
}

async function untilBuilt(TableName: string): Promise<void> {
  const built = async () => {
    const { VectorIndexes: [index] = [] } = await described(TableName)
    return index?.['IndexStatus'] === 'ACTIVE'
  }
  await until(built, () => 'the index is not built')
}

describe('UpdateTable creates a vector index', () => {
  it('over the items that fit it', async () => {
    const TableName = await client.createTable(partitionOnly())
    const items: readonly Json[] = [
      { pk: S('a'), emb: vector(3, 0) },
      { pk: S('b'), emb: vector(1, 0) },
      { pk: S('without') },
      { pk: S('short'), emb: vector(1) },
      { pk: S('text'), emb: S('1, 2') },
      { pk: S('mixed'), emb: { L: [{ N: '1' }, { S: '2' }] } },
      { pk: S('large'), emb: vector('1', '3.5E38') },
    ]
    for (const Item of items) await client.ask('PutItem', { TableName, Item })
    const { TableDescription } = await client.ask('UpdateTable', { TableName, ...create })
    const [answered] = (TableDescription as Described).VectorIndexes ?? []
    assert.equal((TableDescription as Described).TableStatus, 'UPDATING')
    assert.equal(answered?.['IndexStatus'], 'CREATING')
    assert.equal(answered['Backfilling'], false)
    await untilBuilt(TableName)
    const [index] = (await described(TableName)).VectorIndexes ?? []
    assert.equal(index?.['Backfilling'], undefined)
    assert.equal(index?.['ItemCount'], 2)
    // The key, the value and the vector: 2 + 1 + (3 + 8), twice.
    assert.equal(index['IndexSizeBytes'], 28)
    assert.deepEqual(keysOf(await search(client, { TableName })), ['b', 'a'])
  })

  it('and leaves items that do not fit as they are, until they are changed', async () => {
    const TableName = await client.createTable(partitionOnly())
    const Key = { pk: S('a') }
    await client.ask('PutItem', { TableName, Item: { ...Key, emb: S('text'), n: { N: '1' } } })
    await client.ask('UpdateTable', { TableName, ...create })
    await untilBuilt(TableName)
    const set = (UpdateExpression: string, value: Json) => ({
      TableName,
      Key,
      UpdateExpression,
      ExpressionAttributeValues: { ':v': value },
    })
    await client.ask('UpdateItem', set('SET n = :v', { N: '2' }))
    const refused = await client.call('UpdateItem', set('SET emb = :v', S('other')))
    assert.match(refused.message ?? '', /Invalid type for parameter emb/)
    await client.ask('UpdateItem', set('SET emb = :v', vector(1, 2)))
    assert.deepEqual(keysOf(await search(client, { TableName })), ['a'])
  })
})

describe('UpdateTable deletes a vector index', () => {
  it('which cannot be searched from then on', async () => {
    const TableName = await client.createTable(withVectors([near()]))
    await client.ask('PutItem', { TableName, Item: { pk: S('a'), emb: vector(1, 2) } })
    await client.ask('UpdateTable', { TableName, ...remove })
    await expectError(
      client.call('SearchVectors', { TableName, ...query }),
      'ValidationException',
      'The table does not have the specified index: near',
    )
    assert.equal((await described(TableName)).VectorIndexes, undefined)
    // What the index would refuse is an ordinary attribute again.
    await client.ask('PutItem', { TableName, Item: { pk: S('a'), emb: S('text') } })
  })
})
