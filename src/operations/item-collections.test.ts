/** Sizes of item collections: counted from when a table is large, told, and limited. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { countLargeTables } from '../items/count-large-tables.js'
import { getCollectionSize, putCollectionSize } from '../items/write/collection-sizes.js'
import { verifyTable } from '../items/verify.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { itemCollectionRangeBytes } from '../model/limits.js'
import type { Engine } from '../storage/engine.js'
import { itemKey } from '../storage/keyspace.js'
import { openTestDatabase, type Json, type TestDatabase } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const TableName = 'subject'
const kilobyte = 1024

class Bench {
  readonly engine: Engine
  readonly #server: TestDatabase

  private constructor(engine: Engine, itemCollectionBytesMax?: number) {
    this.engine = engine
    this.#server = openTestDatabase(engine, { itemCollectionBytesMax })
  }

  /** A table with a local index that holds everything, and one that holds keys. */
  static async open(itemCollectionBytesMax?: number): Promise<Bench> {
    const bench = new Bench(await openTestEngine(), itemCollectionBytesMax)
    const local = (name: string, ProjectionType: string) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: name, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType },
    })
    await bench.ask('CreateTable', {
      AttributeDefinitions: ['pk', 'sk', 'all', 'keys'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [local('all', 'ALL'), local('keys', 'KEYS_ONLY')],
      BillingMode: 'PAY_PER_REQUEST',
    })
    return bench
  }

  ask(operation: string, input: Json): Promise<Json> {
    return this.#server.ask(operation, { TableName, ...input })
  }

  async refusal(operation: string, input: Json): Promise<string> {
    try {
      await this.ask(operation, input)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const reasons = error.payload['CancellationReasons'] as Json[] | undefined
      const codes = (reasons ?? []).map(({ Code, Message }) => `${String(Code)} ${String(Message)}`)
      return [`${error.type}: ${error.message}`, ...codes].join('; ')
    }
    return 'accepted'
  }

  async table() {
    return this.#server.database.catalog.requireTable(testCaller, TableName)
  }

  /** As the job of a server does, and then its builder, a batch at a time. */
  async count(): Promise<void> {
    await countLargeTables(this.#server.database.catalog, 0)
    while (!(await this.countBatch()));
    const table = await this.table()
    await this.#server.database.catalog.finishBuild(table, table.collections!)
  }

  async countBatch(): Promise<boolean> {
    const table = await this.table()
    return this.#server.database.items.backfill(table, table.collections!)
  }

  async beginToCount(fromBytes = 0): Promise<void> {
    await countLargeTables(this.#server.database.catalog, fromBytes)
  }

  /** Sets the counter of the collection `a`, since nobody has the patience to fill one. */
  async pretend(bytes: number): Promise<void> {
    const { collections, keySchema } = await this.table()
    const counter = getCollectionSize(collections!, itemKey(keySchema, key('a', '1') as Item))
    const mutations = [putCollectionSize(counter, bytes)]
    await this.engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }

  async faults(): Promise<readonly string[]> {
    return (await verifyTable(this.engine, await this.table())).faults
  }
}

/** Of a given size, without being in an index. */
function item(pk: string, sk: string, bytes = kilobyte): Json {
  const known = `pk${pk}sk${sk}pad`.length
  return { pk: { S: pk }, sk: { S: sk }, pad: { S: 'x'.repeat(bytes - known) } }
}
const put = (Item: Json): Json => ({ Item })
const key = (pk: string, sk: string): Json => ({ pk: { S: pk }, sk: { S: sk } })
const exceeded = 'ItemCollectionSizeLimitExceededException: Collection size exceeded.'

describe('an item collection', () => {
  it('is limited to the byte, whatever makes it grow', async () => {
    const bench = await Bench.open(4 * kilobyte)
    await bench.count()
    for (const sk of ['1', '2', '3']) await bench.ask('PutItem', put(item('a', sk)))
    assert.equal(await bench.refusal('PutItem', put(item('a', '4', kilobyte + 1))), exceeded)
    assert.equal(await bench.refusal('PutItem', put(item('a', '4'))), 'accepted')
    assert.equal(await bench.refusal('PutItem', put(item('b', '1'))), 'accepted')
    const grow = {
      Key: key('a', '4'),
      UpdateExpression: 'SET n = :n',
      ExpressionAttributeValues: { ':n': { S: '' } },
    }
    assert.equal(await bench.refusal('UpdateItem', grow), exceeded)
    const action = { PutRequest: put(item('a', '5')) }
    const batch = { RequestItems: { [TableName]: [action] } }
    assert.equal(await bench.refusal('BatchWriteItem', batch), exceeded)
    const Statement = `INSERT INTO "${TableName}" VALUE {'pk': 'a', 'sk': '6'}`
    assert.equal(await bench.refusal('ExecuteStatement', { Statement }), exceeded)
    assert.deepEqual(await bench.faults(), [])
  })

  it('can always shrink, and take as much again', async () => {
    const bench = await Bench.open(2 * kilobyte)
    await bench.count()
    await bench.ask('PutItem', put(item('a', '1')))
    await bench.ask('PutItem', put(item('a', '2')))
    assert.equal(await bench.refusal('PutItem', put(item('a', '2', kilobyte - 1))), 'accepted')
    assert.equal(await bench.refusal('PutItem', put(item('a', '2'))), 'accepted')
    assert.equal(await bench.refusal('DeleteItem', { Key: key('a', '1') }), 'accepted')
    assert.equal(await bench.refusal('PutItem', put(item('a', '3'))), 'accepted')
    assert.equal(await bench.refusal('PutItem', put(item('a', '4'))), exceeded)
    for (const sk of ['2', '3']) await bench.ask('DeleteItem', { Key: key('a', sk) })
    assert.deepEqual(await bench.faults(), [])
  })

  it('includes entries of local indexes', async () => {
    const bench = await Bench.open(3 * kilobyte)
    await bench.count()
    const indexed = { ...item('a', '1'), all: { S: 'x' }, keys: { S: 'y' } }
    await bench.ask('PutItem', put(indexed))
    assert.equal(await bench.refusal('PutItem', put(item('a', '2'))), exceeded)
    assert.equal(await bench.refusal('PutItem', put(item('a', '2', 900))), 'accepted')
    assert.deepEqual(await bench.faults(), [])
  })

  it('counts all writes of a transaction, which is canceled by one too many', async () => {
    const bench = await Bench.open(3 * kilobyte)
    await bench.count()
    const Put = (sk: string) => ({ Put: { TableName, ...put(item('a', sk)) } })
    const of = (...names: readonly string[]): Json => ({ TransactItems: names.map(Put) })
    assert.equal(await bench.refusal('TransactWriteItems', of('1', '2')), 'accepted')
    assert.equal(
      await bench.refusal('TransactWriteItems', of('3', '4')),
      'TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific reasons [None, ItemCollectionSizeLimitExceeded]' +
        '; None undefined; ItemCollectionSizeLimitExceeded Collection size exceeded.',
    )
    assert.equal(await bench.refusal('TransactWriteItems', of('3')), 'accepted')
    assert.deepEqual(await bench.faults(), [])
  })

  it('is counted for items that were there before, and while they are counted', async () => {
    const bench = await Bench.open(600 * kilobyte)
    for (let n = 0; n < 500; n++) {
      await bench.ask('PutItem', put(item(`p${n % 5}`, `${n}`)))
    }
    await bench.beginToCount(10 * 1024 ** 2)
    assert.equal((await bench.table()).collections, undefined, 'the table is small')
    await bench.beginToCount()
    assert.equal(await bench.countBatch(), false)
    assert.deepEqual(await bench.faults(), [])
    for (let n = 0; n < 500; n += 7) {
      await bench.ask('DeleteItem', { Key: key(`p${n % 5}`, `${n}`) })
      await bench.ask('PutItem', put(item(`p${n % 5}`, `new${n}`)))
    }
    assert.deepEqual(await bench.faults(), [])
    await bench.count()
    assert.deepEqual(await bench.faults(), [])
  })

  it('has its size told in whole GB', async () => {
    const bench = await Bench.open()
    const SIZE = { ReturnItemCollectionMetrics: 'SIZE' }
    const metrics = async (operation: string, input: Json): Promise<unknown> =>
      (await bench.ask(operation, { ...SIZE, ...input }))['ItemCollectionMetrics']
    const of = (gigabytes: number) => ({
      ItemCollectionKey: { pk: { S: 'a' } },
      SizeEstimateRangeGB: [gigabytes, gigabytes + 1],
    })
    assert.deepEqual(await metrics('PutItem', put(item('a', '1'))), of(0))
    await bench.count()
    assert.deepEqual(await metrics('PutItem', put(item('a', '2'))), of(0))
    await bench.pretend(3 * itemCollectionRangeBytes - kilobyte)
    assert.deepEqual(await metrics('PutItem', put(item('a', '3', kilobyte - 1))), of(2))
    assert.deepEqual(await metrics('PutItem', put(item('a', '3'))), of(3))
    const batch = { RequestItems: { [TableName]: [{ PutRequest: put(item('a', '4')) }] } }
    assert.deepEqual(await metrics('BatchWriteItem', batch), { [TableName]: [of(3)] })
    const TransactItems = ['5', '6'].map((sk) => ({ Put: { TableName, ...put(item('a', sk)) } }))
    const transaction = { TransactItems, ClientRequestToken: 'once' }
    assert.deepEqual(await metrics('TransactWriteItems', transaction), { [TableName]: [of(3)] })
    assert.deepEqual(await metrics('TransactWriteItems', transaction), { [TableName]: [of(3)] })
    const Key = key('a', '6')
    assert.deepEqual(await metrics('DeleteItem', { Key }), of(3))
    assert.deepEqual(await metrics('UpdateItem', { Key: key('a', '1') }), of(3))
    assert.match((await bench.faults()).join(), /an item collection is counted as/)
  })
})
