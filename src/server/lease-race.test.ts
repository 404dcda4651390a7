/**
 * The lease changes hands while its former holders are at work, on two PostgreSQL engines: no work done
 * under a fence is committed after the takeover that broke it. Everybody appends to one log, whose
 * order is that of the commits, so the log itself tells.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leaseDurationMs } from '../model/limits.js'
import { systemRandom } from '../stdx/random.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { postgresDatabase } from '../../test/support/postgres.js'
import { Lease } from './lease.js'
import { getLease } from './lease-record.js'
import { openStore } from './open-store.js'
import { readOptions } from './options.js'

const log = Buffer.of(0xf0)
const takeovers = 40

describe('a lease on PostgreSQL', () => {
  for (const isolation of ['read-committed', 'serializable']) {
    it(`fences off work that was under way when it changed hands (${isolation})`, async () => {
      const database = await postgresDatabase()
      const engine = `${database.url}?isolation=${isolation}`
      const settings = readOptions({ engine })
      const engines = [await openStore(settings), await openStore(settings)]
      await race(engines)
      requireOrder(await history(engines[0]!))
      for (const each of engines) await each.close()
      await database.remove()
    })
  }
})

/** Each takes the lease in turn, and goes on working under it until the fence tells it to stop. */
async function race(engines: readonly Engine[]): Promise<void> {
  const working: Promise<void>[] = []
  for (let turn = 0; turn < takeovers; turn++) {
    const engine = engines[turn % engines.length]!
    const clock = new VirtualClock()
    const lease = new Lease({ engine, clock, random: systemRandom })
    for (let looks = 0; lease.fence === undefined; looks++) {
      assert.ok(looks < 10, 'the lease is taken')
      clock.advance(leaseDurationMs)
      await lease.tend()
    }
    await append(engine, 'taken', fenceOf(lease))
    for (let worker = 0; worker < 3; worker++) working.push(work(engine, fenceOf(lease)))
  }
  // The last holder stops, too.
  const [engine] = engines
  const last = new Lease({ engine: engine!, clock: new VirtualClock(), random: systemRandom })
  assert.ok(await last.take({ bytes: (await engine!.read([getLease]))[0] }))
  await Promise.all(working)
}

function fenceOf({ fence }: Lease): Fence {
  assert.ok(fence !== undefined)
  return fence
}

async function work(engine: Engine, fence: Fence): Promise<void> {
  try {
    for (;;) await append(engine, 'worked', fence)
  } catch (error) {
    assert.ok(error instanceof GuardBroken, String(error))
  }
}

function append(engine: Engine, what: string, { guards, mutations }: Fence): Promise<void> {
  const value = Buffer.from(JSON.stringify([what, Buffer.from(guards[0]!.value!).toString('hex')]))
  return engine.transact({
    guards,
    reads: [],
    decide: () => ({
      mutations: [...mutations, { kind: 'append', space: systemSpace, log, value }],
      result: undefined,
    }),
  })
}

type Event = readonly [what: string, fence: string]

async function history(engine: Engine): Promise<readonly Event[]> {
  const range = { from: log, to: Buffer.of(0xf1), entriesMax: 100_000 }
  const [{ entries }] = await engine.read([{ kind: 'range', space: systemSpace, ...range }])
  return entries.map(({ value }) => JSON.parse(value.toString()) as Event)
}

function requireOrder(events: readonly Event[]): void {
  let current = ''
  let worked = 0
  for (const [what, fence] of events) {
    assert.ok(fence >= current, `work under ${fence} after ${current} was taken`)
    if (what === 'worked') worked++
    current = fence
  }
  assert.equal(events.length - worked, takeovers)
  assert.ok(worked > 0, 'there was work to fence off')
}
