/** Which lane a hash falls into, how many lanes there are, and how they are split. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openShardsMax } from './limits.js'
import type { Billing, ChangeLane } from '../model/table.js'
import { evenLanes, laneOf, lanesWanted, splitLanes } from './lanes.js'

function laneAt(lanes: readonly ChangeLane[], hash: number): number {
  const key = Buffer.alloc(22)
  key.writeUInt32BE(hash)
  return laneOf({ space: 1, images: 'keys', lanes }, key)
}

describe('lanes', () => {
  const rows: readonly (readonly [lanes: number, hash: number, lane: number])[] = [
    [1, 0, 0],
    [1, 0xffff_ffff, 0],
    [4, 0x3fff_ffff, 0],
    [4, 0x4000_0000, 1],
    [4, 0xbfff_ffff, 2],
    [4, 0xc000_0000, 3],
    [4, 0xffff_ffff, 3],
    [3, 0x5555_5554, 0],
    [3, 0x5555_5555, 1],
  ]
  for (const [count, hash, lane] of rows) {
    it(`put hash ${hash.toString(16)} into lane ${lane} of ${count}`, () => {
      assert.equal(laneAt(evenLanes(count), hash), lane)
    })
  }

  it('are as many as the partitions of the service', () => {
    const wanted = (mode: Billing['mode'], readUnits: number, writeUnits: number) =>
      lanesWanted({ mode, throughput: { readUnits, writeUnits, decreasesToday: 0 } })
    assert.equal(wanted('on-demand', 0, 0), 4)
    assert.equal(wanted('provisioned', 1, 1), 1)
    assert.equal(wanted('provisioned', 3000, 0), 1)
    assert.equal(wanted('provisioned', 3000, 1), 2)
    assert.equal(wanted('provisioned', 6000, 3000), 5)
    assert.equal(wanted('provisioned', 1e12, 1e12), openShardsMax)
  })
})

describe('splitting lanes', () => {
  it('changes nothing if there are enough lanes', () => {
    const lanes = evenLanes(4)
    const same = lanes.map((lane) => ({ ...lane, parent: lane.number }))
    assert.deepEqual(splitLanes(lanes, 4, 4), same)
    assert.deepEqual(splitLanes(lanes, 1, 4), same)
  })

  it('halves every lane until there are enough', () => {
    assert.deepEqual(
      splitLanes(evenLanes(2), 5, 2).map(({ number, parent }) => [number, parent]),
      [2, 3, 4, 5, 6, 7, 8, 9].map((number) => [number, number < 6 ? 0 : 1]),
    )
  })

  it('keeps every hash in the lane of its parent', () => {
    const lanes = evenLanes(3)
    const halves = splitLanes(lanes, 6, 3)
    for (const hash of [0, 1, 0x2aaa_aaaa, 0x5555_5555, 0x8000_0000, 0xaaaa_aaaa, 0xffff_ffff]) {
      const half = halves.find(({ number }) => number === laneAt(halves, hash))
      assert.equal(half?.parent, laneAt(lanes, hash), hash.toString(16))
    }
  })

  it('stops at the limit', () => {
    const lanes = evenLanes(openShardsMax / 2 + 1)
    assert.equal(splitLanes(lanes, openShardsMax, 100).length, lanes.length)
    assert.equal(splitLanes(evenLanes(1), openShardsMax, 1).length, openShardsMax)
  })
})
