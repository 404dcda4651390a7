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

/** A server with a clock of its own, which need not show what others show. */
class Server {
  readonly clock: VirtualClock
  readonly lease: Lease

  constructor(engine: Engine, startMs = 0) {
    this.clock = new VirtualClock(startMs)
    this.lease = new Lease({ engine, clock: this.clock, random: systemRandom, durations })
  }

  /** Tends the lease as time passes. */
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
  it('is taken at once when nobody has it', async () => {
    const engine = await openTestEngine()
    const server = new Server(engine)
    assert.equal(server.holds, false)
    assert.equal(await server.lease.renewIfDue(), durations.renewalMs)
    assert.ok(await allows(engine, server.lease.fence!))
  })

  it('stays with a holder that renews it, for as long as others look', async () => {
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

  it('is taken over once it stood still for its duration, not before', async () => {
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

  it('is not trusted by a holder that could not renew it, and found lost when it looks', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine)]
    await first.lease.renewIfDue()
    await second.lease.renewIfDue()
    await second.live(150)
    // Suspended for a moment only, by its own clock: it still believes.
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

  it('is there for the next at once when it is released', async () => {
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

  it('is found to be ours when taking it had an unknown outcome', async () => {
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

  it('has a bell that its holder hears once', async () => {
    const engine = await openTestEngine()
    const [first, second] = [new Server(engine), new Server(engine)]
    await first.lease.renewIfDue()
    await second.lease.renewIfDue()
    await first.live(25)
    assert.equal(first.lease.wasRung(), false)
    await second.lease.ring()
    await first.live(25)
    assert.equal(first.lease.wasRung(), true)
    await first.live(25)
    assert.equal(first.lease.wasRung(), false)
  })
})
