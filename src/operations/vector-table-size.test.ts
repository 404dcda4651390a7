/** How large a table with vectors is described: their numbers count for four bytes each, not as lists. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { verifyTable } from '../items/verify.js'
import { unfenced } from '../storage/fence.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import { RestoringDatabase } from './restores-suite.js'

const TableName = 'things'
const index = (IndexName: string, more: Json = {}) => ({
  IndexName,
  VectorAttribute: { AttributeName: 'emb' },
  Dimensions: 2,
  DistanceFunction: 'EUCLIDEAN',
  Projection: { ProjectionType: 'KEYS_ONLY' },
  ...more,
})
const scoped = index('scoped', {
  SearchSchema: [{ AttributeName: 'colour', SearchSchemaElementType: 'HASH' }],
})
const shape = {
  TableName,
  AttributeDefinitions: ['pk', 'colour'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

/** 2 for the name of the key, 1 for its value, 3 for the name of the vector. */
const besideNumbers = 6
/** As a list: 3, 1 for each number, 1 for its exponent, 1 for each pair of digits. */
const long = { L: [{ N: '0.123456' }, { N: '0.12345678' }] }
const longListed = 3 + (1 + 1 + 3) + (1 + 1 + 4)
const short = { L: [{ N: '1' }, { N: '2' }] }
const counted = 2 * 4

class SizedTable extends RestoringDatabase {
  put(pk: string, emb?: Json, more: Json = {}): Promise<Json> {
    return this.ask('PutItem', { TableName, Item: { pk: { S: pk }, ...(emb && { emb }), ...more } })
  }

  async size(name = TableName): Promise<unknown> {
    return (await this.describe(name))['TableSizeBytes']
  }

  async updateIndexes(...VectorIndexUpdates: readonly Json[]): Promise<void> {
    const { AttributeDefinitions } = shape
    await this.ask('UpdateTable', { TableName, AttributeDefinitions, VectorIndexUpdates })
    await this.builder.step({ ...testCaller, name: TableName }, unfenced)
  }

  async requireSound(name = TableName): Promise<void> {
    const table = await this.database.catalog.requireTable(testCaller, name)
    assert.deepEqual((await verifyTable(this.engine, table)).faults, [])
  }
}

async function open(...VectorIndexes: readonly Json[]): Promise<SizedTable> {
  const table = new SizedTable(await openTestEngine())
  const AttributeDefinitions = shape.AttributeDefinitions.filter(
    ({ AttributeName }) => AttributeName === 'pk' || VectorIndexes.includes(scoped),
  )
  const indexes = VectorIndexes.length > 0 && { VectorIndexes }
  await table.ask('CreateTable', { ...shape, AttributeDefinitions, ...indexes })
  return table
}

describe('the size of a table with vectors', () => {
  it('follows every write of a vector', async () => {
    const table = await open(index('near'), index('twin'))
    const Key = { pk: { S: 'a' } }
    const update = async (UpdateExpression: string, value?: Json) => {
      const values = value && { ExpressionAttributeValues: { ':v': value } }
      await table.ask('UpdateItem', { TableName, Key, UpdateExpression, ...values })
      return table.size()
    }
    await table.put('a', long)
    assert.equal(await table.size(), besideNumbers + counted)
    assert.equal(await update('SET emb = :v', short), besideNumbers + counted)
    assert.equal(await update('SET n = :v', { N: '1' }), besideNumbers + counted + 3)
    assert.equal(await update('REMOVE emb, n'), 3)
    assert.equal(await update('SET emb = :v', long), besideNumbers + counted)
    await table.requireSound()
    await table.ask('DeleteItem', { TableName, Key })
    assert.equal(await table.size(), 0)
    await table.requireSound()
  })

  it('counts vectors that are outside of every scope, too', async () => {
    const table = await open(scoped)
    await table.put('a', long)
    await table.put('b', long, { colour: { S: 'red' } })
    assert.equal(await table.size(), 2 * (besideNumbers + counted) + 'colourred'.length)
    await table.requireSound()
  })

  it('changes when an index is built, and again when the last one goes', async () => {
    const table = await open()
    for (const pk of ['a', 'b', 'c']) await table.put(pk, long)
    const [listed, vectors] = [3 * (besideNumbers + longListed), 3 * (besideNumbers + counted)]
    assert.equal(await table.size(), listed)
    await table.updateIndexes({ Create: index('near') })
    assert.equal(await table.size(), vectors)
    await table.updateIndexes({ Create: scoped })
    assert.equal(await table.size(), vectors)
    await table.requireSound()
    await table.updateIndexes({ Delete: { IndexName: 'near' } })
    assert.equal(await table.size(), vectors)
    await table.updateIndexes({ Delete: { IndexName: 'scoped' } })
    assert.equal(await table.size(), listed)
    await table.requireSound()
  })

  it('is that of the first index while a second one on the attribute is being built', async () => {
    const table = await open(index('near'))
    await table.put('a', long)
    await table.ask('UpdateTable', {
      TableName,
      VectorIndexUpdates: [{ Create: index('twin') }],
    })
    await table.put('b', long)
    assert.equal(await table.size(), 2 * (besideNumbers + counted))
    await table.requireSound()
  })

  it('comes back with a restored table', async () => {
    const table = await open(index('near'))
    await table.put('a', long)
    const BackupArn = await table.backUp(TableName)
    await table.ask('RestoreTableFromBackup', { BackupArn, TargetTableName: 'target' })
    await table.finish('target')
    assert.equal(await table.size('target'), besideNumbers + counted)
    await table.requireSound('target')
  })

  it('stays as it is while tables of several regions have the items, and afterwards', async () => {
    const tableTransitionMs = 1_000
    const table = new SizedTable(await openTestEngine(), { tableTransitionMs })
    const { ask, clock } = table
    const { AttributeDefinitions: _definitions, ...others } = shape
    const AttributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' }]
    const settle = () => clock.advance(tableTransitionMs)
    await ask('CreateTable', { ...others, AttributeDefinitions, VectorIndexes: [index('near')] })
    settle()
    const regions = ['us-east-2', 'us-west-2']
    await ask('UpdateTable', {
      TableName,
      MultiRegionConsistency: 'STRONG',
      ReplicaUpdates: regions.map((RegionName) => ({ Create: { RegionName } })),
    })
    settle()
    await table.put('a', long)
    assert.equal(await table.size(), besideNumbers + counted)
    await ask('UpdateTable', {
      TableName,
      ReplicaUpdates: regions.map((RegionName) => ({ Delete: { RegionName } })),
    })
    await table.put('b', long)
    settle()
    await table.put('c', short)
    assert.equal(await table.size(), 3 * (besideNumbers + counted))
    await table.requireSound()
  })

  it('is verified', async () => {
    const table = await open(index('near'))
    await table.put('a', long)
    const { catalog } = table.database
    const { vectorIndexes } = await catalog.requireTable(testCaller, TableName)
    const space = vectorIndexes![0]!.listsSpace!
    await table.engine.transact({
      reads: [],
      decide: () => ({
        mutations: [{ kind: 'tally', space, entries: 0, bytes: 1 }],
        result: undefined,
      }),
    })
    const { faults } = await verifyTable(
      table.engine,
      await catalog.requireTable(testCaller, TableName),
    )
    assert.match(faults.join(), /things\.near lists: the totals say 1 entries of 15 bytes/)
  })
})
