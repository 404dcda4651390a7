import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leaseDurationMs } from '../jobs/limits.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { StorageError } from '../storage/errors.js'
import { memoryEngine } from '../../test/support/engines.js'
import { Lease } from '../jobs/lease.js'
import { LeaseWatch } from '../jobs/lease-watch.js'
import { admit, beginMaintenance } from '../jobs/maintenance.js'

const inUse = { message: 'The store is in use: stop every Gramme server on it first.' }

/** A store that several servers share, and a clock that moves for all of them when one waits. */
class World {
  readonly clock = new VirtualClock()
  readonly engine: Engine = Object.assign(memoryEngine(), { shared: true })
  readonly living: Lease[] = []
  whilePausing: () => Promise<void> = async () => undefined

  lease(): Lease {
    return new Lease({ engine: this.engine, clock: this.clock, random: systemRandom })
  }

  begin() {
    const pause = async (durationMs: number) => {
      this.clock.advance(durationMs)
      await this.whilePausing()
      for (const lease of this.living) await lease.renewIfDue()
    }
    return beginMaintenance(this.engine, 'The store', { clock: this.clock, pause })
  }
}

describe('maintenance of a shared store', () => {
  it('begins if no server runs, and keeps servers waiting until it ends', async () => {
    const world = new World()
    const held = await world.begin()
    const watch = new LeaseWatch(world.clock)
    const refused = (error: unknown) => error instanceof StorageError
    await assert.rejects(admit(world.engine, watch), refused)
    await held.requireHeld()
    await held.release()
    await admit(world.engine, watch)
  })

  it('is over for servers once its lease is not renewed', async () => {
    const world = new World()
    const held = await world.begin()
    const watch = new LeaseWatch(world.clock)
    await assert.rejects(admit(world.engine, watch))
    world.clock.advance(leaseDurationMs)
    await admit(world.engine, watch)
    await held.release()
  })

  it('does not begin while a server runs', async () => {
    const world = new World()
    world.living.push(world.lease())
    await world.living[0]!.renewIfDue()
    await assert.rejects(world.begin(), inUse)
    world.living.pop()
    await (await world.begin()).release()
  })

  it('does not begin while another has the store exclusively', async () => {
    const world = new World()
    const held = await world.begin()
    world.whilePausing = () => held.requireHeld()
    await assert.rejects(world.begin(), inUse)
    await held.release()
  })

  it('does not begin while a server without the lease runs', async () => {
    const world = new World()
    await world.lease().renewIfDue()
    world.living.push(world.lease())
    await assert.rejects(world.begin(), inUse)
  })

  it('does not begin while a server is starting', async () => {
    const world = new World()
    world.whilePausing = () => admit(world.engine, new LeaseWatch(world.clock))
    await assert.rejects(world.begin(), inUse)
  })

  it('notices that a server took over, and can no longer write', async () => {
    const world = new World()
    const held = await world.begin()
    assert.ok(await world.lease().take(await new LeaseWatch(world.clock).look(world.engine)))
    await assert.rejects(held.requireHeld(), /was opened by a Gramme server/)
    const { guards } = held.fence
    await assert.rejects(world.engine.read([], guards), { name: 'GuardBroken' })
    await held.release()
  })

  it('needs nothing if opening the store makes it ours', async () => {
    const held = await beginMaintenance(memoryEngine(), 'The store')
    await held.requireHeld()
    assert.deepEqual(held.fence.guards, [])
    await held.release()
  })
})
