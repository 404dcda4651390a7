/** How often throughput, billing mode and class of a table may change, by a clock that is set. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { openTestDatabase, type Json } from './database-suite.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const TableName = 'subject'
const units = (ReadCapacityUnits: number, WriteCapacityUnits = ReadCapacityUnits): Json => ({
  ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits },
})
const onDemand: Json = { BillingMode: 'PAY_PER_REQUEST' }
const provisioned = (read: number): Json => ({ BillingMode: 'PROVISIONED', ...units(read) })
const index = (IndexName: string, throughput: Json): Json => ({
  GlobalSecondaryIndexUpdates: [{ Update: { IndexName, ...throughput } }],
})

/** A table with a global index, on a clock that starts at a time of a day. */
class Bench {
  readonly clock: VirtualClock
  readonly #dispatch: (operation: string, json: unknown) => Promise<unknown>

  constructor(startMs: number, tableTransitionMs = 0) {
    this.clock = new VirtualClock(startMs)
    const { clock } = this
    this.#dispatch = openTestDatabase(memoryEngine(), { clock, tableTransitionMs }).dispatch
  }

  async create(throughput: Json, ofIndex = throughput): Promise<this> {
    await this.#dispatch('CreateTable', {
      TableName,
      AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-g',
          KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
          ...('BillingMode' in ofIndex ? {} : ofIndex),
        },
      ],
      ...throughput,
    })
    return this
  }

  async update(change: Json): Promise<Json> {
    const answer = (await this.#dispatch('UpdateTable', { TableName, ...change })) as Json
    return answer['TableDescription'] as Json
  }

  refusal(change: Json): Promise<string> {
    return this.#outcome('UpdateTable', change)
  }

  deletion(): Promise<string> {
    return this.#outcome('DeleteTable', {})
  }

  async #outcome(operation: string, more: Json): Promise<string> {
    try {
      await this.#dispatch(operation, { TableName, ...more })
    } catch (error) {
      if (error instanceof ServiceError) return `${error.type}: ${error.message}`
      throw error
    }
    return 'accepted'
  }

  async table(): Promise<Json> {
    const { Table } = (await this.#dispatch('DescribeTable', { TableName })) as { Table: Json }
    return Table
  }

  async throughput(): Promise<Json> {
    return (await this.table())['ProvisionedThroughput'] as Json
  }

  async index(): Promise<Json> {
    return ((await this.table())['GlobalSecondaryIndexes'] as readonly Json[])[0]!
  }

  async indexThroughput(): Promise<Json> {
    return (await this.index())['ProvisionedThroughput'] as Json
  }
}

const limited =
  'LimitExceededException: Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. ' +
  'After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most once every 3600 seconds. '

describe('decreases of throughput', () => {
  const noon = Date.UTC(2026, 9, 8, 12, 20, 48)

  /** Has fallen four times, the last time at noon. */
  async function exhausted(atMs = noon): Promise<Bench> {
    const bench = await new Bench(atMs).create(units(50))
    for (const read of [40, 30, 20, 10]) await bench.update(units(read))
    return bench
  }

  it('are accepted four times at once, then each an hour after the last accepted one', async () => {
    const bench = await exhausted()
    const refused = `${limited}Number of decreases today: 4. Last decrease at Thursday, October 8, 2026 at 12:20:48 PM Coordinated Universal Time. Next decrease can be made at Thursday, October 8, 2026 at 1:20:48 PM Coordinated Universal Time.`
    assert.equal(await bench.refusal(units(9)), refused)
    bench.clock.advance(hour - 1)
    assert.equal(await bench.refusal(units(9)), refused)
    bench.clock.advance(1)
    assert.equal(await bench.refusal(units(9)), 'accepted')
    assert.match(await bench.refusal(units(8)), /Number of decreases today: 5\. .* at 2:20:48 PM/)
    bench.clock.advance(hour)
    assert.equal(await bench.refusal(units(8)), 'accepted')
  })

  it('are accepted four times again from midnight on, and dates stay', async () => {
    const bench = await exhausted(Date.UTC(2026, 9, 8, 23, 20, 48))
    const next =
      'Last decrease at Thursday, October 8, 2026 at 11:20:48 PM Coordinated Universal Time. Next decrease can be made at Friday, October 9, 2026 at 12:00:00 AM Coordinated Universal Time.'
    assert.equal(await bench.refusal(units(9)), `${limited}Number of decreases today: 4. ${next}`)
    const before = await bench.throughput()
    bench.clock.advance(40 * minute)
    assert.deepEqual(await bench.throughput(), { ...before, NumberOfDecreasesToday: 0 })
    for (const read of [9, 8, 7, 6]) await bench.update(units(read))
    assert.match(await bench.refusal(units(5)), /Number of decreases today: 4\./)
  })

  it('are at most 27 a day', async () => {
    const bench = await new Bench(Date.UTC(2026, 9, 8)).create(units(100))
    let accepted = 0
    for (let at = 0; at < day; at += minute) {
      while ((await bench.refusal(units(99 - accepted))) === 'accepted') accepted++
      bench.clock.advance(minute)
    }
    assert.equal(accepted, 27)
  })

  it('are counted once a call, also beside an increase, and increases are free', async () => {
    const bench = await new Bench(noon).create(units(50))
    const rows: readonly (readonly [Json, number])[] = [
      [units(40, 40), 1],
      [units(30, 60), 2],
      [units(70, 70), 2],
      [units(20, 20), 3],
      [units(10, 20), 4],
      [units(11, 21), 4],
    ]
    for (const [change, count] of rows) {
      await bench.update(change)
      assert.equal((await bench.throughput())['NumberOfDecreasesToday'], count)
    }
    assert.match(await bench.refusal(units(10, 30)), /Number of decreases today: 4\./)
    assert.equal(await bench.refusal(units(12, 22)), 'accepted')
  })

  it('of a table and of an index have budgets of their own, and are refused together', async () => {
    const bench = await exhausted()
    const before = await bench.table()
    const both = { ...units(5), ...index('by-g', units(40)) }
    assert.match(await bench.refusal(both), /Number of decreases today: 4\./)
    assert.deepEqual(await bench.table(), before)
    for (const read of [40, 30, 20, 10]) await bench.update(index('by-g', units(read)))
    assert.match(await bench.refusal(index('by-g', units(9))), /Number of decreases today: 4\./)
    const raised = { ...units(60), ...index('by-g', units(9)) }
    assert.match(await bench.refusal(raised), /Number of decreases today: 4\./)
    assert.equal((await bench.throughput())['ReadCapacityUnits'], 10)
  })

  it('show in dates and counts, and refused ones do not', async () => {
    const bench = await new Bench(noon).create(units(50))
    const fresh = { NumberOfDecreasesToday: 0, ReadCapacityUnits: 50, WriteCapacityUnits: 50 }
    assert.deepEqual(await bench.throughput(), fresh)
    const answer = await bench.update(units(40))
    const LastDecreaseDateTime = noon / 1000
    assert.deepEqual(answer['ProvisionedThroughput'], { ...fresh, LastDecreaseDateTime })
    assert.deepEqual(await bench.throughput(), {
      LastDecreaseDateTime,
      NumberOfDecreasesToday: 1,
      ReadCapacityUnits: 40,
      WriteCapacityUnits: 40,
    })
    for (const read of [30, 20, 10]) await bench.update(units(read))
    const before = await bench.throughput()
    bench.clock.advance(minute)
    assert.match(await bench.refusal(units(9)), /^LimitExceeded/)
    assert.deepEqual(await bench.throughput(), before)
  })
})

describe('the billing mode', () => {
  const noon = Date.UTC(2026, 1, 22, 12)
  const tooOften =
    'LimitExceededException: Subscriber limit exceeded: Update to PayPerRequest mode are limited to 4 times in 1 day(s). '
  const priced = { ...provisioned(5), ...index('by-g', units(5)) }

  it('becomes on-demand four times in 24 hours', async () => {
    const bench = await new Bench(noon).create(units(5))
    for (let time = 0; time < 4; time++) {
      await bench.update(onDemand)
      await bench.update(priced)
      bench.clock.advance(hour)
    }
    const next =
      'Last update at Sun Feb 22 15:00:00 UTC 2026. Next update can be made at Mon Feb 23 12:00:00 UTC 2026'
    assert.equal(await bench.refusal(onDemand), `${tooOften}${next}`)
    bench.clock.advance(20 * hour - 1)
    assert.match(await bench.refusal(onDemand), /^LimitExceeded/)
    bench.clock.advance(1)
    assert.equal(await bench.refusal(onDemand), 'accepted')
    await bench.update(priced)
    assert.match(await bench.refusal(onDemand), /made at Mon Feb 23 13:00:00 UTC 2026$/)
  })

  it('has three times left if the table was created so, and the same mode is free', async () => {
    const bench = await new Bench(noon).create(onDemand)
    for (let time = 0; time < 3; time++) {
      await bench.update(onDemand)
      await bench.update(priced)
      await bench.update(onDemand)
    }
    await bench.update(priced)
    assert.match(await bench.refusal(onDemand), /^LimitExceeded/)
  })

  it('counts as a decrease of each index, however often it fell, and not of the table', async () => {
    const bench = await new Bench(noon).create(units(50))
    for (const read of [40, 30, 20, 10]) await bench.update(index('by-g', units(read)))
    bench.clock.advance(minute)
    await bench.update(onDemand)
    const [zero, LastDecreaseDateTime] = [units(0)['ProvisionedThroughput'], (noon + minute) / 1000]
    const released = { ...(zero as Json), LastDecreaseDateTime, NumberOfDecreasesToday: 5 }
    assert.deepEqual(await bench.indexThroughput(), released)
    assert.deepEqual(await bench.throughput(), { ...(zero as Json), NumberOfDecreasesToday: 0 })
    bench.clock.advance(minute)
    await bench.update(priced)
    assert.deepEqual(await bench.indexThroughput(), {
      LastIncreaseDateTime: (noon + 2 * minute) / 1000,
      LastDecreaseDateTime,
      NumberOfDecreasesToday: 5,
      ReadCapacityUnits: 5,
      WriteCapacityUnits: 5,
    })
    assert.match(await bench.refusal(index('by-g', units(4))), /Number of decreases today: 5\./)
  })

  it('keeps the count of the table on the way there and back', async () => {
    const bench = await new Bench(noon).create(units(50))
    for (const read of [40, 30, 20, 10]) await bench.update(units(read))
    const before = await bench.throughput()
    await bench.update(onDemand)
    await bench.update({ ...provisioned(10), ...index('by-g', units(5)) })
    assert.deepEqual(await bench.throughput(), before)
    assert.match(await bench.refusal(units(9)), /Number of decreases today: 4\./)
  })

  it('shows the new mode at once, and the time when it is settled', async () => {
    const bench = await new Bench(noon, second).create(units(5))
    bench.clock.advance(second)
    const summary = async () => (await bench.table())['BillingModeSummary']
    const PAY_PER_REQUEST = { BillingMode: 'PAY_PER_REQUEST' }
    assert.deepEqual((await bench.update(onDemand))['BillingModeSummary'], PAY_PER_REQUEST)
    assert.deepEqual(await summary(), PAY_PER_REQUEST)
    bench.clock.advance(second)
    const settled = { LastUpdateToPayPerRequestDateTime: (noon + second) / 1000 }
    assert.deepEqual(await summary(), { ...PAY_PER_REQUEST, ...settled })
  })

  it('drops the way back while the table becomes provisioned', async () => {
    const bench = await new Bench(noon, second).create(onDemand)
    bench.clock.advance(second)
    await bench.update(priced)
    const answer = await bench.update(onDemand)
    assert.equal(answer['TableStatus'], 'UPDATING')
    assert.deepEqual(answer['BillingModeSummary'], { BillingMode: 'PAY_PER_REQUEST' })
    assert.equal((answer['ProvisionedThroughput'] as Json)['ReadCapacityUnits'], 0)
    assert.match(await bench.refusal(priced), /Table IOPS are currently being updated/)
    bench.clock.advance(second)
    const { TableStatus, BillingModeSummary } = await bench.table()
    assert.equal(TableStatus, 'ACTIVE')
    assert.equal((BillingModeSummary as Json)['BillingMode'], 'PROVISIONED')
    assert.equal((await bench.throughput())['ReadCapacityUnits'], 5)
  })
})

describe('the class of a table', () => {
  it('changes twice in 30 days', async () => {
    const bench = await new Bench(0).create(onDemand)
    const [rare, usual] = ['STANDARD_INFREQUENT_ACCESS', 'STANDARD'].map((TableClass) => ({
      TableClass,
    }))
    await bench.update(rare!)
    bench.clock.advance(day)
    await bench.update(usual!)
    await bench.update(usual!)
    const refused =
      'LimitExceededException: Subscriber limit exceeded: Updates to TableClass are limited to 2 times in 30 day(s).'
    assert.equal(await bench.refusal(rare!), refused)
    bench.clock.advance(29 * day - 1)
    assert.equal(await bench.refusal(rare!), refused)
    bench.clock.advance(1)
    assert.equal(await bench.refusal(rare!), 'accepted')
    assert.equal(await bench.refusal(usual!), refused)
  })
})

describe('warm throughput that is being raised', () => {
  const warm = (ReadUnitsPerSecond: number, WriteUnitsPerSecond: number): Json => ({
    WarmThroughput: { ReadUnitsPerSecond, WriteUnitsPerSecond },
  })
  const shown = (read: number, write: number, Status: string): Json => ({
    ...(warm(read, write)['WarmThroughput'] as Json),
    Status,
  })

  it('of a table shows what it was until it is done', async () => {
    const bench = await new Bench(0, second).create(onDemand)
    bench.clock.advance(second)
    const answer = await bench.update(warm(13000, 5000))
    assert.equal(answer['TableStatus'], 'ACTIVE')
    assert.deepEqual(answer['WarmThroughput'], shown(12000, 4000, 'UPDATING'))
    assert.deepEqual((await bench.table())['WarmThroughput'], shown(12000, 4000, 'UPDATING'))
    bench.clock.advance(second)
    assert.deepEqual((await bench.table())['WarmThroughput'], shown(13000, 5000, 'ACTIVE'))
    assert.match(await bench.refusal(warm(12999, 5000)), /is lower than current WarmThroughput/)
    await bench.update(warm(13000, 5000))
    assert.deepEqual((await bench.table())['WarmThroughput'], shown(13000, 5000, 'UPDATING'))
  })

  it('keeps a table from being deleted', async () => {
    for (const change of [warm(13000, 5000), index('by-g', warm(13000, 5000))]) {
      const bench = await new Bench(0, second).create(onDemand)
      bench.clock.advance(second)
      await bench.update(change)
      bench.clock.advance(second - 1)
      assert.match(
        await bench.deletion(),
        /^ResourceInUseException: .*in the process of being updated\.$/,
      )
      bench.clock.advance(1)
      assert.equal(await bench.deletion(), 'accepted')
    }
  })

  it('is what was asked for last', async () => {
    const bench = await new Bench(0, second).create(onDemand)
    bench.clock.advance(second)
    await bench.update(warm(13000, 5000))
    await bench.update(warm(14000, 6000))
    await bench.update({ DeletionProtectionEnabled: false })
    await bench.update(warm(12000, 4000))
    assert.match(await bench.refusal(warm(11999, 4000)), /is lower than current WarmThroughput/)
    await bench.update(warm(15000, 4000))
    assert.deepEqual((await bench.table())['WarmThroughput'], shown(12000, 4000, 'UPDATING'))
    bench.clock.advance(second)
    assert.deepEqual((await bench.table())['WarmThroughput'], shown(15000, 4000, 'ACTIVE'))
  })

  it('of an index leaves the index ACTIVE', async () => {
    const bench = await new Bench(0, second).create(onDemand)
    bench.clock.advance(second)
    await bench.update(index('by-g', warm(12001, 4001)))
    const { IndexStatus, WarmThroughput } = await bench.index()
    assert.equal(IndexStatus, 'ACTIVE')
    assert.deepEqual(WarmThroughput, shown(12000, 4000, 'UPDATING'))
    bench.clock.advance(second)
    assert.deepEqual((await bench.index())['WarmThroughput'], shown(12001, 4001, 'ACTIVE'))
  })
})
