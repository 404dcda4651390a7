/** The phases of a vector index that is added to a table in use or deleted, and what is refused in each. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { unfenced } from '../storage/fence.js'
import { ServiceError } from '../model/errors.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import { RestoringDatabase } from './restores-suite.js'

const tableTransitionMs = 10_000
const TableName = 'things'
const index = {
  IndexName: 'near',
  VectorAttribute: { AttributeName: 'emb' },
  Dimensions: 2,
  DistanceFunction: 'EUCLIDEAN',
  Projection: { ProjectionType: 'ALL' },
}
const create = { TableName, VectorIndexUpdates: [{ Create: index }] }
const remove = { TableName, VectorIndexUpdates: [{ Delete: { IndexName: 'near' } }] }
const second = {
  TableName,
  VectorIndexUpdates: [{ Create: { ...index, IndexName: 'second' } }],
}
const byGroup = {
  TableName,
  AttributeDefinitions: [{ AttributeName: 'group', AttributeType: 'S' }],
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        IndexName: 'by-group',
        KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    },
  ],
}
const busy = 'ResourceInUseException: Attempt to change a resource which is still in use:'
const oneAtATime =
  'LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table'
const unknown = 'ValidationException: The table does not have the specified index: near'

async function open() {
  const server = new RestoringDatabase(await openTestEngine(), { tableTransitionMs })
  const { ask, clock, builder } = server
  await ask('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  clock.advance(tableTransitionMs)
  const answer = async (operation: string, input: Json) => {
    try {
      return JSON.stringify(await ask(operation, input))
    } catch (error) {
      if (error instanceof ServiceError) return `${error.type}: ${error.message}`
      throw error
    }
  }
  const search = () =>
    answer('SearchVectors', {
      TableName,
      IndexName: 'near',
      SearchVector: [{ N: '0' }, { N: '0' }],
      TopK: 1,
    })
  const state = async () => {
    const { TableStatus, VectorIndexes = [] } = await server.describe(TableName)
    const [found] = VectorIndexes as readonly Json[]
    return [TableStatus, found?.['IndexStatus'], found?.['Backfilling']]
  }
  const build = () => builder.step({ ...testCaller, name: TableName }, unfenced)
  return { ask, answer, search, state, clock, build }
}

describe('a vector index on a table in use', () => {
  it('is allocated, then filled, then searched', async () => {
    const { ask, answer, search, state, clock, build } = await open()
    await ask('UpdateTable', create)
    assert.deepEqual(await state(), ['UPDATING', 'CREATING', false])
    assert.equal(await search(), unknown)
    assert.equal(
      await answer('UpdateTable', remove),
      `${busy} Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index is active. Table: ${TableName} Index: near`,
    )
    assert.equal(await answer('UpdateTable', second), oneAtATime)
    assert.equal(await answer('UpdateTable', byGroup), oneAtATime)
    assert.equal(
      await answer('DeleteTable', { TableName }),
      `${busy} Cannot delete table while indexes are being created, updated, or deleted.`,
    )
    clock.advance(tableTransitionMs)
    assert.deepEqual(await state(), ['ACTIVE', 'CREATING', true])
    assert.equal(
      await search(),
      'ValidationException: Cannot search backfilling vector index: near',
    )
    await build()
    assert.deepEqual(await state(), ['ACTIVE', 'ACTIVE', undefined])
    assert.equal(await search(), '{"SearchResults":[]}')
  })

  it('can be deleted while it is filled', async () => {
    const { ask, search, state, clock } = await open()
    await ask('UpdateTable', create)
    clock.advance(tableTransitionMs)
    await ask('UpdateTable', remove)
    assert.deepEqual((await state())[1], 'DELETING')
    assert.equal(await search(), unknown)
    clock.advance(tableTransitionMs)
    assert.deepEqual(await state(), ['ACTIVE', undefined, undefined])
  })

  it('is described for a while after it was deleted, and in the way of others', async () => {
    const { ask, answer, search, state, clock, build } = await open()
    await ask('UpdateTable', create)
    clock.advance(tableTransitionMs)
    await build()
    await ask('UpdateTable', remove)
    assert.deepEqual(await state(), ['UPDATING', 'DELETING', undefined])
    assert.equal(await search(), unknown)
    assert.equal(await answer('UpdateTable', second), oneAtATime)
    assert.equal(await answer('UpdateTable', byGroup), oneAtATime)
    clock.advance(tableTransitionMs)
    assert.deepEqual(await state(), ['ACTIVE', undefined, undefined])
    await ask('UpdateTable', create)
  })
})
