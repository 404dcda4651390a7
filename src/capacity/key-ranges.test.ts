import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partitionNumbers } from '../storage/partition-hash.js'
import { KeyRanges } from './key-ranges.js'
import { keyRangesMax } from './limits.js'
import { LimitedTable } from './limiter-suite.js'

const quarter = partitionNumbers / 4

/** Requests that find something left, of as many as come in some seconds. */
class RangeLoad {
  readonly ranges = new KeyRanges()
  nowMs = 0
  #chance = 1

  /** Requests of 10 units, each to one of the partitions; returns the units a second that were served. */
  run(partitions: readonly number[], seconds: number, unitsPerSecond = 4000): number {
    let served = 0
    const requests = (unitsPerSecond * seconds) / 10
    for (let i = 0; i < requests; i++) {
      const partition = partitions[this.#draw(partitions.length)]!
      if (!this.#isExhausted(partition)) {
        this.ranges.take('write', 10, partition, this.nowMs)
        served += 10
      }
      this.nowMs += 10_000 / unitsPerSecond
    }
    return served / seconds
  }

  /** In an order without a rhythm, the same in every run. */
  #draw(count: number): number {
    this.#chance = (this.#chance * 48_271) % 2_147_483_647
    return this.#chance % count
  }

  #isExhausted(partition: number): boolean {
    if (!this.ranges.mayBeExhausted('write', this.nowMs)) return false
    return this.ranges.isExhausted('write', partition, this.nowMs)
  }
}

function checkServed(served: number, expected: number): void {
  assert.ok(Math.abs(served - expected) <= expected * 0.05, `${served} units a second`)
}

describe('key ranges', () => {
  it('are as many as the throughput needs', () => {
    const ranges = new KeyRanges()
    assert.equal(ranges.count, 1)
    ranges.serve('read', 3000, 'provisioned')
    assert.equal(ranges.count, 1)
    ranges.serve('write', 1, 'provisioned')
    assert.equal(ranges.count, 2)
    ranges.serve('read', 1, 'provisioned')
    assert.equal(ranges.count, 2)
  })

  it('of an on-demand table are four', () => {
    const ranges = new KeyRanges()
    ranges.serve('read', 12_000, 'on-demand')
    ranges.serve('write', 4_000, 'on-demand')
    assert.equal(ranges.count, 4)
  })

  it('have a bound', () => {
    const ranges = new KeyRanges()
    ranges.serve('write', 1000 * (keyRangesMax - 1), 'provisioned')
    assert.equal(ranges.count, keyRangesMax - 1)
    ranges.serve('write', 1000 * (keyRangesMax + 1), 'provisioned')
    assert.equal(ranges.count, keyRangesMax)
  })

  it('serve what a partition serves, each of them', () => {
    const load = new RangeLoad()
    checkServed(load.run([7], 60), 1000)
    const spread = new RangeLoad()
    spread.ranges.serve('write', 4000, 'on-demand')
    checkServed(spread.run([1, quarter, 2 * quarter, 4 * quarter - 1], 60), 4000)
  })

  it('are charged for what is read in all of them only if there is one', () => {
    const ranges = new KeyRanges()
    ranges.take('read', 4000, undefined, 0)
    assert.ok(ranges.isExhausted('read', undefined, 0))
    assert.ok(!ranges.isExhausted('write', undefined, 0))
    ranges.serve('read', 6000, 'provisioned')
    ranges.take('read', 9000, undefined, 0)
    assert.ok(!ranges.isExhausted('read', partitionNumbers - 1, 0))
    assert.ok(!ranges.isExhausted('read', undefined, 0))
  })
})

describe('a key range that stays hot', () => {
  it('is split where half of the requests go, after some minutes', () => {
    const load = new RangeLoad()
    const keys = [1, 2, 3, 4].map((i) => i * 1000)
    checkServed(load.run(keys, 150), 1000)
    load.run(keys, 60)
    assert.equal(load.ranges.count, 2)
    checkServed(load.run(keys, 60), 2000)
  })

  it('is split again until each key has a range of its own', () => {
    const load = new RangeLoad()
    const keys = [1, 2, 3, 4].map((i) => i * 1000)
    load.run(keys, 600)
    checkServed(load.run(keys, 60), 4000)
  })

  it('is not split for a single key, which never gets more', () => {
    const load = new RangeLoad()
    load.run([5], 600)
    assert.equal(load.ranges.count, 1)
    checkServed(load.run([5], 60), 1000)
  })

  it('is split so that a key with most of the requests is alone', () => {
    const load = new RangeLoad()
    const keys = [100, 100, 100, 101, 100, 100, 100, 50]
    load.run(keys, 900, 2000)
    checkServed(load.run(keys, 60, 2000), 1500)
  })

  it('is not split if it is hot now and then', () => {
    const load = new RangeLoad()
    for (let i = 0; i < 5; i++) {
      load.run([1, 2], 120)
      load.nowMs += 120_000
    }
    assert.equal(load.ranges.count, 1)
  })
})

describe('a table with a hot key', () => {
  const [one, other] = [1, partitionNumbers - 1]

  it('refuses it with the cause that names key ranges, and serves others', () => {
    const table = new LimitedTable({ units: 5000 })
    const admitted = table.load('write', 2000, 10, one)
    assert.ok(Math.abs(admitted - 11_000) <= 20, `${admitted} were admitted`)
    table.charge('write', 10, undefined, one)
    assert.equal(table.refusal('write', undefined, one)?.cause, 'KeyRangeThroughputExceeded')
    assert.equal(table.refusal('write', undefined, other), undefined)
    assert.equal(table.refusal('read', undefined, one), undefined)
  })

  it('lets it use all that the table has, up to what a partition serves', () => {
    const table = new LimitedTable({ units: 100 })
    table.charge('write', 30_000, undefined, other)
    table.clock.advance(60_000)
    const admitted = table.load('write', 500, 60, one)
    assert.ok(Math.abs(admitted - 12_000) <= 20, `${admitted} were admitted`)
  })

  it('asks for the partition of a request only while some range is in debt', () => {
    const table = new LimitedTable({ units: 5000 })
    table.charge('write', 500, undefined, one)
    let asked = 0
    const partition = () => {
      asked++
      return one
    }
    const ask = () => table.limiter.refusalOf(table.demand('write', partition))
    ask()
    assert.equal(asked, 0)
    table.charge('write', 600, undefined, one)
    ask()
    assert.equal(asked, 1)
    table.clock.advance(1100)
    ask()
    assert.equal(asked, 1)
  })
})

describe('a key range that another server tells about', () => {
  const told = { from: quarter, bound: quarter + 1, units: 1001 }
  const isExhausted = (ranges: KeyRanges, partition: number) => {
    return ranges.mayBeExhausted('write', 0) && ranges.isExhausted('write', partition, 0)
  }

  it('is split off here, too', () => {
    const ranges = new KeyRanges()
    ranges.takeElsewhere('write', told, 0)
    assert.equal(ranges.count, 3)
    ranges.takeElsewhere('write', { ...told, units: 1 }, 0)
    assert.equal(ranges.count, 3)
    const exhausted = [-1, 0, 1].map((step) => isExhausted(ranges, quarter + step))
    assert.deepEqual(exhausted, [false, true, false])
  })

  it('is charged to those that it is split into here', () => {
    const ranges = new KeyRanges()
    ranges.takeElsewhere('write', told, 0)
    ranges.takeElsewhere('write', { from: 0, bound: partitionNumbers, units: 2000 }, 0)
    assert.ok(!isExhausted(ranges, 0))
    assert.ok(isExhausted(ranges, partitionNumbers - 1))
  })

  it('is not split off if there are too many', () => {
    const ranges = new KeyRanges()
    ranges.serve('write', keyRangesMax * 1000, 'on-demand')
    ranges.takeElsewhere('write', told, 0)
    assert.equal(ranges.count, keyRangesMax)
  })

  it('is what was charged here, and not what was charged elsewhere', () => {
    const ranges = new KeyRanges()
    ranges.takeElsewhere('write', told, 0)
    assert.deepEqual(ranges.tell('write', 0, 500), [])
    ranges.take('write', 50, quarter, 900)
    assert.deepEqual(ranges.tell('write', 500, 1000), [{ ...told, units: 50 }])
    ranges.take('write', 49, quarter, 1400)
    assert.deepEqual(ranges.tell('write', 1000, 1500), [{ ...told, units: 50 }])
  })
})
