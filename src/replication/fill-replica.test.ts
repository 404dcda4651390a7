/** A region that is added to a global table that has items. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replicationBatchEntriesMax, replicationBatchesAtOnceMax } from './limits.js'
import { Regions } from './regions-suite.js'

const [east, west, north] = ['us-east-1', 'us-west-2', 'eu-north-1'] as const

describe('a region that is added', () => {
  it('gets all items while they change, and is complete when it is there', async () => {
    const regions = await Regions.open(east, west)
    const count = replicationBatchEntriesMax * replicationBatchesAtOnceMax + 50
    await regions.putMany(east, count, { group: { S: 'g' } })
    await regions.settle()
    await regions.add(north)
    const phases: string[] = []
    await regions.fill(north, async (step, kind) => {
      phases.push(kind)
      if (step >= 20) return
      regions.clock.advance(5)
      await regions.put(east, `item-${step}`, { n: { S: 'new' } })
      await regions.delete(west, `item-${100 + step}`)
      await regions.put(west, `added-${step}`)
      await regions.settle()
    })
    assert.deepEqual([...new Set(phases)], ['copying', 'copied', 'caught-up'])
    await regions.settle()
    const items = await regions.requireEqual()
    assert.equal(items['item-0'], `${east} new`)
    assert.equal(items['item-100'], undefined)
    assert.equal(items['added-0'], west)
  })

  it('gets what the region it copies has not got yet', async () => {
    const regions = await Regions.open(east, west)
    await regions.put(west, 'old')
    await regions.settle()
    await regions.control({ fromRegion: west, toRegion: east, isPaused: true })
    regions.clock.advance(5)
    await regions.put(west, 'late')
    await regions.delete(west, 'old')
    await regions.settle()
    await regions.add(north, east)
    await regions.fill(north)
    assert.deepEqual(await regions.contents(north), { late: west })
    await regions.control({ fromRegion: west, toRegion: east, isPaused: false })
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { late: west })
  })

  it('has items from before the table had other regions', async () => {
    const regions = await Regions.open(east)
    const { replica, ...regional } = await regions.table(east)
    const scope = { account: regional.account, region: east }
    const change = (wanted: typeof replica) =>
      regions.catalog.changeSetting(scope, regional.name, ({ replica: _, ...rest }) =>
        wanted === undefined ? rest : { ...rest, replica: wanted },
      )
    await change(undefined)
    await regions.put(east, 'before')
    await change(replica)
    await regions.add(west)
    await regions.fill(west)
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { before: east })
    await regions.delete(west, 'before')
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), {})
  })

  it('goes on after a restart, and waits while it is paused', async () => {
    const regions = await Regions.open(east)
    await regions.putMany(east, 3 * replicationBatchEntriesMax)
    await regions.add(west)
    await regions.control({ fromRegion: east, toRegion: west, isPaused: true })
    assert.deepEqual(await regions.fillStep(west), { kind: 'copying', isWaiting: true })
    await regions.control({ fromRegion: east, toRegion: west, isPaused: false })
    await regions.fill(west, async () => regions.restart())
    assert.equal(Object.keys(await regions.requireEqual()).length, 3 * replicationBatchEntriesMax)
  })

  it('is followed by the others from its first own write on', async () => {
    const regions = await Regions.open(east)
    await regions.put(east, 'a')
    await regions.add(west)
    await regions.fill(west)
    await regions.put(west, 'b')
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), { a: east, b: west })
    assert.deepEqual(regions.said, [])
    const group = await regions.group()
    for (const member of group.members) {
      regions.clock.advance(2_000)
      await regions.settle()
      assert.equal(await regions.replication.filler.isDrained(group, member), true)
    }
    await regions.put(west, 'c')
    assert.equal(await regions.replication.filler.isDrained(group, group.members[1]!), false)
  })
})
