/**
 * The lease changes hands while its former holders are working, on two PostgreSQL engines: no work
 * done under a fence is committed after the takeover that broke it. All work appends to one log,
 * whose order is that of the commits, and each new holder of the lease reads how long the log is.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leaseDurationMs } from '../jobs/limits.js'
import { systemRandom } from '../stdx/random.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import { postgresDatabase } from '../../test/support/postgres.js'
import { Lease } from '../jobs/lease.js'
import { getLease } from '../jobs/lease-record.js'
import { openStore } from './open-store.js'
import { readOptions } from './options.js'

const log = Buffer.of(0xf0)
const takeovers = 40

interface Taking {
  readonly fence: string
  /** How much work was committed when the lease was taken. */
  readonly workBefore: number
}

describe('a lease on PostgreSQL', () => {
  for (const isolation of ['read-committed', 'serializable']) {
    it(`fences off work that was in progress when it changed hands (${isolation})`, async () => {
      const database = await postgresDatabase()
      const engine = `${database.url}?isolation=${isolation}`
      const settings = readOptions({ engine })
      const stores = [await openStore(settings), await openStore(settings)]
      const engines = stores.map((store) => store.engine)
      const taken = await race(engines)
      requireFenced(await history(engines[0]!), taken)
      for (const each of engines) await each.close()
      await database.remove()
    })
  }
})

/** Each engine takes the lease in turn, and works under it until the fence is broken. */
async function race(engines: readonly Engine[]): Promise<readonly Taking[]> {
  const taken: Taking[] = []
  const working: Promise<void>[] = []
  for (let turn = 0; turn < takeovers; turn++) {
    const engine = engines[turn % engines.length]!
    const clock = new VirtualClock()
    const lease = new Lease({ engine, clock, random: systemRandom })
    for (let looks = 0; lease.fence === undefined; looks++) {
      assert.ok(looks < 10, 'the lease is taken')
      clock.advance(leaseDurationMs)
      await lease.renewIfDue()
    }
    const fence = fenceOf(lease)
    taken.push({ fence: nameOf(fence), workBefore: (await history(engine)).length })
    for (let worker = 0; worker < 3; worker++) working.push(work(engine, fence))
  }
  // The last holder stops too.
  const [engine] = engines
  const last = new Lease({ engine: engine!, clock: new VirtualClock(), random: systemRandom })
  assert.ok(await last.take({ bytes: (await engine!.read([getLease]))[0], bell: undefined }))
  await Promise.all(working)
  return taken
}

function fenceOf({ fence }: Lease): Fence {
  assert.ok(fence !== undefined)
  return fence
}

function nameOf({ guards }: Fence): string {
  return Buffer.from(guards[0]!.value!).toString('hex')
}

async function work(engine: Engine, { guards, mutations }: Fence): Promise<void> {
  const value = Buffer.from(nameOf({ guards, mutations }))
  const append = { kind: 'append', space: systemSpace, log, value } as const
  const decide = () => ({ mutations: [...mutations, append], result: undefined })
  try {
    for (;;) await engine.transact({ guards, reads: [], decide })
  } catch (error) {
    assert.ok(error instanceof GuardBroken, String(error))
  }
}

/** The fences that work was done under, in the order of commits. */
async function history(engine: Engine): Promise<readonly string[]> {
  const range = { from: log, to: Buffer.of(0xf1), entriesMax: 100_000 }
  const [{ entries }] = await engine.read([{ kind: 'range', space: systemSpace, ...range }])
  return entries.map(({ value }) => value.toString())
}

function requireFenced(works: readonly string[], taken: readonly Taking[]): void {
  for (const { fence, workBefore } of taken) {
    const late = works.slice(workBefore).filter((other) => other < fence)
    assert.deepEqual(late, [], `work committed after ${fence} was taken`)
  }
  assert.ok(works.length > 0, 'there was work to fence off')
}
