/**
 * Streams over time: shards that roll over and are split, records and streams that become too old.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { trimBatchEntriesMax } from '../changes/limits.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { allStreams, changeLogRange, changeShardRange } from '../storage/change-keys.js'
import { memoryEngine, openTestEngine } from '../../test/support/engines.js'
import type { Json } from './database-suite.js'
import { hourMs, StreamBench, type ShardShape } from './streams-suite.js'

const oneShard: Json = {
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
}
const horizon: Json = { ShardIteratorType: 'TRIM_HORIZON' }
const latest: Json = { ShardIteratorType: 'LATEST' }
const disabled: Json = { StreamSpecification: { StreamEnabled: false } }
const enabled: Json = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
}

const refusal = (type: string, message: string) => (error: unknown) => {
  assert.deepEqual([(error as { type: string }).type, (error as Error).message], [type, message])
  return true
}
const trimmed = refusal(
  'TrimmedDataAccessException',
  'The data you are trying to access has been trimmed',
)

describe('shards', () => {
  it('roll over after four hours: the parent ends, its child begins, nothing is lost', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    await bench.put('things', 'a')
    bench.clock.advance(4 * hourMs - 1)
    await bench.keep()
    assert.equal((await bench.shards(arn)).length, 1)
    bench.clock.advance(1)
    await bench.keep()
    await bench.put('things', 'b')
    const [parent, child] = await bench.shards(arn)
    assert.equal(child?.ParentShardId, parent?.ShardId)
    assert.equal(parent?.ParentShardId, undefined)
    assert.equal(child?.SequenceNumberRange.EndingSequenceNumber, undefined)
    const ending = BigInt(parent!.SequenceNumberRange.EndingSequenceNumber!)
    assert.ok(ending < BigInt(child!.SequenceNumberRange.StartingSequenceNumber))
    assert.deepEqual(await bench.namesIn(arn, parent!.ShardId), ['a'])
    assert.deepEqual(await bench.namesIn(arn, child!.ShardId), ['b'])
  })

  it('roll over when they are full, each separately', async () => {
    const bench = new StreamBench(await openTestEngine(), { shardEntriesMax: 3 })
    const arn = await bench.createTable('things')
    for (const v of ['1', '2', '3']) await bench.put('things', 'a', { v: { N: v } })
    await bench.keep()
    const shards = await bench.shards(arn)
    assert.equal(shards.length, 5)
    assert.equal(shards.filter(({ ParentShardId }) => ParentShardId !== undefined).length, 1)
  })

  it('end with the last record once they are closed, also for a reader that waited', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    const [shard] = await bench.shards(arn)
    const waiting = await bench.iterator(arn, shard!.ShardId, latest)
    await bench.put('things', 'a')
    bench.clock.advance(4 * hourMs)
    await bench.keep()
    await bench.put('things', 'b')
    const fresh = await bench.iterator(arn, shard!.ShardId, horizon)
    const { records, next } = await bench.records(fresh)
    assert.deepEqual(
      records.map(({ dynamodb }) => dynamodb.Keys.pk.S),
      ['a'],
    )
    assert.equal(next, undefined)
    await assert.rejects(
      bench.records(waiting),
      refusal('ExpiredIteratorException', 'The shard iterator has expired'),
    )
    const atEnd = await bench.iterator(arn, shard!.ShardId, latest)
    assert.deepEqual(await bench.records(atEnd), { records: [], next: undefined })
  })

  it('are split when throughput is raised: children share the range of the parent', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    const names = Array.from({ length: 40 }, (_, i) => `item-${i}`)
    for (const name of names) await bench.put('things', name)
    await bench.ask('UpdateTable', {
      TableName: 'things',
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 2000 },
    })
    for (const name of names) await bench.put('things', name, { v: { N: '2' } })
    const [parent, ...children] = await bench.shards(arn)
    assert.equal(children.length, 4)
    assert.ok(children.every(({ ParentShardId }) => ParentShardId === parent!.ShardId))
    const ending = BigInt(parent!.SequenceNumberRange.EndingSequenceNumber!)
    for (const { SequenceNumberRange } of children) {
      assert.ok(BigInt(SequenceNumberRange.StartingSequenceNumber) > ending)
    }
    const after = await Promise.all(children.map(({ ShardId }) => bench.namesIn(arn, ShardId)))
    assert.deepEqual(after.flat().sort(), [...names].sort())
    assert.ok(after.every((part) => part.length > 0))
    const filtered = await bench.shards(arn, {
      ShardFilter: { Type: 'CHILD_SHARDS', ShardId: parent!.ShardId },
    })
    assert.deepEqual(filtered, children)
  })

  it('have new ids and increasing times, however quickly streams begin and end', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arns = [await bench.createTable('things', oneShard)]
    for (let i = 0; i < 3; i++) {
      await bench.ask('UpdateTable', { TableName: 'things', ...disabled })
      await bench.ask('UpdateTable', { TableName: 'things', ...enabled })
      const { Table } = await bench.ask('DescribeTable', { TableName: 'things' })
      arns.push((Table as { LatestStreamArn: string }).LatestStreamArn)
    }
    await bench.ask('DeleteTable', { TableName: 'things' })
    arns.push(await bench.createTable('things'))
    assert.equal(new Set(arns).size, 5)
    const { Streams } = await bench.ask('ListStreams', { TableName: 'things' })
    const listed = (Streams as { StreamArn: string }[]).map(({ StreamArn }) => StreamArn)
    assert.deepEqual(listed, arns)
  })
})

describe('listings', () => {
  it('of shards have a hundred to a page, and continue after any of them', async () => {
    const bench = new StreamBench(memoryEngine(), { shardDurationMs: 1 })
    const arn = await bench.createTable('things', oneShard)
    for (let i = 0; i < 100; i++) {
      bench.clock.advance(1)
      await bench.keep()
    }
    const describe = async (rest: Json) => {
      const { StreamDescription } = await bench.ask('DescribeStream', { StreamArn: arn, ...rest })
      return StreamDescription as { Shards: ShardShape[]; LastEvaluatedShardId?: string }
    }
    const first = await describe({})
    assert.equal(first.Shards.length, 100)
    const start = first.LastEvaluatedShardId
    assert.equal(start, first.Shards.at(-1)!.ShardId)
    const second = await describe({ ExclusiveStartShardId: start })
    assert.deepEqual([second.Shards.length, second.LastEvaluatedShardId], [1, undefined])
    const all = [...first.Shards, ...second.Shards]
    assert.ok(all.every(({ ParentShardId }, i) => ParentShardId === all[i - 1]?.ShardId))
    const middle = await describe({ ExclusiveStartShardId: all[49]!.ShardId, Limit: 2 })
    assert.deepEqual(middle.Shards, all.slice(50, 52))
  })

  it('of streams have a hundred to a page', async () => {
    const bench = new StreamBench(memoryEngine())
    await bench.createTable('things', oneShard)
    for (let i = 0; i < 100; i++) {
      await bench.ask('UpdateTable', { TableName: 'things', ...disabled })
      await bench.ask('UpdateTable', { TableName: 'things', ...enabled })
    }
    const first = await bench.ask('ListStreams', {})
    assert.equal((first['Streams'] as unknown[]).length, 100)
    const ExclusiveStartStreamArn = first['LastEvaluatedStreamArn']
    const second = await bench.ask('ListStreams', { ExclusiveStartStreamArn })
    assert.equal((second['Streams'] as unknown[]).length, 1)
    assert.equal('LastEvaluatedStreamArn' in second, false)
  })
})

describe('iterators', () => {
  it('are valid for fifteen minutes, any number of times', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    await bench.put('things', 'a')
    const [shard] = await bench.shards(arn)
    const iterator = await bench.iterator(arn, shard!.ShardId, horizon)
    const first = await bench.records(iterator)
    bench.clock.advance(15 * 60_000 - 1)
    assert.deepEqual((await bench.records(iterator)).records, first.records)
    bench.clock.advance(1)
    await assert.rejects(
      bench.records(iterator),
      refusal('ExpiredIteratorException', 'The shard iterator has expired'),
    )
  })
})

describe('retention', () => {
  const check = (name: string, test: (engine: Engine) => Promise<void>) => {
    it(name, async () => test(await openTestEngine()))
  }

  check('deletes records after 24 hours and reports it to late readers', async (engine) => {
    const bench = new StreamBench(engine, { shardDurationMs: 48 * hourMs })
    const arn = await bench.createTable('things', oneShard)
    await bench.put('things', 'a')
    const [shard] = await bench.shards(arn)
    const all = await bench.records(await bench.iterator(arn, shard!.ShardId, horizon))
    bench.clock.advance(hourMs)
    await bench.put('things', 'b')
    bench.clock.advance(23 * hourMs - 1)
    await bench.keep()
    assert.deepEqual(await bench.namesIn(arn, shard!.ShardId), ['a', 'b'])
    const early = await bench.iterator(arn, shard!.ShardId, horizon)
    bench.clock.advance(1)
    await bench.keep()
    await assert.rejects(bench.records(early), trimmed)
    assert.deepEqual(await bench.namesIn(arn, shard!.ShardId), ['b'])
    const SequenceNumber = all.records[0]!.dynamodb.SequenceNumber
    const at = { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber }
    await assert.rejects(bench.iterator(arn, shard!.ShardId, at), trimmed)
    const after = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber }
    const next = await bench.records(await bench.iterator(arn, shard!.ShardId, after))
    assert.deepEqual(
      next.records.map(({ dynamodb }) => dynamodb.Keys.pk.S),
      ['b'],
    )
  })

  check('works in bounded steps', async (engine) => {
    const bench = new StreamBench(engine)
    const arn = await bench.createTable('things', oneShard)
    const count = trimBatchEntriesMax + 1
    for (let i = 0; i < count; i++) await bench.put('things', `item-${i}`)
    bench.clock.advance(24 * hourMs)
    assert.equal(await bench.upkeep.step(), true)
    assert.equal((await bench.namesInStream(arn)).length, 1)
    await bench.keep()
    assert.equal((await bench.namesInStream(arn)).length, 0)
  })

  check('deletes closed shards, and still shows their children', async (engine) => {
    const bench = new StreamBench(engine)
    const arn = await bench.createTable('things', oneShard)
    await bench.put('things', 'a')
    const [parent] = await bench.shards(arn)
    bench.clock.advance(4 * hourMs)
    await bench.keep()
    bench.clock.advance(24 * hourMs - 1)
    await bench.keep()
    assert.equal((await bench.shards(arn))[0]?.ShardId, parent!.ShardId)
    bench.clock.advance(1)
    await bench.keep()
    const [oldest] = await bench.shards(arn)
    assert.equal(oldest?.ParentShardId, parent!.ShardId)
    await assert.rejects(
      bench.iterator(arn, parent!.ShardId, horizon),
      refusal('ResourceNotFoundException', 'Requested resource not found: Shard does not exist'),
    )
  })

  check('keeps a disabled stream and that of a deleted table for 24 hours', async (engine) => {
    const bench = new StreamBench(engine)
    const one = await bench.createTable('one', oneShard)
    await bench.put('one', 'a')
    await bench.ask('UpdateTable', { TableName: 'one', ...disabled })
    await bench.put('one', 'unheard')
    const other = await bench.createTable('other', oneShard)
    await bench.put('other', 'b')
    await bench.ask('DeleteTable', { TableName: 'other' })
    bench.clock.advance(24 * hourMs - 1)
    await bench.keep()
    assert.deepEqual(await bench.namesInStream(one), ['a'])
    assert.deepEqual(await bench.namesInStream(other), ['b'])
    const listed = await bench.ask('ListStreams', {})
    assert.equal((listed['Streams'] as unknown[]).length, 2)
    bench.clock.advance(1)
    assert.deepEqual(await bench.namesInStream(one), ['a'], 'no clock hides a stream')
    await bench.keep()
    for (const arn of [one, other]) {
      await assert.rejects(
        bench.shards(arn),
        refusal(
          'ResourceNotFoundException',
          `Requested resource not found: Stream: ${arn} not found`,
        ),
      )
    }
    assert.deepEqual(await bench.ask('ListStreams', {}), { Streams: [] })
    await bench.keep()
    assert.deepEqual(await leftovers(engine), [0, 0, 0])
  })

  check('answers a reader whose log was deleted', async (engine) => {
    const bench = new StreamBench(engine)
    const arn = await bench.createTable('things', oneShard)
    await bench.put('things', 'a')
    await bench.ask('DeleteTable', { TableName: 'things' })
    bench.clock.advance(24 * hourMs - 60_000)
    const [shard] = await bench.shards(arn)
    const iterator = await bench.iterator(arn, shard!.ShardId, horizon)
    bench.clock.advance(2 * 60_000)
    await bench.keep()
    await bench.keep()
    await assert.rejects(
      bench.records(iterator),
      refusal(
        'ResourceNotFoundException',
        `Requested resource not found: Stream: ${arn} not found`,
      ),
    )
  })
})

describe('the state of a stream', () => {
  it('follows the clock while its table is created, updated and deleted', async () => {
    const bench = new StreamBench(await openTestEngine(), {}, 1000)
    const arn = await bench.createTable('things')
    const status = async () => {
      const { StreamDescription } = await bench.ask('DescribeStream', { StreamArn: arn })
      return (StreamDescription as { StreamStatus: string }).StreamStatus
    }
    assert.equal(await status(), 'ENABLING')
    bench.clock.advance(1000)
    assert.equal(await status(), 'ENABLED')
    await bench.ask('UpdateTable', { TableName: 'things', ...disabled })
    assert.equal(await status(), 'DISABLING')
    bench.clock.advance(1000)
    assert.equal(await status(), 'DISABLED')
  })

  it('waits for no clock that went back, and comes back with none once it was settled', async () => {
    const bench = new StreamBench(await openTestEngine(), {}, 1000)
    const arn = await bench.createTable('things')
    const statusAt = async (byMs: number) => {
      bench.clock.advance(byMs)
      const { StreamDescription } = await bench.ask('DescribeStream', { StreamArn: arn })
      bench.clock.advance(-byMs)
      return (StreamDescription as { StreamStatus: string }).StreamStatus
    }
    assert.equal(await statusAt(-1000), 'ENABLING')
    assert.equal(await statusAt(-hourMs), 'ENABLED')
    bench.clock.advance(1000)
    await bench.keep()
    assert.equal(await statusAt(-1), 'ENABLED')
    await bench.ask('UpdateTable', { TableName: 'things', ...disabled })
    assert.equal(await statusAt(-1000), 'DISABLING')
    assert.equal(await statusAt(-hourMs), 'DISABLED')
    bench.clock.advance(1000)
    await bench.keep()
    assert.equal(await statusAt(-1), 'DISABLED')
    assert.equal(await statusAt(25 * hourMs), 'DISABLED', 'hidden by no clock that is ahead')
  })
})

describe('records written while the clock was back', () => {
  it('have growing numbers and are kept for as long as their shard', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    await bench.put('things', 'a')
    bench.clock.advance(-30 * hourMs)
    await bench.put('things', 'b')
    bench.clock.advance(30 * hourMs)
    await bench.put('things', 'c')
    bench.clock.advance(24 * hourMs - 1)
    await bench.keep()
    assert.deepEqual(await bench.namesInStream(arn), ['a', 'b', 'c'])
    const [{ ShardId } = { ShardId: '' }] = await bench.shards(arn)
    const { records } = await bench.records(await bench.iterator(arn, ShardId, horizon))
    const numbers = records.map(({ dynamodb }) => BigInt(dynamodb.SequenceNumber))
    assert.ok(numbers.every((number, i) => i === 0 || number > numbers[i - 1]!))
  })
})

/** How many streams, logs and closed shards are still in the store. */
async function leftovers(engine: Engine): Promise<readonly number[]> {
  const all = { ...changeShardRange(0), to: changeShardRange(2 ** 31).to }
  const pages = await engine.read(
    [allStreams(), changeLogRange(), all].map((range) => {
      return { kind: 'range', space: systemSpace, ...range, entriesMax: 100 } as const
    }),
  )
  return pages.map(({ entries }) => entries.length)
}
