import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import type { DescribedTable } from '../catalog/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace } from '../storage/engine.js'
import { partitionNumbers } from '../storage/partition-hash.js'
import { allUnitsUsed } from '../storage/throughput-keys.js'
import {
  deadShareMs,
  idleShareIntervalMs,
  keyRangeWriteUnitsMax,
  sharedRangeMs,
  sharedRangePart,
  sharedRangesMax,
  sharedUsesMax,
  shareIntervalMs,
  shareRenewalMs,
  sharingServersMax,
} from './limits.js'
import { LimitedTable, limitedTable, type TableOptions } from './limiter-suite.js'
import { SharedUse } from './shared-use.js'
import { decodeUseRecord, putUseRecord, type UseRecord } from './use-record.js'

const units = 30

interface SharingServer {
  readonly table: LimitedTable
  readonly shared: SharedUse
  nextRoundMs: number
}

/** Servers that share a store and a table. */
class Servers {
  readonly engine = memoryEngine()
  readonly clock = new VirtualClock()
  readonly all: SharingServer[] = []

  readonly #options: TableOptions
  readonly #isOn: boolean

  constructor(count: number, options: TableOptions = { units }, isOn = true) {
    this.#options = options
    this.#isOn = isOn
    for (let i = 0; i < count; i++) this.start()
  }

  start(): void {
    const { engine, clock } = this
    const table = new LimitedTable(this.#options, { clock, isOn: this.#isOn })
    const shared = new SharedUse({ engine, clock, random: systemRandom, limiter: table.limiter })
    this.all.push({ table, shared, nextRoundMs: 0 })
  }

  async round(): Promise<readonly number[]> {
    const next: number[] = []
    for (const { shared } of this.all) next.push(await shared.run())
    return next
  }

  /** The rounds that are due, as a server does them. */
  async dueRounds(): Promise<void> {
    const nowMs = this.clock.now()
    for (const server of this.all) {
      if (nowMs < server.nextRoundMs) continue
      const restMs = await server.shared.run()
      server.nextRoundMs = nowMs + restMs
      if (restMs === shareIntervalMs) continue
      server.table.limiter.whenCharged(() => (server.nextRoundMs = 0))
    }
  }

  /** Each server gets so many requests a second; returns how many were admitted in all. */
  async load(perSecond: readonly number[], seconds: number, partition?: number): Promise<number> {
    let admitted = 0
    for (let ms = 0; ms < seconds * 1000; ms += 10) {
      await this.dueRounds()
      for (const [i, { table }] of this.all.entries()) {
        const due =
          Math.floor((ms + 10) * perSecond[i]! * 1e-3) - Math.floor(ms * perSecond[i]! * 1e-3)
        for (let n = 0; n < due; n++)
          if (table.request('write', 1, undefined, partition)) admitted++
      }
      this.clock.advance(10)
    }
    return admitted
  }

  async records(): Promise<number> {
    return (await this.told()).length
  }

  async told(): Promise<readonly UseRecord[]> {
    const range = { kind: 'range', space: systemSpace, ...allUnitsUsed() } as const
    const [page] = await this.engine.read([{ ...range, entriesMax: 10_000 }])
    return page.entries.map((entry) => decodeUseRecord(entry)!)
  }
}

function checkRate(admitted: number, seconds: number, wanted = units): void {
  const rate = admitted / seconds
  assert.ok(Math.abs(rate - wanted) <= wanted * 0.05, `${rate} a second`)
}

describe('servers that share a table', () => {
  it('serve its rate together, whichever of them is asked', async () => {
    const servers = new Servers(3)
    await servers.round()
    servers.all[0]!.table.charge('write', units * 300)
    await servers.load([1, 1, 1], 2)
    checkRate(await servers.load([100, 100, 100], 60), 60)
    checkRate(await servers.load([200, 20, 1], 60), 60)
    checkRate(await servers.load([0, 0, 300], 60), 60)
  })

  it('serve it after a debt in which nobody was served, too', async () => {
    const servers = new Servers(3)
    await servers.load([1, 1, 1], 1)
    const [one] = servers.all
    one!.table.charge('write', units * 320)
    const debtSeconds = 21
    await servers.load([100, 100, 100], debtSeconds)
    checkRate(await servers.load([100, 100, 100], 60), 60)
  })

  it('use a burst once', async () => {
    const servers = new Servers(3)
    await servers.round()
    const admitted = await servers.load([500, 500, 500], 60)
    const expected = units * 360
    assert.ok(Math.abs(admitted - expected) <= expected * 0.05, `${admitted} were admitted`)
  })

  it('tell one that comes later what is left', async () => {
    const servers = new Servers(2)
    await servers.round()
    servers.all[0]!.table.charge('write', units * 300)
    await servers.load([100, 100], 10)
    servers.start()
    checkRate(await servers.load([100, 100, 100], 60), 60)
  })

  it('look less often while nobody is served', async () => {
    const servers = new Servers(2)
    const [one, other] = servers.all
    other!.table.charge('write', 1)
    await servers.round()
    await servers.round()
    assert.deepEqual(await servers.round(), [idleShareIntervalMs, idleShareIntervalMs])
    one!.table.charge('write', 1)
    assert.deepEqual(await servers.round(), [shareIntervalMs, shareIntervalMs])
  })
})

describe('a key range on several servers', () => {
  const key = Math.floor(partitionNumbers / 3)
  const much = { units: 40_000 }

  it('serves together what a partition does', async () => {
    const servers = new Servers(3, much)
    await servers.load([1000, 1000, 1000], 5, key)
    checkRate(await servers.load([1000, 1000, 1000], 60, key), 60, keyRangeWriteUnitsMax)
  })

  it('serves that to each of them which uses little alone', async () => {
    const servers = new Servers(3, much)
    await servers.load([400, 400, 400], 5, key)
    checkRate(await servers.load([400, 400, 400], 60, key), 60, keyRangeWriteUnitsMax)
  })

  it('that is hardly used is not told', async () => {
    const servers = new Servers(1, much)
    await servers.load([keyRangeWriteUnitsMax * sharedRangePart - 10], 10, key)
    assert.deepEqual((await servers.told())[0]!.ranges, [])
    await servers.load([keyRangeWriteUnitsMax * sharedRangePart + 10], 10, key)
    assert.equal((await servers.told())[0]!.ranges.length, 1)
    servers.clock.advance(sharedRangeMs + 1)
    servers.all[0]!.table.charge('write', 1)
    await servers.round()
    assert.deepEqual((await servers.told())[0]!.ranges, [])
  })

  it('is one of so many that are told', async () => {
    const servers = new Servers(1, { units: 200_000 })
    const { table, shared } = servers.all[0]!
    for (let i = 0; i < 256; i++) {
      table.charge('write', 500, undefined, (partitionNumbers / 256) * i)
    }
    await shared.run()
    const [record] = await servers.told()
    assert.equal(record!.ranges.length, sharedRangesMax)
  })
})

describe('servers that do not throttle', () => {
  it('let an on-demand table grow by what all of them serve', async () => {
    const servers = new Servers(2, {}, false)
    const seconds = 66
    for (let ms = 0; ms < seconds * 1000; ms += 100) {
      if (ms % idleShareIntervalMs === 0) await servers.round()
      for (const { table } of servers.all) table.charge('write', 150)
      servers.clock.advance(100)
    }
    for (const { table } of servers.all) {
      assert.deepEqual(table.events, [])
      const [grown] = table.limiter.grownTables()
      const { grownUnits } = grown!.own.write
      assert.ok(Math.abs(grownUnits - 6000) <= 600, `${grownUnits} units`)
    }
  })
})

describe('the record of a server', () => {
  it('is removed when the server stops', async () => {
    const servers = new Servers(2)
    await servers.round()
    await servers.all[0]!.shared.leave()
    assert.equal(await servers.records(), 1)
  })

  it('is removed by others once it has not changed for long', async () => {
    const servers = new Servers(2)
    await servers.round()
    servers.all.pop()
    await servers.round()
    for (let ms = 0; ms < deadShareMs; ms += shareRenewalMs / 2) {
      assert.equal(await servers.records(), 2)
      servers.clock.advance(shareRenewalMs / 2)
      await servers.round()
    }
    assert.equal(await servers.records(), 1)
  })

  it('comes back without what was told before', async () => {
    const servers = new Servers(2)
    const [one, other] = servers.all
    await servers.round()
    one!.table.charge('write', units * 200)
    other!.table.charge('write', 1)
    await servers.round()
    await servers.round()
    await one!.shared.leave()
    servers.clock.advance(600_000)
    await servers.round()
    await servers.round()
    assert.ok(other!.table.request('write', units * 250))
    // A partition serves less than that at once.
    servers.clock.advance(10_000)
    assert.ok(other!.table.request('write'))
  })
})

describe('what servers tell each other is bounded', () => {
  const otherId = (number: number) => `~${String(number).padStart(5, '0')}`

  it('to so many uses in a record, those that changed first', async () => {
    const servers = new Servers(1)
    const { limiter } = servers.all[0]!.table
    const tables = Array.from({ length: sharedUsesMax + 1 }, (_, i) => {
      return limitedTable({ units }, `table ${i}`)
    })
    const touch = { kind: 'write', indexName: undefined, consistency: 'strong' } as const
    const charge = (table: DescribedTable) => {
      limiter.charge([{ ...touch, table, partition: undefined, bytes: 1 }])
    }
    const told = async () => {
      await servers.round()
      const [record] = await servers.told()
      return record!.uses.map(({ key }) => key.split('/')[0])
    }
    tables.slice(1).forEach(charge)
    assert.equal((await told()).length, sharedUsesMax)
    tables.forEach(charge)
    assert.equal((await told()).length, sharedUsesMax)
    charge(tables.at(-1)!)
    const latest = await told()
    assert.equal(latest.length, sharedUsesMax)
    assert.equal(latest[0], tables.at(-1)!.id)
  })

  it('to so many other servers', async () => {
    const servers = new Servers(2)
    const [one, other] = servers.all
    for (const { table } of servers.all) table.charge('write', 1)
    await servers.round()
    await servers.round()
    await other!.shared.leave()
    servers.all.pop()
    const [{ uses } = { uses: [] }] = await servers.told()
    assert.equal(uses.length, 1)
    const mutations = Array.from({ length: sharingServersMax + 1 }, (_, i) => {
      return putUseRecord({ serverId: otherId(i), counter: 1, uses, ranges: [] })
    })
    const decide = () => ({ mutations, result: undefined })
    await servers.engine.transact({ reads: [], decide })
    await servers.round()
    // A partition serves less at once.
    servers.clock.advance(1000)
    const left = units * 300 - sharingServersMax
    assert.ok(one!.table.request('write', left + units - 1))
    servers.clock.advance(10)
    assert.ok(one!.table.refusal('write') !== undefined)
  })
})
