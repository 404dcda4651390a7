import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace } from '../storage/engine.js'
import { allUnitsUsed } from '../storage/throughput-keys.js'
import { deadShareMs, idleShareIntervalMs, shareIntervalMs, shareRenewalMs } from './limits.js'
import { LimitedTable } from './limiter-suite.js'
import { SharedUse } from './shared-use.js'

const units = 30

interface SharingServer {
  readonly table: LimitedTable
  readonly shared: SharedUse
}

/** Servers that share a store and a table. */
class Servers {
  readonly engine = memoryEngine()
  readonly clock = new VirtualClock()
  readonly all: SharingServer[] = []

  constructor(count: number) {
    for (let i = 0; i < count; i++) this.start()
  }

  start(): void {
    const { engine, clock } = this
    const table = new LimitedTable({ units }, { clock })
    const shared = new SharedUse({ engine, clock, random: systemRandom, limiter: table.limiter })
    this.all.push({ table, shared })
  }

  async round(): Promise<readonly number[]> {
    const next: number[] = []
    for (const { shared } of this.all) next.push(await shared.run())
    return next
  }

  /** Each server gets so many requests a second; returns how many were admitted in all. */
  async load(perSecond: readonly number[], seconds: number): Promise<number> {
    let admitted = 0
    for (let ms = 0; ms < seconds * 1000; ms += 10) {
      if (ms % shareIntervalMs === 0) await this.round()
      for (const [i, { table }] of this.all.entries()) {
        const due =
          Math.floor((ms + 10) * perSecond[i]! * 1e-3) - Math.floor(ms * perSecond[i]! * 1e-3)
        for (let n = 0; n < due; n++) if (table.request('write')) admitted++
      }
      this.clock.advance(10)
    }
    return admitted
  }

  async records(): Promise<number> {
    const range = { kind: 'range', space: systemSpace, ...allUnitsUsed(), entriesMax: 100 } as const
    const [page] = await this.engine.read([range])
    return page.entries.length
  }
}

function checkRate(admitted: number, seconds: number): void {
  const rate = admitted / seconds
  assert.ok(Math.abs(rate - units) <= units * 0.05, `${rate} a second`)
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
    const [one] = servers.all
    await servers.round()
    assert.deepEqual(await servers.round(), [idleShareIntervalMs, idleShareIntervalMs])
    one!.table.charge('write', 1)
    assert.deepEqual(await servers.round(), [shareIntervalMs, shareIntervalMs])
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
