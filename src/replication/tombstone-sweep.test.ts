/** Deletions are remembered as long as an older write could undo them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { floorIntervalMs, tombstoneSweepIntervalMs } from './limits.js'
import { Regions } from './regions-suite.js'

const [east, west, north] = ['us-east-1', 'us-west-2', 'eu-north-1'] as const
const enoughMs = 3 * tombstoneSweepIntervalMs + 4 * floorIntervalMs

async function tombstones(regions: Regions, ...names: readonly string[]) {
  return Promise.all(names.map((region) => regions.tombstones(region)))
}

describe('the version of a deleted item', () => {
  it('is forgotten once every region has the deletion and nothing older can come', async () => {
    const regions = await Regions.open(east, west, north)
    await regions.put(east, 'a')
    await regions.put(west, 'stays')
    await regions.settle()
    regions.clock.advance(5)
    await regions.delete(west, 'a')
    await regions.settle()
    assert.deepEqual(await tombstones(regions, east, west, north), [1, 1, 1])
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, east, west, north), [0, 0, 0])
    assert.deepEqual(await regions.requireEqual(), { stays: west })
  })

  it('stays while a region has not got it, or may still send something older', async () => {
    const regions = await Regions.open(east, west, north)
    await regions.put(east, 'a')
    await regions.settle()
    // An older write is still under way from the north.
    await regions.control({ fromRegion: north, toRegion: west, isPaused: true })
    await regions.put(north, 'a', { n: { S: 'older' } })
    regions.clock.advance(5)
    await regions.delete(west, 'a')
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, east, west, north), [1, 1, 1])
    await regions.control({ fromRegion: north, toRegion: west, isPaused: false })
    await regions.settle()
    assert.deepEqual(await regions.requireEqual(), {})
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, east, west, north), [0, 0, 0])
    assert.deepEqual(await regions.requireEqual(), {})
  })

  it('stays in the region that deleted until the others have it', async () => {
    const regions = await Regions.open(east, west)
    await regions.put(east, 'a')
    await regions.settle()
    await regions.control({ fromRegion: west, toRegion: east, isPaused: true })
    regions.clock.advance(5)
    await regions.delete(west, 'a')
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, west), [1])
    await regions.control({ fromRegion: west, toRegion: east, isPaused: false })
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, east, west), [0, 0])
    assert.deepEqual(await regions.requireEqual(), {})
  })

  it('stays while a region is being added', async () => {
    const regions = await Regions.open(east, west)
    await regions.put(east, 'a')
    await regions.settle()
    await regions.add(north)
    regions.clock.advance(5)
    await regions.delete(west, 'a')
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, east, west), [1, 1])
    await regions.fill(north)
    await regions.pass(enoughMs)
    assert.deepEqual(await tombstones(regions, east, west, north), [0, 0, 0])
    assert.deepEqual(await regions.requireEqual(), {})
  })
})
