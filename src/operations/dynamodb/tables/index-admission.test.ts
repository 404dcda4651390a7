/** What is described and refused while an index is being built or deleted, phase by phase. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../../../model/errors.js'
import { VirtualClock } from '../../../stdx/clock.js'
import type { Engine } from '../../../storage/engine.js'
import { openTestEngine } from '../../../../test/support/engines.js'
import { openTestDatabase, type Json, type TestDatabase } from '../../database-suite.js'

const transitionMs = 1000
const caller = { account: '000000000000', region: 'us-east-1', accessKeyId: 'tester' }
const scalar = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
const keyedBy = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }]
const throughput = (units: number) => ({
  ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units },
})
const globalIndex = (IndexName: string, attribute: string) => ({
  IndexName,
  KeySchema: keyedBy(attribute),
  Projection: { ProjectionType: 'ALL' },
  ...throughput(1),
})

const create = (IndexName: string): Json => ({
  AttributeDefinitions: [scalar('fresh')],
  GlobalSecondaryIndexUpdates: [{ Create: globalIndex(IndexName, 'fresh') }],
})
const remove = (IndexName: string): Json => ({
  GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
})
const reprice = (IndexName: string, units: number): Json => ({
  GlobalSecondaryIndexUpdates: [{ Update: { IndexName, ...throughput(units) } }],
})
const streaming = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } }

/** A database in which nothing builds indexes, so that the test decides how far each gets. */
class Bench {
  readonly clock = new VirtualClock()
  readonly #server: TestDatabase

  static async on(engine: Engine): Promise<Bench> {
    const bench = new Bench(engine)
    await bench.#open()
    return bench
  }

  private constructor(engine: Engine) {
    const { clock } = this
    this.#server = openTestDatabase(engine, { clock, tableTransitionMs: transitionMs })
  }

  async #open(): Promise<void> {
    await this.ask('CreateTable', {
      AttributeDefinitions: [scalar('pk'), scalar('g')],
      KeySchema: keyedBy('pk'),
      GlobalSecondaryIndexes: [globalIndex('standing', 'g')],
      ...throughput(5),
    })
    this.clock.advance(transitionMs)
  }

  async ask(operation: string, input: Json = {}): Promise<Json> {
    const json = { TableName: 'subject', ...input }
    return (await this.#server.dispatch(operation, json, caller)) as Json
  }

  async refusal(operation: string, input: Json = {}): Promise<string> {
    try {
      await this.ask(operation, input)
    } catch (error) {
      if (error instanceof ServiceError) return `${error.type}: ${error.message}`
      throw error
    }
    return 'accepted'
  }

  /** The table's status, then each index with its status and whether it is backfilling. */
  async states(): Promise<readonly unknown[]> {
    const { Table } = (await this.ask('DescribeTable')) as { Table: Json }
    const indexes = (Table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
    return [
      Table['TableStatus'],
      ...indexes.map(({ IndexName, IndexStatus, Backfilling }) =>
        Object.values({ IndexName, IndexStatus, Backfilling }).map(String).join(' '),
      ),
    ]
  }

  async finishBackfill(): Promise<void> {
    const { catalog, items } = this.#server.database
    const table = await catalog.requireTable(caller, 'subject')
    const index = table.indexes.find(({ build }) => build !== undefined)!
    assert.equal(await items.backfill(table, index), true)
    await catalog.finishBuild(table, index)
  }
}

const inUse = (detail: string): string =>
  `ResourceInUseException: Attempt to change a resource which is still in use: ${detail}`
const onlyOne =
  'LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table'
const cannotDeleteTable = inUse(
  'Cannot delete table while indexes are being created, updated, or deleted.',
)

describe('an index that is being', () => {
  /** Each row is refused as it says, or accepted. */
  async function check(bench: Bench, rows: readonly (readonly [Json, string])[]): Promise<void> {
    for (const [change, answer] of rows) {
      assert.equal(await bench.refusal('UpdateTable', change), answer, JSON.stringify(change))
    }
  }

  it('allocated blocks most changes of its table', async () => {
    const bench = await Bench.on(await openTestEngine())
    await bench.ask('UpdateTable', create('coming'))
    const states = ['UPDATING', 'standing ACTIVE undefined', 'coming CREATING false']
    assert.deepEqual(await bench.states(), states)
    assert.equal(await bench.refusal('DeleteTable'), cannotDeleteTable)
    const where = 'Table: subject Index: coming'
    await check(bench, [
      [create('another'), onlyOne],
      [remove('standing'), onlyOne],
      [create('coming'), inUse(`Index is being created.  ${where}`)],
      [
        remove('coming'),
        inUse(
          `Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index is active. ${where}`,
        ),
      ],
      [reprice('coming', 2), inUse(`Index is being created but is not backfilling yet.  ${where}`)],
      [
        throughput(6),
        inUse(
          "Can't change table IOPS when an index is being created. Table: subject Indexes: [coming]",
        ),
      ],
      [
        streaming,
        inUse(
          "Can't change stream status when an index is being created. Table: subject Indexes: [coming]",
        ),
      ],
      [reprice('standing', 2), 'accepted'],
      [{ DeletionProtectionEnabled: false }, 'accepted'],
    ])
  })

  it('backfilled blocks only DeleteTable and other index changes', async () => {
    const bench = await Bench.on(await openTestEngine())
    await bench.ask('UpdateTable', create('coming'))
    bench.clock.advance(transitionMs)
    const states = ['ACTIVE', 'standing ACTIVE undefined', 'coming CREATING true']
    assert.deepEqual(await bench.states(), states)
    assert.equal(await bench.refusal('DeleteTable'), cannotDeleteTable)
    await check(bench, [
      [create('another'), onlyOne],
      [remove('standing'), onlyOne],
      [create('coming'), inUse('Index is being created.  Table: subject Index: coming')],
      [throughput(6), 'accepted'],
    ])
    assert.deepEqual(await bench.states(), ['UPDATING', ...states.slice(1)])
    bench.clock.advance(transitionMs)
    await bench.finishBackfill()
    assert.deepEqual(await bench.states(), [
      'ACTIVE',
      'standing ACTIVE undefined',
      'coming ACTIVE undefined',
    ])
    assert.equal(await bench.refusal('DeleteTable'), 'accepted')
  })

  it('backfilled can be deleted', async () => {
    const bench = await Bench.on(await openTestEngine())
    await bench.ask('UpdateTable', create('coming'))
    bench.clock.advance(transitionMs)
    const { TableDescription } = await bench.ask('UpdateTable', remove('coming'))
    assert.equal((TableDescription as Json)['TableStatus'], 'UPDATING')
    const states = ['UPDATING', 'standing ACTIVE undefined', 'coming DELETING undefined']
    assert.deepEqual(await bench.states(), states)
    bench.clock.advance(transitionMs)
    assert.deepEqual(await bench.states(), ['ACTIVE', 'standing ACTIVE undefined'])
  })

  it('deleted blocks most changes of its table until it no longer exists', async () => {
    const bench = await Bench.on(await openTestEngine())
    await bench.ask('UpdateTable', remove('standing'))
    assert.deepEqual(await bench.states(), ['UPDATING', 'standing DELETING undefined'])
    assert.equal(await bench.refusal('DeleteTable'), cannotDeleteTable)
    const deleted = inUse('Index is being deleted.  Table: subject Index: standing')
    await check(bench, [
      [create('another'), onlyOne],
      [create('standing'), deleted],
      [remove('standing'), deleted],
      [reprice('standing', 2), deleted],
      [
        { BillingMode: 'PAY_PER_REQUEST' },
        inUse(
          "Can't change table IOPS when an index is being deleted. Table: subject Indexes: [standing]",
        ),
      ],
    ])
    bench.clock.advance(transitionMs)
    assert.deepEqual(await bench.states(), ['ACTIVE'])
    await check(bench, [
      [
        remove('standing'),
        'ResourceNotFoundException: Requested resource not found: Index standing for table subject',
      ],
      [create('standing'), 'accepted'],
    ])
  })
})
