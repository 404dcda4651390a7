import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken, StorageError } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { openTestEngine } from '../../test/support/engines.js'
import { Lease } from './lease.js'

const durations = { durationMs: 100, renewalMs: 25 }

/** A server with its own clock, which may differ from those of others. */
class Server {
  readonly clock: VirtualClock
  readonly lease: Lease

  constructor(engine: Engine, startMs = 0) {
    this.clock = new VirtualClock(startMs)
    this.lease = new Lease({ engine, clock: this.clock, random: systemRandom, durations })
  }

  /** Renews the lease as time passes. */
  async live(durationMs: number): Promise<void> {
    for (let passed = 0; passed < durationMs; passed += 5) {
      this.clock.advance(5)
      await this.lease.renewIfDue()
    }
  }

  get holds(): boolean {
    return this.lease.fence !== undefined
  }
}

async function allows(engine: Engine, { guards }: Fence): Promise<boolean> {
  return engine.read([], guards).then(
    () => true,
    (error: unknown) => {
      assert.ok(error instanceof GuardBroken)
      return false
    },
  )
}

describe('a lease', () => {
  it('is taken at once if it is free', async () => {
    const engine = await openTestEngine()
    const server = new Server(engine)
    assert.equal(server.holds, false)
    assert.equal(await server.lease.renewIfDue(), durations.renewalMs)
    assert.ok(await allows(engine, server.lease.fence!))
  })

  it('is taken at once from a holder that is known to be gone', async () => {
    const engine = await openTestEngine()
    const holder = systemRandom.bytes(16)
    const gone = new Lease({ engine, clock: new VirtualClock(), random: systemRandom, holder })
    await gone.renewIfDue()
    const [second, third] = [new Server(engine), new Server(engine)]
    for (const { lease } of [second, third]) await lease.renewIfDue()
    assert.deepEqual([second.holds, third.holds], [false, false])
    for (const { lease } of [second, third]) lease.departed(holder)
    for (const { lease } of [second, third]) await lease.renewIfDue()
    assert.deepEqual([second.holds, third.holds], [true, false])
    assert.equal(await allows(engine, gone.fence!), false)
  })

  it('stays with a holder that renews it, however long others wait', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine, 1e9)]
    await first.lease.renewIfDue()
    const { fence } = first.lease
    for (let round = 0; round < 40; round++) {
      await first.live(25)
      await second.live(25)
    }
    assert.deepEqual([first.holds, second.holds], [true, false])
    assert.deepEqual(first.lease.fence, fence)
  })

  it('is taken over once it was not renewed for its duration, not before', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine, 777)]
    await first.lease.renewIfDue()
    const old = first.lease.fence!
    await second.lease.renewIfDue()
    await second.live(95)
    assert.equal(second.holds, false)
    await second.live(30)
    assert.equal(second.holds, true)
    assert.equal(await allows(engine, old), false)
    assert.equal(await allows(engine, second.lease.fence!), true)
  })

  it('is not trusted by a holder that could not renew it, which then finds it lost', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine)]
    await first.lease.renewIfDue()
    await second.lease.renewIfDue()
    await second.live(150)
    // By its own clock it was suspended only briefly, so it still believes that it holds the lease.
    first.clock.advance(20)
    assert.equal(first.holds, true)
    assert.equal(await allows(engine, first.lease.fence!), false)
    first.lease.recheck()
    await first.lease.renewIfDue()
    assert.equal(first.holds, false)
    await first.live(50)
    assert.deepEqual([first.holds, second.holds], [false, true])
  })

  it('runs out by the clock of a holder that cannot reach the store', async () => {
    const engine = await openTestEngine()
    const server = new Server(engine)
    await server.lease.renewIfDue()
    await engine.close()
    server.clock.advance(99)
    await assert.rejects(server.lease.renewIfDue(), StorageError)
    assert.equal(server.holds, true)
    server.clock.advance(1)
    assert.equal(server.holds, false)
  })

  it('is free for the next at once when it is released', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine)]
    await first.lease.renewIfDue()
    const old = first.lease.fence!
    await second.lease.renewIfDue()
    await first.lease.release()
    assert.equal(first.holds, false)
    await second.live(25)
    assert.equal(second.holds, true)
    assert.equal(await allows(engine, old), false)
    await first.lease.release()
    await second.live(25)
    assert.equal(second.holds, true)
  })

  it('goes to one of many that want it', async () => {
    const engine = await openTestEngine()
    const servers = Array.from({ length: 20 }, () => new Server(engine))
    await Promise.all(servers.map(({ lease }) => lease.renewIfDue()))
    assert.equal(servers.filter(({ holds }) => holds).length, 1)
  })

  it('is found to be ours if taking it had an unknown outcome', async () => {
    const engine = await openTestEngine()
    let broken = true
    const flaky: Engine = Object.assign(Object.create(engine) as Engine, {
      name: 'flaky',
      read: engine.read.bind(engine),
      async transact(transaction: Parameters<Engine['transact']>[0]) {
        const result = await engine.transact(transaction)
        if (broken) throw new StorageError('unavailable', 'connection lost')
        return result
      },
    })
    const server = new Server(flaky)
    await assert.rejects(server.lease.renewIfDue(), StorageError)
    assert.equal(server.holds, false)
    broken = false
    await server.live(25)
    assert.equal(server.holds, true)
    assert.ok(await allows(engine, server.lease.fence!))
  })

  it('wakes its holder once', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine)]
    await first.lease.renewIfDue()
    await second.lease.renewIfDue()
    await first.live(25)
    assert.equal(first.lease.wasAnnounced(), false)
    await second.lease.announceWork()
    await first.live(25)
    assert.equal(first.lease.wasAnnounced(), true)
    await first.live(25)
    assert.equal(first.lease.wasAnnounced(), false)
  })
})
