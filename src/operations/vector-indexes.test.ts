/** Vector indexes and their neighbours: rights, backups, imports, replicas, expiry, streams, metrics. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { verifyTable } from '../items/verify.js'
import type { ServiceError } from '../model/errors.js'
import { unfenced } from '../storage/fence.js'
import type { Engine } from '../storage/engine.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Json } from './database-suite.js'
import { ImportingServer } from './imports-suite.js'
import { testCaller } from './json-call-suite.js'
import { openGuarded } from './permissions/permissions-suite.js'
import { openGroup } from './replicas-suite.js'
import { RestoringDatabase } from './restores-suite.js'
import { serverOn } from './server-suite.js'

type Ask = (operation: string, input: Json) => Promise<Json>

const S = (text: string) => ({ S: text })
const vector = (...numbers: readonly number[]) => ({ L: numbers.map((n) => ({ N: String(n) })) })
const index = {
  IndexName: 'near',
  VectorAttribute: { AttributeName: 'emb' },
  Dimensions: 2,
  DistanceFunction: 'EUCLIDEAN',
  Projection: { ProjectionType: 'ALL' },
  SearchSchema: [{ AttributeName: 'colour', SearchSchemaElementType: 'INLINE_FILTER' }],
}
const second = { ...index, IndexName: 'second', DistanceFunction: 'COSINE' }
const shape = {
  AttributeDefinitions: ['pk', 'colour'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
  VectorIndexes: [index, second],
}

async function found(ask: Ask, TableName: string, IndexName = 'near'): Promise<readonly string[]> {
  const { SearchResults } = await ask('SearchVectors', {
    TableName,
    IndexName,
    SearchVector: [{ N: '0' }, { N: '0' }],
    TopK: 100,
  })
  const results = SearchResults as readonly { readonly Item: { readonly pk: { S: string } } }[]
  return results.map(({ Item }) => Item.pk.S)
}

async function put(ask: Ask, TableName: string, pk: string, x: number): Promise<void> {
  const Item = { pk: S(pk), emb: vector(x, 0), colour: S('red') }
  await ask('PutItem', { TableName, Item })
}

async function verified(engine: Engine, catalog: Catalog, name: string): Promise<void> {
  const table = await catalog.requireTable(testCaller, name)
  assert.deepEqual((await verifyTable(engine, table)).faults, [])
}

describe('a search needs a right', () => {
  const near = 'arn:aws:dynamodb:us-east-1:000000000000:table/things/index/near'
  const allow = (Resource: string, more: Json = {}) => [
    { Effect: 'Allow' as const, Action: 'dynamodb:SearchVectors', Resource, ...more },
  ]
  const condition = {
    Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['a'] } },
  }
  const selecting = {
    Condition: { StringEquals: { 'dynamodb:Select': 'ALL_PROJECTED_ATTRIBUTES' } },
  }
  const rows = [
    ['to the index', allow(near), true],
    ['but not to the table alone', allow(near.replace('/index/near', '')), false],
    ['that does not depend on keys', allow(near, condition), false],
    ['that does not depend on what is selected', allow(near, selecting), false],
  ] as const
  for (const [name, policy, isAllowed] of rows) {
    it(name, async () => {
      const user = { name: 'someone', policy }
      const { ask, tell } = openGuarded({ engine: await openTestEngine(), users: [user] })
      await ask('CreateTable', { TableName: 'things', ...shape })
      const told = await tell(user, 'SearchVectors', {
        TableName: 'things',
        IndexName: 'near',
        SearchVector: [{ N: '0' }, { N: '0' }],
        TopK: 1,
      })
      if (isAllowed) assert.equal(told, '{"SearchResults":[]}')
      else
        assert.match(
          told,
          /not authorized to perform: dynamodb:SearchVectors on resource: .*\/index\/near/,
        )
    })
  }
})

describe('whatever writes items', () => {
  const open = async () => {
    const server = new RestoringDatabase(await openTestEngine())
    await server.ask('CreateTable', { TableName: 'things', ...shape })
    return server
  }

  it('keeps the rows in step: transactions, batches and statements', async () => {
    const { ask, engine, database } = await open()
    const item = (pk: string, x: number) => ({ pk: S(pk), emb: vector(x, 0) })
    await ask('TransactWriteItems', {
      TransactItems: ['a', 'b'].map((pk, i) => ({
        Put: { TableName: 'things', Item: item(pk, i + 1) },
      })),
    })
    await ask('BatchWriteItem', {
      RequestItems: {
        things: [
          { PutRequest: { Item: item('c', 3) } },
          { DeleteRequest: { Key: { pk: S('a') } } },
        ],
      },
    })
    await ask('ExecuteStatement', {
      Statement: `INSERT INTO things VALUE {'pk': 'd', 'emb': [0, 0.5]}`,
    })
    await ask('ExecuteStatement', {
      Statement: `UPDATE things SET emb = [9, 0] WHERE pk = 'b'`,
    })
    assert.deepEqual(await found(ask, 'things'), ['d', 'c', 'b'])
    await verified(engine, database.catalog, 'things')
  })

  it('is refused as a part of a transaction', async () => {
    const { ask } = await open()
    const Item = { pk: S('a'), emb: vector(1) }
    const transaction = ask('TransactWriteItems', {
      TransactItems: [{ Put: { TableName: 'things', Item } }],
    })
    await assert.rejects(transaction, ({ type, payload }: ServiceError) => {
      assert.equal(type, 'TransactionCanceledException')
      const [reason] = payload['CancellationReasons'] as readonly Json[]
      assert.equal(reason?.['Code'], 'ValidationError')
      assert.match(String(reason['Message']), /Invalid size for parameter emb/)
      return true
    })
  })

  it('takes rows away when items expire', async () => {
    const { ask, clock, database, engine } = await open()
    const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true }
    await ask('UpdateTimeToLive', { TableName: 'things', TimeToLiveSpecification })
    const ttl = { N: String(Math.floor(clock.now() / 1000) - 10) }
    const Item = { pk: S('old'), emb: vector(1, 0), ttl }
    await ask('PutItem', { TableName: 'things', Item })
    await put(ask, 'things', 'new', 2)
    const table = await database.catalog.requireTable(testCaller, 'things')
    for (const derived of table.building) {
      while (!(await database.items.backfill(table, derived)));
      await database.catalog.finishBuild(table, derived, unfenced)
    }
    const built = await database.catalog.requireTable(testCaller, 'things')
    await database.items.deleteExpired(built, clock.now())
    assert.deepEqual(await found(ask, 'things'), ['new'])
    await verified(engine, database.catalog, 'things')
  })

  it('logs the vector as it was written', async () => {
    const { ask } = await open()
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' }
    await ask('UpdateTable', { TableName: 'things', StreamSpecification })
    const emb = { L: [{ N: '0.12345678901234567890123' }, { N: '16777217' }] }
    await ask('PutItem', { TableName: 'things', Item: { pk: S('a'), emb } })
    const { Table } = await ask('DescribeTable', { TableName: 'things' })
    const StreamArn = (Table as Json)['LatestStreamArn']
    const { StreamDescription } = await ask('DescribeStream', { StreamArn })
    const records: { readonly dynamodb: { readonly NewImage: Json } }[] = []
    for (const { ShardId } of (StreamDescription as { Shards: readonly Json[] }).Shards) {
      const at = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
      const { ShardIterator } = await ask('GetShardIterator', at)
      const { Records } = await ask('GetRecords', { ShardIterator })
      records.push(...(Records as typeof records))
    }
    const [record] = records
    assert.deepEqual(record?.dynamodb.NewImage['emb'], {
      L: [{ N: '0.12345678901234567890123' }, { N: '16777217' }],
    })
  })
})

describe('a backup', () => {
  const open = async () => {
    const server = new RestoringDatabase(await openTestEngine())
    await server.ask('CreateTable', { TableName: 'source', ...shape })
    await put(server.ask, 'source', 'b', 2)
    await put(server.ask, 'source', 'a', 1)
    return { server, BackupArn: await server.backUp('source') }
  }

  it('keeps vector indexes, and a restore builds them', async () => {
    const { server, BackupArn } = await open()
    const { BackupDescription } = await server.ask('DescribeBackup', { BackupArn })
    const { SourceTableFeatureDetails } = BackupDescription as Json
    assert.deepEqual((SourceTableFeatureDetails as Json)['VectorIndexes'], [index, second])
    await server.ask('RestoreTableFromBackup', { BackupArn, TargetTableName: 'target' })
    await server.finish('target')
    assert.deepEqual(await found(server.ask, 'target'), ['a', 'b'])
    await verified(server.engine, server.database.catalog, 'target')
  })

  it('is restored with the vector indexes that a request lists', async () => {
    const { server, BackupArn } = await open()
    const restore = (TargetTableName: string, VectorIndexOverride: readonly Json[]) =>
      server.ask('RestoreTableFromBackup', { BackupArn, TargetTableName, VectorIndexOverride })
    await restore('none', [])
    await server.finish('none')
    await restore('one', [{ ...second, IndexName: 'renamed' }])
    await server.finish('one')
    assert.equal((await server.describe('none'))['VectorIndexes'], undefined)
    assert.deepEqual((await server.describe('none'))['AttributeDefinitions'], [
      { AttributeName: 'pk', AttributeType: 'S' },
    ])
    assert.equal((await found(server.ask, 'one', 'renamed')).length, 2)
    await assert.rejects(restore('other', [{ ...second, Dimensions: 3 }]), {
      message: /Index second does not match a secondary index that existed in the source table/,
    })
  })

  it('is not restored to provisioned throughput with vector indexes', async () => {
    const { server, BackupArn } = await open()
    const provisioned = {
      BackupArn,
      TargetTableName: 'target',
      BillingModeOverride: 'PROVISIONED',
      ProvisionedThroughputOverride: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    }
    await assert.rejects(server.ask('RestoreTableFromBackup', provisioned), {
      message: /Vector indexes are only supported for PAY_PER_REQUEST tables/,
    })
    await server.ask('RestoreTableFromBackup', { ...provisioned, VectorIndexOverride: [] })
  })
})

describe('an import', () => {
  it('builds vector indexes, and leaves out what they refuse', async () => {
    const server = new ImportingServer(await openTestEngine())
    const line = (pk: string, emb: Json) => `${JSON.stringify({ Item: { pk: S(pk), emb } })}\n`
    await server.put('1.json', line('b', vector(2, 0)) + line('a', vector(1, 0)))
    await server.put('2.json', line('short', vector(1)))
    const ended = await server.import({
      TableCreationParameters: { TableName: 'imported', ...shape },
    })
    assert.equal(ended['ErrorCount'], 1)
    assert.deepEqual(await found(server.ask, 'imported'), ['a', 'b'])
    await server.verify(2)
  })
})

describe('a global table', () => {
  it('has its vector indexes in every region', async () => {
    const { east, west, describeIn, update, clock, work, build } = await openGroup(0, shape)
    const settle = async () => {
      for (let i = 0; i < 3; i++) {
        for (const region of ['us-east-1', 'us-west-2']) await build(region, 'things')
        clock.advance(1_000)
        await work()
      }
    }
    await settle()
    assert.deepEqual(indexNames(await describeIn('us-west-2')), ['near', 'second'])
    const { SearchSchema: _schema, ...plain } = index
    const Create = { ...plain, IndexName: 'third' }
    assert.equal(
      await update('us-east-1', {
        VectorIndexUpdates: [{ Create }],
      }),
      'accepted',
    )
    await settle()
    assert.deepEqual(indexNames(await describeIn('us-west-2')), ['near', 'second', 'third'])
    await put(east, 'things', 'a', 1)
    assert.deepEqual(await found(east, 'things', 'third'), ['a'])
    assert.deepEqual(await found(west, 'things', 'third'), [])
    const Delete = { IndexName: 'near' }
    assert.equal(await update('us-east-1', { VectorIndexUpdates: [{ Delete }] }), 'accepted')
    await settle()
    assert.deepEqual(indexNames(await describeIn('us-west-2')), ['second', 'third'])
  })
})

describe('a strongly consistent global table', () => {
  it('has one vector index for all regions, and finds at once what any of them wrote', async () => {
    const { ask } = serverOn(await openTestEngine())
    const TableName = 'things'
    const here = { TableName, ...shape }
    await ask('CreateTable', here)
    await ask('UpdateTable', {
      TableName,
      MultiRegionConsistency: 'STRONG',
      ReplicaUpdates: ['us-east-2', 'us-west-2'].map((RegionName) => ({ Create: { RegionName } })),
    })
    const east: Ask = (operation, input) => ask(operation, input, 'us-east-1')
    const west: Ask = (operation, input) => ask(operation, input, 'us-west-2')
    await put(east, TableName, 'b', 2)
    await put(west, TableName, 'a', 1)
    assert.deepEqual(await found(east, TableName), ['a', 'b'])
    assert.deepEqual(await found(west, TableName), ['a', 'b'])
    await west('UpdateTable', {
      TableName,
      VectorIndexUpdates: [{ Delete: { IndexName: 'near' } }],
    })
    const { Table } = await east('DescribeTable', { TableName })
    assert.deepEqual(indexNames(Table as Json), ['second'])
    assert.equal((await found(east, TableName, 'second')).length, 2)
  })
})

function indexNames({ VectorIndexes }: Json): readonly unknown[] {
  return ((VectorIndexes ?? []) as readonly Json[]).map(({ IndexName }) => IndexName)
}
