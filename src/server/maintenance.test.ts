import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { StorageError } from '../storage/errors.js'
import { memoryEngine } from '../../test/support/engines.js'
import { Lease } from './lease.js'
import { LeaseWatch } from './lease-watch.js'
import { admit, beginMaintenance } from './maintenance.js'

const durations = { durationMs: 60, renewalMs: 10 }
const inUse = { message: 'The store is in use: stop every Gramme server on it first.' }

function sharedEngine(): Engine {
  return Object.assign(memoryEngine(), { shared: true })
}

/** A server that lives, as far as others can tell. */
function server(engine: Engine) {
  const lease = new Lease({ engine, clock: monotonicClock, random: systemRandom, durations })
  const timer = setInterval(() => void lease.tend(), durations.renewalMs)
  return { lease, kill: () => clearInterval(timer) }
}

describe('maintenance of a shared store', () => {
  const begin = (engine: Engine) => beginMaintenance(engine, 'The store', durations)

  it('begins when nobody is there, and keeps servers waiting until it ends', async () => {
    const engine = sharedEngine()
    const held = await begin(engine)
    const watch = new LeaseWatch(monotonicClock)
    await assert.rejects(admit(engine, watch), (error) => error instanceof StorageError)
    await held.requireHeld()
    await held.release()
    await admit(engine, watch)
  })

  it('does not begin while a server lives, nor while another has the store for itself', async () => {
    const engine = sharedEngine()
    const living = server(engine)
    await living.lease.tend()
    await assert.rejects(begin(engine), inUse)
    living.kill()
    const held = await begin(engine)
    await assert.rejects(begin(engine), inUse)
    await held.release()
  })

  it('does not begin when a server lives that has not got the lease', async () => {
    const engine = sharedEngine()
    const [dead, living] = [server(engine), server(engine)]
    await dead.lease.tend()
    dead.kill()
    await assert.rejects(begin(engine), inUse)
    living.kill()
  })

  it('does not begin when a server starts in the last moment', async () => {
    const engine = sharedEngine()
    const began = begin(engine)
    await admit(engine, new LeaseWatch(monotonicClock))
    await assert.rejects(began, inUse)
  })

  it('finds out that it was taken over, and cannot write any more', async () => {
    const engine = sharedEngine()
    const held = await begin(engine)
    const other = new Lease({ engine, clock: monotonicClock, random: systemRandom, durations })
    const { bytes, bell } = await new LeaseWatch(monotonicClock).look(engine)
    // The record may be renewed between the look and the taking.
    if (!(await other.take({ bytes, bell }))) {
      assert.ok(await other.take(await new LeaseWatch(monotonicClock).look(engine)))
    }
    await assert.rejects(held.requireHeld(), /was taken over/)
    const { guards } = held.fence
    await assert.rejects(engine.read([], guards), { name: 'GuardBroken' })
    await held.release()
  })

  it('needs nothing where the store is ours by having been opened', async () => {
    const held = await begin(memoryEngine())
    await held.requireHeld()
    assert.deepEqual(held.fence.guards, [])
    await held.release()
  })
})
