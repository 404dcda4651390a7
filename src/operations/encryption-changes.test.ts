/** What a change of encryption shows, allows and counts, by a clock that is set. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { openTestDatabase, type Json } from './database-suite.js'

const hour = 60 * 60 * 1000
const start = Date.parse('2026-10-08T23:00:00.000Z')
const TableName = 'subject'

const managedArn = 'arn:aws:kms:us-east-1:000000000000:alias/aws/dynamodb'
const ownArn = 'arn:aws:kms:us-east-1:000000000000:key/1'
const on: Json = { Enabled: true }
const off: Json = { Enabled: false }
const own: Json = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: ownArn }

const inUse = 'ResourceInUseException: Attempt to change a resource which is still in use: '

class Bench {
  readonly clock = new VirtualClock(start)
  readonly #dispatch: (operation: string, json: unknown) => Promise<unknown>

  constructor(tableTransitionMs: number) {
    const { clock } = this
    this.#dispatch = openTestDatabase(memoryEngine(), { clock, tableTransitionMs }).dispatch
  }

  async create(): Promise<this> {
    await this.#dispatch('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    this.clock.advance(60_000)
    return this
  }

  /** What the answer says of encryption. */
  async encrypt(SSESpecification: Json): Promise<unknown> {
    const answer = await this.ask('UpdateTable', { SSESpecification })
    const { TableStatus, SSEDescription } = answer['TableDescription'] as Json
    assert.equal(TableStatus, 'ACTIVE')
    return SSEDescription
  }

  async ask(operation: string, input: Json = {}): Promise<Json> {
    return (await this.#dispatch(operation, { TableName, ...input })) as Json
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

  /** What DescribeTable says of encryption at some seconds after now. */
  async timeline(...seconds: readonly number[]): Promise<readonly unknown[]> {
    const shown = []
    let passed = 0
    for (const second of seconds) {
      this.clock.advance((second - passed) * 1000)
      passed = second
      const { Table } = (await this.ask('DescribeTable')) as { Table: Json }
      assert.equal(Table['TableStatus'], 'ACTIVE')
      shown.push(Table['SSEDescription'])
    }
    return shown
  }
}

const keyed = (Status: string, KMSMasterKeyArn: string) => ({
  Status,
  SSEType: 'KMS',
  KMSMasterKeyArn,
})

describe('a change of encryption is UPDATING', () => {
  it('without a key, then with the new one, if the table had the default', async () => {
    const bench = await new Bench(20_000).create()
    assert.deepEqual(await bench.encrypt(on), { Status: 'UPDATING' })
    assert.deepEqual(await bench.timeline(0, 7, 9, 19, 20), [
      { Status: 'UPDATING' },
      { Status: 'UPDATING' },
      keyed('UPDATING', managedArn),
      keyed('UPDATING', managedArn),
      keyed('ENABLED', managedArn),
    ])
  })

  it('with the old key, then with the new one, then without any', async () => {
    const bench = await new Bench(20_000).create()
    await bench.encrypt(on)
    await bench.timeline(20)
    assert.deepEqual(await bench.encrypt(own), keyed('UPDATING', managedArn))
    assert.deepEqual(await bench.timeline(7, 9, 20), [
      keyed('UPDATING', managedArn),
      keyed('UPDATING', ownArn),
      keyed('ENABLED', ownArn),
    ])
    assert.deepEqual(await bench.encrypt(off), keyed('UPDATING', ownArn))
    assert.deepEqual(await bench.timeline(7, 9, 20), [
      keyed('UPDATING', ownArn),
      { Status: 'UPDATING' },
      undefined,
    ])
  })

  it('only in the answer if changes take no time', async () => {
    const bench = await new Bench(0).create()
    assert.deepEqual(await bench.encrypt(on), { Status: 'UPDATING' })
    assert.deepEqual(await bench.timeline(0), [keyed('ENABLED', managedArn)])
    assert.equal(await bench.refusal('DeleteTable'), 'accepted')
  })

  it('and other changes are made meanwhile, whose answers show it', async () => {
    const bench = await new Bench(20_000).create()
    await bench.encrypt(on)
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    const changes: readonly (readonly [Json, string])[] = [
      [{ DeletionProtectionEnabled: false }, 'ACTIVE'],
      [{ StreamSpecification }, 'UPDATING'],
    ]
    for (const [change, status] of changes) {
      bench.clock.advance(1000)
      const answer = (await bench.ask('UpdateTable', change))['TableDescription'] as Json
      const { TableStatus, SSEDescription } = answer
      assert.deepEqual([TableStatus, SSEDescription], [status, { Status: 'UPDATING' }])
    }
  })
})

describe('while encryption changes', () => {
  it('the table cannot be deleted', async () => {
    const bench = await new Bench(20_000).create()
    await bench.encrypt(on)
    bench.clock.advance(19_999)
    const told = `${inUse}Table: ${TableName} is in the process of being updated.`
    assert.equal(await bench.refusal('DeleteTable'), told)
    bench.clock.advance(1)
    assert.equal(await bench.refusal('DeleteTable'), 'accepted')
  })

  it('another change of it is refused, and the same one is answered as under way', async () => {
    const bench = await new Bench(20_000).create()
    await bench.encrypt(on)
    bench.clock.advance(10_000)
    const told = `${inUse}Server-Side Encryption is still being updated`
    for (const SSESpecification of [off, own]) {
      assert.equal(await bench.refusal('UpdateTable', { SSESpecification }), told)
    }
    assert.deepEqual(await bench.encrypt(on), keyed('UPDATING', managedArn))
    bench.clock.advance(10_000)
    assert.deepEqual(await bench.timeline(0), [keyed('ENABLED', managedArn)])
  })
})

describe('encryption changes', () => {
  const refused = (changes: number, lastAt: string, nextAt: string) =>
    'LimitExceededException: Subscriber limit exceeded: Encryption mode changes are limited in the 24h window ending at 2026-10-09T23:01:00.000Z. ' +
    'After the first 4 change, each subsequent change in the same window can be performed at most once every 21600 seconds. ' +
    `Number of updates today: ${changes}. Last change at ${lastAt}. Next changes can be made at ${nextAt}.`
  const again = { SSESpecification: on }

  it('four times within a day of the first, the same key by another name included', async () => {
    const bench = await new Bench(0).create()
    for (const change of [on, on, off, on]) await bench.encrypt(change)
    bench.clock.advance(6 * hour - 1)
    const at = '2026-10-08T23:01:00.000Z'
    assert.equal(
      await bench.refusal('UpdateTable', again),
      refused(4, at, '2026-10-09T05:01:00.000Z'),
    )
  })

  it('then every six hours, until the day is over', async () => {
    const bench = await new Bench(0).create()
    for (const change of [on, on, off, on]) await bench.encrypt(change)
    bench.clock.advance(20 * hour)
    await bench.encrypt(on)
    const told = refused(5, '2026-10-09T19:01:00.000Z', '2026-10-09T23:01:00.000Z')
    assert.equal(await bench.refusal('UpdateTable', again), told)
    bench.clock.advance(4 * hour)
    for (const change of [on, on, off, on]) await bench.encrypt(change)
    assert.match(await bench.refusal('UpdateTable', again), /updates today: 4\./)
  })

  it('and what is refused does not count', async () => {
    const bench = await new Bench(0).create()
    for (let i = 0; i < 5; i++) {
      const told = await bench.refusal('UpdateTable', { SSESpecification: off })
      assert.match(told, /already encrypted by default/)
    }
    for (const change of [on, own, off, on]) await bench.encrypt(change)
  })
})
