/** Following streams: order, batches, parallel batches, lineage, restarts, and streams that end and begin. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { UpkeepSettings } from '../changes/upkeep.js'
import { GuardBroken } from '../storage/errors.js'
import { openTestEngine } from '../../test/support/engines.js'
import type { Invocation } from '../triggers/invocation.js'
import { failure, FollowBench, success } from './follow-suite.js'

const oneShard = {
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
}

async function open(settings: Partial<UpkeepSettings> = {}): Promise<FollowBench> {
  const opened: FollowBench[] = []
  // Before the engine is closed.
  after(() => opened[0]?.stop())
  const bench = new FollowBench(await openTestEngine(), settings)
  opened.push(bench)
  return bench
}

async function putAll(bench: FollowBench, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [pk, v] = name.split(':')
    await bench.put('things', pk!, v === undefined ? {} : { v: { N: v } })
  }
}

describe('a trigger', () => {
  it('is called with earlier writes, from the horizon, and with later ones', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a', 'b')
    void bench.follow()
    await bench.untilCalledWith(2)
    await putAll(bench, 'c')
    await bench.untilCalledWith(3)
    assert.deepEqual(bench.names, ['a', 'b', 'c'])
  })

  it('starts with new writes, if so configured, and remembers that over a restart', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a', 'b')
    void bench.follow({ StartingPosition: 'LATEST' })
    await bench.time.until(() => bench.status.startsWith('follows'))
    await bench.stop()
    await putAll(bench, 'c')
    void bench.follow({ StartingPosition: 'LATEST' })
    await bench.untilCalledWith(1)
    assert.deepEqual(bench.names, ['c'])
  })

  it('gets batches of its size, in order', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a', 'b', 'c', 'd', 'e')
    void bench.follow({ BatchSize: 2 })
    await bench.untilCalledWith(5)
    assert.deepEqual(
      bench.calls.map(({ names }) => names),
      [['a', 'b'], ['c', 'd'], ['e']],
    )
  })

  it('waits for its window to be over, or for the batch to be full', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    void bench.follow({ BatchSize: 3, MaximumBatchingWindowInSeconds: 60 })
    await putAll(bench, 'a')
    await bench.rest()
    assert.deepEqual(bench.names, [])
    await putAll(bench, 'b', 'c')
    await bench.untilCalledWith(3)
    await putAll(bench, 'd')
    await bench.time.until(() => bench.names.length === 4, 1000)
    assert.deepEqual(
      bench.calls.map(({ names }) => names),
      [['a', 'b', 'c'], ['d']],
    )
  })

  it('is not called with what its filters leave out, which counts as processed', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    const Filters = [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"x"}]}}}}' }]
    await putAll(bench, 'a', 'xa', 'b', 'xb', 'c')
    void bench.follow({ FilterCriteria: { Filters } })
    await bench.untilCalledWith(2)
    assert.deepEqual(bench.names, ['xa', 'xb'])
    const followed = (await bench.positions.followedBy('subject'))!
    await bench.time.until(async () => {
      const positions = await bench.positions.inStream('subject', followed.label)
      return [...positions.values()][0]?.position === 6
    })
  })

  it('keeps a failing batch at the head of its shard, and skips nothing', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a', 'b', 'c')
    bench.handler = () => (bench.calls.length < 4 ? failure : success)
    void bench.follow({ BatchSize: 1 })
    await bench.time.until(() => bench.names.includes('c'), 200)
    assert.deepEqual(bench.names, ['a', 'a', 'a', 'a', 'b', 'c'])
  })

  it('continues after a restart with the batch that was not done', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a', 'b')
    const before = new FollowBench(bench.engine)
    let release: (outcome: Invocation) => void = () => undefined
    const hanging = new Promise<Invocation>((resolve) => (release = resolve))
    before.handler = ({ names }) => (names[0] === 'b' ? hanging : success)
    void before.follow({ BatchSize: 1 })
    await before.untilCalledWith(2)
    void bench.follow({ BatchSize: 1 })
    await bench.untilCalledWith(1)
    await bench.rest()
    assert.deepEqual(bench.names, ['b'])
    release(failure)
    await before.stop()
  })

  it('processes parents before children while shards roll over, each record once', async () => {
    const bench = await open({ shardEntriesMax: 3 })
    await bench.createTable('things')
    void bench.follow({ BatchSize: 2 })
    const expected: string[] = []
    for (let v = 1; v <= 12; v++) {
      const names = ['a', 'b', 'c', 'd', 'e'].map((pk) => `${pk}:${v}`)
      await putAll(bench, ...names)
      expected.push(...names)
      await bench.keep()
    }
    await bench.untilCalledWith(expected.length)
    await bench.rest()
    assert.deepEqual([...bench.names].sort(), [...expected].sort())
    for (const pk of ['a', 'b', 'c', 'd', 'e']) {
      const own = bench.names.filter((name) => name.startsWith(pk))
      assert.deepEqual(
        own,
        expected.filter((name) => name.startsWith(pk)),
      )
    }
    assert.ok(new Set(bench.calls.map(({ shard }) => shard)).size > 8)
  })

  it('has as many batches of a shard in progress as allowed, and items in order', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    const items = Array.from({ length: 12 }, (_, i) => `i${i}`)
    const names = [1, 2, 3].flatMap((v) => items.map((pk) => `${pk}:${v}`))
    await putAll(bench, ...names)
    let underWay = 0
    let mostUnderWay = 0
    bench.handler = async () => {
      mostUnderWay = Math.max(mostUnderWay, ++underWay)
      await bench.time.pause(100, new AbortController().signal)
      underWay--
      return success
    }
    void bench.follow({ BatchSize: 2, ParallelizationFactor: 3 })
    await bench.untilCalledWith(names.length)
    assert.equal(mostUnderWay, 3)
    assert.equal(bench.names.length, names.length)
    for (const pk of items) {
      const own = bench.names.filter((name) => name.split(':')[0] === pk)
      assert.deepEqual(own, [`${pk}:1`, `${pk}:2`, `${pk}:3`])
    }
  })

  it('waits for its table and for its stream, and then reads the stream from its start', async () => {
    const bench = await open()
    void bench.follow({ StartingPosition: 'LATEST' })
    await bench.time.until(() => bench.status === 'waits: table things does not exist')
    await bench.createTable('things', { StreamSpecification: { StreamEnabled: false } })
    await bench.time.until(() => bench.status === 'waits: table things has no stream')
    await bench.stop()
    await bench.ask('UpdateTable', { TableName: 'things', StreamSpecification: stream })
    await putAll(bench, 'a')
    void bench.follow({ StartingPosition: 'LATEST' })
    await bench.untilCalledWith(1)
    assert.deepEqual(bench.names, ['a'])
  })

  it('finishes a stream that was disabled, and follows the next from its start', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a')
    void bench.follow({ StartingPosition: 'TRIM_HORIZON' })
    await bench.untilCalledWith(1)
    await bench.stop()
    await putAll(bench, 'b')
    const off = { StreamEnabled: false }
    await bench.ask('UpdateTable', { TableName: 'things', StreamSpecification: off })
    await putAll(bench, 'unseen')
    bench.clock.advance(10)
    await bench.ask('UpdateTable', { TableName: 'things', StreamSpecification: stream })
    await putAll(bench, 'c')
    void bench.follow({ StartingPosition: 'LATEST' })
    await bench.untilCalledWith(3)
    await bench.rest()
    assert.deepEqual(bench.names, ['a', 'b', 'c'])
  })

  it('follows one stream only, if it names one', async () => {
    const bench = await open()
    const arn = await bench.createTable('things', oneShard)
    await putAll(bench, 'a')
    const off = { StreamEnabled: false }
    await bench.ask('UpdateTable', { TableName: 'things', StreamSpecification: off })
    bench.clock.advance(10)
    await bench.ask('UpdateTable', { TableName: 'things', StreamSpecification: stream })
    await putAll(bench, 'b')
    void bench.follow({ EventSourceArn: arn })
    await bench.untilCalledWith(1)
    await bench.time.until(() => bench.status.startsWith('waits'))
    assert.deepEqual(bench.names, ['a'])
  })

  it('starts over if it is pointed at another table', async () => {
    const bench = await open()
    await bench.createTable('others', oneShard)
    await bench.put('others', 'o')
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a')
    void bench.follow({ Table: 'others' })
    await bench.untilCalledWith(1)
    await bench.stop()
    void bench.follow()
    await bench.untilCalledWith(2)
    assert.deepEqual(bench.names, ['o', 'a'])
  })

  it("gives up with its work when that has become another server's", async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    const ended = bench.follow()
    await bench.time.until(() => bench.status.startsWith('follows'))
    bench.fence = () => {
      throw new GuardBroken('lost')
    }
    await putAll(bench, 'a')
    await bench.untilCalledWith(1)
    await assert.rejects(ended, GuardBroken)
  })

  it('is forgotten with its positions', async () => {
    const bench = await open()
    await bench.createTable('things', oneShard)
    await putAll(bench, 'a')
    void bench.follow()
    await bench.untilCalledWith(1)
    await bench.stop()
    const { positions } = bench
    assert.deepEqual(await positions.names(), ['subject'])
    const { label } = (await positions.followedBy('subject'))!
    assert.equal((await positions.inStream('subject', label)).size, 1)
    await positions.forget('subject')
    assert.deepEqual(await positions.names(), [])
    assert.equal((await positions.inStream('subject', label)).size, 0)
  })
})

const stream = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
