/** Clocks that are wrong, before and after a restart, and clocks of several servers on one store. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../stdx/clock.js'
import type { LogFacts } from '../stdx/log.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { StorageError } from '../storage/errors.js'
import { openTestEngine } from '../../test/support/engines.js'
import { clockBeliefIntervalMs, clockDoubtMs, clockJumpMsMax } from './limits.js'
import { TrustedTime } from './trusted-time.js'

const startMs = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000

/** The engine under test, without its time and with other methods. */
async function engineWith(methods: Partial<Engine>): Promise<Engine> {
  const engine = await openTestEngine()
  const own = { read: engine.read.bind(engine), transact: engine.transact.bind(engine) }
  return Object.assign(Object.create(engine) as Engine, own, { storeTime: undefined }, methods)
}

const ownStore = () => engineWith({})

/** A server whose two clocks the test moves. */
class ClockedServer {
  readonly clock: VirtualClock
  readonly steady: VirtualClock
  readonly lines: { readonly text: string; readonly facts: LogFacts | undefined }[] = []
  readonly time: TrustedTime

  constructor(engine: Engine, { wallMs = startMs, steadyMs = 1000, machine = 'first boot' } = {}) {
    this.clock = new VirtualClock(wallMs)
    this.steady = new VirtualClock(steadyMs)
    const note = (text: string, facts?: LogFacts) => void this.lines.push({ text, facts })
    const log = { ...silentLog, warn: note, info: note }
    const { clock, steady } = this
    this.time = new TrustedTime({ engine, clock, log, steady, machine })
  }

  pass(durationMs: number): void {
    this.clock.advance(durationMs)
    this.steady.advance(durationMs)
  }

  /** How far trusted time is behind the clock. */
  async lag(): Promise<number> {
    return this.clock.now() - (await this.time.now())
  }
}

describe('the time of a server that has its store to itself', () => {
  it('is the clock, which is believed when there is nothing to compare it with', async () => {
    const server = new ClockedServer(await ownStore())
    assert.equal(await server.lag(), 0)
    server.pass(30 * 24 * hourMs)
    assert.equal(await server.lag(), 0)
    assert.deepEqual(server.lines, [])
  })

  it('does not follow a clock that jumps 25 hours ahead for 12 seconds', async () => {
    const server = new ClockedServer(await ownStore())
    await server.time.now()
    server.clock.advance(25 * hourMs)
    assert.equal(await server.lag(), 25 * hourMs - clockJumpMsMax)
    server.pass(12_000)
    assert.equal(await server.lag(), 25 * hourMs - clockJumpMsMax)
    server.clock.advance(-25 * hourMs)
    assert.equal(await server.lag(), 0)
    const aheadMs = 25 * hourMs - clockJumpMsMax
    assert.deepEqual(server.lines, [
      {
        text: 'the clock is ahead: expiry and trimming wait',
        facts: { aheadMs, believedAfterMs: clockDoubtMs },
      },
      { text: 'the clock is believed again', facts: undefined },
    ])
  })

  it('is not fooled by a restart while the clock is wrong, however often', async () => {
    const engine = await ownStore()
    await new ClockedServer(engine).time.now()
    for (let restarts = 1; restarts <= 3; restarts++) {
      const wrong = { wallMs: startMs + restarts * 1000 + 25 * hourMs, machine: `boot ${restarts}` }
      assert.ok((await new ClockedServer(engine, wrong).lag()) > 24 * hourMs)
    }
    assert.equal(await new ClockedServer(engine, { wallMs: startMs + 5000 }).lag(), 0)
  })

  it('goes on at once after a long stop if the machine knows how much time has passed', async () => {
    const engine = await ownStore()
    await new ClockedServer(engine).time.now()
    const later = { wallMs: startMs + 15 * hourMs, steadyMs: 1000 + 15 * hourMs }
    assert.equal(await new ClockedServer(engine, later).lag(), 0)
  })

  it('goes on after a wait if the machine was restarted and the clock is far ahead', async () => {
    const engine = await ownStore()
    await new ClockedServer(engine).time.now()
    const later = { wallMs: startMs + 15 * hourMs, machine: 'second boot' }
    const server = new ClockedServer(engine, later)
    assert.equal(await server.lag(), 15 * hourMs - clockJumpMsMax)
    server.pass(clockDoubtMs)
    assert.equal(await server.lag(), 0)
  })

  it('continues a wait that a restart of the server interrupts', async () => {
    const engine = await ownStore()
    await new ClockedServer(engine).time.now()
    const early = { wallMs: startMs + 15 * hourMs, machine: 'second boot' }
    assert.ok((await new ClockedServer(engine, early).lag()) > 0)
    const late = {
      wallMs: early.wallMs + clockDoubtMs,
      steadyMs: 1000 + clockDoubtMs,
      machine: 'second boot',
    }
    assert.equal(await new ClockedServer(engine, late).lag(), 0)
  })

  it('stores what it believes about once a minute, and does without if it cannot', async () => {
    const engine = await ownStore()
    const transact = engine.transact.bind(engine)
    let commits = 0
    engine.transact = async (transaction) => {
      if (++commits > 1) throw new StorageError('unavailable', 'the disk is full')
      return transact(transaction)
    }
    const server = new ClockedServer(engine)
    await server.time.now()
    server.pass(clockBeliefIntervalMs - 1)
    await server.time.now()
    assert.equal(commits, 1)
    server.pass(1)
    assert.equal(await server.lag(), 0)
    assert.equal(commits, 2)
  })
})

describe('the time of servers that share a store', () => {
  async function sharedStore() {
    const clock = new VirtualClock(startMs)
    const state = { isAway: false }
    const engine = await engineWith({
      async storeTime() {
        if (state.isAway) throw new StorageError('unavailable', 'not there')
        return clock.now()
      },
    })
    return { engine, clock, state }
  }

  it('is the store’s, whatever their clocks say', async () => {
    const { engine } = await sharedStore()
    for (const aheadMs of [0, 25 * hourMs, 4 * 60_000]) {
      const server = new ClockedServer(engine, { wallMs: startMs + aheadMs })
      assert.equal(await server.time.now(), startMs)
      server.clock.advance(1000 * hourMs)
      assert.equal(await server.time.now(), startMs)
    }
  })

  it('is the slower of two clocks that differ, until the store’s has lasted', async () => {
    const { engine } = await sharedStore()
    const server = new ClockedServer(engine, { wallMs: startMs - hourMs })
    assert.equal(await server.time.now(), startMs - hourMs + clockJumpMsMax)
    server.steady.advance(clockDoubtMs - 1)
    assert.ok((await server.time.now()) < startMs)
  })

  it('does not follow a store whose clock jumps ahead, nor stop with one that is away', async () => {
    const { engine, clock, state } = await sharedStore()
    const server = new ClockedServer(engine)
    assert.equal(await server.time.now(), startMs)
    state.isAway = true
    server.pass(hourMs)
    assert.equal(await server.time.now(), startMs + hourMs)
    state.isAway = false
    clock.advance(26 * hourMs)
    server.pass(hourMs)
    assert.equal(await server.time.now(), startMs + 2 * hourMs + clockJumpMsMax)
  })

  it('is unknown before the store was reached', async () => {
    const { engine, state } = await sharedStore()
    state.isAway = true
    await assert.rejects(new ClockedServer(engine).time.now(), StorageError)
  })
})
