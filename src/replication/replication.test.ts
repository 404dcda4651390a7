/** Global tables inside a store: what is written in one region arrives in the others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replicationRetentionMs } from '../catalog/limits.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { replicationBatchEntriesMax, replicationPollMs, replicationSkewMsMax } from './limits.js'
import { Regions } from './regions-suite.js'

const [east, west, north] = ['us-east-1', 'us-west-2', 'eu-north-1'] as const

describe('replication inside a store', () => {
  it('brings puts, changes and deletions to every other region', async () => {
    const regions = await Regions.open(east, west, north)
    await regions.put(east, 'a')
    await regions.put(west, 'b')
    await regions.put(north, 'c')
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { a: east, b: west, c: north })
    regions.clock.advance(10)
    await regions.put(west, 'a', { n: { S: '2' }, group: { S: 'g' } })
    await regions.delete(east, 'b')
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { a: `${west} 2`, c: north })
  })

  it('tells how much each region has still to read', async () => {
    const regions = await Regions.open(east, west)
    await regions.settle()
    await regions.putMany(east, 3)
    const told: unknown[] = []
    for await (const { account, fromRegion, toRegion, pending } of regions.replication.desk.all()) {
      told.push([account, fromRegion, toRegion, pending])
    }
    const { account } = await regions.table(east)
    assert.deepEqual(told, [
      [account, west, east, 0],
      [account, east, west, 3],
    ])
  })

  it('lets the later of two writes win everywhere, also if they come at the same time', async () => {
    const regions = await Regions.open(east, west, north)
    await regions.put(west, 'a')
    regions.clock.advance(1)
    await regions.put(east, 'a')
    await regions.put(east, 'same')
    await regions.put(west, 'same')
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { a: east, same: west })
  })

  it('passes nothing on that came from another region', async () => {
    const regions = await Regions.open(east, west, north)
    await regions.putMany(east, 10)
    await regions.settle()
    regions.clock.advance(2_000)
    await regions.settle()
    for (const [to, from] of [
      [west, north],
      [north, west],
      [east, west],
    ] as const) {
      const { positions } = (await regions.cursor(to, from))!
      const read = positions.reduce((sum, { next }) => sum + next - 1, 0)
      assert.equal(read, 10, 'each member logs what it applied, once')
    }
    assert.equal((await regions.tombstones(east)) + (await regions.tombstones(west)), 0)
  })

  it('has an end: once all is there, nothing is written any more', async () => {
    const regions = await Regions.open(east, west)
    await regions.put(east, 'a')
    await regions.pass(30_000)
    const engine = regions.engine as { transact: unknown }
    engine.transact = () => assert.fail('nothing is left to write')
    await regions.pass(120_000, 10_000)
  })

  it('works through more than a batch, and goes on after a crash at any point', async () => {
    const regions = await Regions.open(east, west)
    const count = 2 * replicationBatchEntriesMax + 7
    await regions.putMany(east, count)
    const { engine } = regions
    const transact = engine.transact.bind(engine)
    let writes = 0
    // Every second transaction is lost with the process, before or after it was stored.
    engine.transact = async (transaction) => {
      const fails = writes++ % 2 === 1
      if (fails && writes % 4 === 0) throw new Error('killed before')
      const result = await transact(transaction)
      if (fails) throw new Error('killed after')
      return result
    }
    for (let step = 0; step < 200; step++) {
      await regions.step().catch(() => undefined)
      regions.clock.advance(20_000)
      regions.restart()
    }
    engine.transact = transact
    regions.restart()
    await regions.settle()
    assert.equal(Object.keys(await regions.requireEqual()).length, count)
  })

  it('waits while it is paused, and then goes on where it was', async () => {
    const regions = await Regions.open(east, west)
    const direction = { fromRegion: east, toRegion: west }
    await regions.control({ ...direction, isPaused: true })
    await regions.put(east, 'a')
    await regions.put(west, 'b')
    await regions.settle()
    assert.deepEqual(await regions.contents(west), { b: west })
    assert.deepEqual(await regions.contents(east), { a: east, b: west })
    await regions.control({ ...direction, isPaused: false })
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { a: east, b: west })
  })

  it('applies changes as late as it was told', async () => {
    const regions = await Regions.open(east, west)
    await regions.control({ fromRegion: east, toRegion: west, isPaused: false, delayMs: 300 })
    const madeAtMs = regions.clock.now()
    await regions.put(east, 'a')
    regions.replication.job.look()
    // What other servers of a shared store have written is looked for sooner.
    const restMs = regions.engine.shared ? replicationPollMs : 300
    assert.equal(await regions.step(), madeAtMs + restMs)
    regions.clock.advance(299)
    await regions.settle()
    assert.deepEqual(await regions.contents(west), {})
    regions.clock.advance(1)
    await regions.settle()
    assert.deepEqual(await regions.contents(west), { a: east })
  })

  it('holds a change that is stamped too far in the future until that is near', async () => {
    const regions = await Regions.open(east, west)
    const aheadMs = 60_000
    await regions.put(west, 'b')
    regions.setClock(east, { now: () => regions.clock.now() + aheadMs })
    await regions.put(east, 'a')
    await regions.settle()
    assert.deepEqual(await regions.contents(west), { b: west })
    const held = regions.said.filter(([message]) => message.includes('ahead'))
    assert.deepEqual(held, [
      [
        'replication waits: the clock of the other region is ahead',
        { table: 'shared', from: east, to: west, aheadMs },
      ],
    ])
    regions.clock.advance(aheadMs - replicationSkewMsMax - 1)
    await regions.settle()
    assert.deepEqual(await regions.contents(west), { b: west })
    regions.clock.advance(1)
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { a: east, b: west })
  })

  it('copies a region again whose changes were kept for too short a time', async () => {
    const regions = await Regions.open(east, west)
    await regions.put(east, 'kept')
    await regions.put(east, 'deleted')
    await regions.pass(10_000)
    await regions.control({ fromRegion: east, toRegion: west, isPaused: true })
    await regions.put(east, 'missed')
    await regions.delete(east, 'deleted')
    regions.clock.advance(1)
    await regions.put(west, 'deleted')
    await regions.settle()
    const upkeep = new ChangeUpkeep(regions.engine, regions.clock)
    regions.clock.advance(replicationRetentionMs + 5 * 60 * 60 * 1000)
    while (await upkeep.step());
    await regions.put(east, 'later')
    await regions.control({ fromRegion: east, toRegion: west, isPaused: false })
    await regions.settle()
    const again = regions.said.filter(([message]) => message === 'replica copies again')
    assert.equal(again.length, 1)
    const all = { kept: east, deleted: west, missed: east, later: east }
    assert.deepEqual(await regions.requireEqual(), all)
  })
})
