/** Point-in-time recovery over time: which moments can be restored, and what of the log is kept. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { recoveryPeriodDaysMax } from '../model/limits.js'
import { changeLogRange, logReaderRange } from '../storage/change-keys.js'
import { systemSpace } from '../storage/engine.js'
import { VirtualClock } from '../stdx/clock.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { hourMs, StreamBench } from './streams-suite.js'

const dayMs = 24 * hourMs

interface Window {
  readonly EarliestRestorableDateTime: number
  readonly LatestRestorableDateTime: number
}

type Ask = (operation: string, input: Json) => Promise<Json>

async function recover(ask: Ask, enabled: boolean, days?: number): Promise<void> {
  const setting = { PointInTimeRecoveryEnabled: enabled, RecoveryPeriodInDays: days }
  const request = { TableName: 'things', PointInTimeRecoverySpecification: setting }
  await ask('UpdateContinuousBackups', request)
}

/** In seconds since a start. */
async function windowOf(ask: Ask, startMs: number): Promise<readonly number[]> {
  const answer = await ask('DescribeContinuousBackups', { TableName: 'things' })
  const description = answer['ContinuousBackupsDescription'] as Json
  const bounds = description['PointInTimeRecoveryDescription'] as Window
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } = bounds
  return [from - startMs / 1000, to - startMs / 1000]
}

const daySeconds = dayMs / 1000

async function opened(recoveryDelayMs = 0, tableTransitionMs = 0) {
  const clock = new VirtualClock()
  const startMs = clock.now()
  const { ask } = openTestDatabase(await openTestEngine(), {
    clock,
    recoveryDelayMs,
    tableTransitionMs,
  })
  await ask('CreateTable', {
    TableName: 'things',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  return { ask, clock, window: () => windowOf(ask, startMs) }
}

describe('the moments that can be restored', () => {
  it('reach from the moment that recovery was turned on, or the period, to now', async () => {
    const { ask, clock, window } = await opened()
    await recover(ask, true)
    clock.advance(60_500)
    assert.deepEqual(await window(), [0, 60])
    clock.advance(recoveryPeriodDaysMax * dayMs)
    assert.deepEqual(await window(), [60, 60 + recoveryPeriodDaysMax * daySeconds])
  })

  it('end some time before now if the server was started so', async () => {
    const { ask, clock, window } = await opened(300_000)
    clock.advance(1000)
    await recover(ask, true)
    assert.deepEqual(await window(), [1, 1])
    clock.advance(299_000)
    assert.deepEqual(await window(), [1, 1])
    clock.advance(2000)
    assert.deepEqual(await window(), [1, 2])
  })

  it('become fewer at once with a shorter period, and not more at once with a longer one', async () => {
    const { ask, clock, window } = await opened()
    await recover(ask, true)
    clock.advance(10 * dayMs)
    await recover(ask, true, 2)
    assert.deepEqual(await window(), [8 * daySeconds, 10 * daySeconds])
    await recover(ask, true, 5)
    assert.deepEqual(await window(), [8 * daySeconds, 10 * daySeconds])
    clock.advance(2 * dayMs)
    assert.deepEqual(await window(), [8 * daySeconds, 12 * daySeconds])
    clock.advance(2 * dayMs)
    assert.deepEqual(await window(), [9 * daySeconds, 14 * daySeconds])
  })

  it('begin again when recovery is turned off and on', async () => {
    const { ask, clock, window } = await opened()
    await recover(ask, true)
    clock.advance(dayMs)
    await recover(ask, false)
    await recover(ask, true)
    assert.deepEqual(await window(), [daySeconds, daySeconds])
  })
})

describe('continuous backups', () => {
  it('are not found while the table is deleted', async () => {
    const { ask, clock } = await opened(0, 1000)
    clock.advance(1000)
    await recover(ask, true)
    await ask('DeleteTable', { TableName: 'things' })
    const missing = { type: 'TableNotFoundException', message: 'Table not found: things' }
    await assert.rejects(ask('DescribeContinuousBackups', { TableName: 'things' }), missing)
    await assert.rejects(recover(ask, false), missing)
  })
})

describe('a table with a stream and recovery', () => {
  const oneShard: Json = {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
  }

  it('shows a day of changes in its stream, and keeps the period', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    await recover(bench.ask.bind(bench), true, 3)
    const [shard] = await bench.shards(arn)
    const entries = async () => {
      const { changes } = await bench.database.catalog.requireTable(scope, 'things')
      const range = { from: Buffer.alloc(1), to: Buffer.alloc(8, 0xff), entriesMax: 1000 }
      const [page] = await bench.engine.read([{ kind: 'range', space: changes!.space, ...range }])
      return page.entries.length
    }
    for (let hour = 0; hour < 48; hour++) {
      await bench.put('things', `at-${hour}`)
      bench.clock.advance(hourMs)
      await bench.keep()
    }
    const expected = Array.from({ length: 24 }, (_, i) => `at-${25 + i}`).slice(0, 23)
    assert.deepEqual(await bench.namesInStream(arn), expected)
    assert.equal(await entries(), 48)
    const start = { ShardIteratorType: 'TRIM_HORIZON' }
    await assert.rejects(bench.iterator(arn, shard!.ShardId, start), /not found|shard/i)
    bench.clock.advance(3 * dayMs)
    await bench.keep()
    assert.equal(await entries(), 23)
  })

  it('refuses an old position in a shard that it still shows', async () => {
    const bench = new StreamBench(await openTestEngine(), { shardDurationMs: 100 * dayMs })
    const arn = await bench.createTable('things', oneShard)
    await recover(bench.ask.bind(bench), true, 3)
    const [shard] = await bench.shards(arn)
    for (const name of ['a', 'b', 'c', 'd']) {
      await bench.put('things', name)
      bench.clock.advance(10 * hourMs)
    }
    const start = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' }
    const { SequenceNumberRange } = shard!
    const SequenceNumber = SequenceNumberRange.StartingSequenceNumber
    const early = await bench.iterator(arn, shard!.ShardId, { ...start, SequenceNumber })
    assert.equal((await bench.records(early)).records.length, 4)
    await bench.keep()
    await assert.rejects(bench.records(early), /trimmed/)
    assert.deepEqual(await bench.namesIn(arn, shard!.ShardId), ['c', 'd'])
  })
})

describe('a table whose recovery was turned off', () => {
  it('keeps its log for a day, and no reader', async () => {
    const bench = new StreamBench(await openTestEngine())
    await bench.createTable('things', { StreamSpecification: undefined })
    const count = async () => {
      const logs = {
        kind: 'range',
        space: systemSpace,
        ...changeLogRange(),
        entriesMax: 9,
      } as const
      const readers = { ...logs, ...logReaderRange() } as const
      const pages = await bench.engine.read([logs, readers])
      return pages.map(({ entries }) => entries.length)
    }
    await recover(bench.ask.bind(bench), true)
    await bench.put('things', 'a')
    bench.clock.advance(5 * dayMs)
    await recover(bench.ask.bind(bench), false)
    await bench.keep()
    assert.deepEqual(await count(), [1, 1])
    bench.clock.advance(dayMs)
    for (let i = 0; i < 3; i++) await bench.keep()
    assert.deepEqual(await count(), [0, 0])
    await bench.put('things', 'b')
  })
})

const scope = { account: '000000000000', region: 'us-east-1' }
