/** Background work under clocks that are set: nothing is deleted too early, and nothing stops. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { ExpiringTable } from '../items/expiry-suite.js'
import { clockDoubtMs } from '../jobs/limits.js'
import { periodicJob } from '../jobs/job.js'
import { TrustedTime } from '../jobs/trusted-time.js'
import { Worker } from '../jobs/worker.js'
import { hourMs, StreamBench } from '../operations/streams-suite.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { ExpirySweep } from '../ttl/expiry-sweep.js'

/** Also a shared store has the clock of the test. */
async function engineWithClock(clock: VirtualClock): Promise<Engine> {
  const engine = await openTestEngine()
  if (engine.storeTime !== undefined) engine.storeTime = async () => clock.now()
  return engine
}

class Clocks {
  readonly wall: VirtualClock
  readonly steady = new VirtualClock(0)

  constructor(wall: VirtualClock) {
    this.wall = wall
  }

  pass(durationMs: number): void {
    this.wall.advance(durationMs)
    this.steady.advance(durationMs)
  }

  timeOn(engine: Engine): TrustedTime {
    const { wall: clock, steady } = this
    return new TrustedTime({ engine, clock, steady, log: silentLog, machine: 'this one' })
  }
}

describe('a clock that jumps 25 hours ahead for 12 seconds', () => {
  it('trims no stream; one that stays there does', async () => {
    const engine = await openTestEngine()
    const bench = new StreamBench(engine)
    if (engine.storeTime !== undefined) engine.storeTime = async () => bench.clock.now()
    const clocks = new Clocks(bench.clock)
    const upkeep = new ChangeUpkeep(engine, clocks.timeOn(engine))
    const arn = await bench.createTable('things')
    await bench.put('things', 'a')
    await bench.ask('UpdateTable', {
      TableName: 'things',
      StreamSpecification: { StreamEnabled: false },
    })
    await upkeep.step()
    bench.clock.advance(25 * hourMs)
    await upkeep.step()
    clocks.pass(12_000)
    await upkeep.step()
    assert.deepEqual(await bench.namesInStream(arn), ['a'])
    bench.clock.advance(-25 * hourMs)
    clocks.pass(12_000)
    await upkeep.step()
    assert.deepEqual(await bench.namesInStream(arn), ['a'])
    bench.clock.advance(25 * hourMs)
    clocks.pass(12_000)
    await upkeep.step()
    clocks.pass(clockDoubtMs)
    while (await upkeep.step());
    await assert.rejects(bench.namesInStream(arn))
  })

  it('expires no item; one that stays there does', async () => {
    const wall = new VirtualClock()
    const clocks = new Clocks(wall)
    const engine = await engineWithClock(wall)
    const subject = await new ExpiringTable(engine, wall).create()
    await subject.enabled()
    const { catalog, items } = subject
    const time = clocks.timeOn(engine)
    const sweep = new ExpirySweep({ catalog, items, clock: wall, time, log: silentLog })
    sweep.watch(await subject.table())
    const step = () => sweep.step(unfenced, new AbortController().signal)
    await subject.put('tomorrow', { N: String(subject.nowSeconds + 24 * 3600) })
    await step()
    wall.advance(25 * hourMs)
    for (const passMs of [0, 12_000, clockDoubtMs - 12_001]) {
      clocks.pass(passMs)
      await step()
      assert.deepEqual(await subject.left(), ['tomorrow'])
    }
    clocks.pass(30_000)
    await step()
    assert.deepEqual(await subject.left(), [])
  })
})

describe('a clock that goes back an hour', () => {
  it('does not stop background work', async () => {
    const clock = new VirtualClock()
    let steps = 0
    const count = async () => {
      steps++
    }
    const job = periodicJob('count', count, { clock, intervalMs: 10_000 })
    const worker = new Worker({ jobs: [job], clock, log: silentLog })
    await worker.round()
    await worker.round()
    assert.equal(steps, 1)
    clock.advance(-hourMs)
    await worker.round()
    assert.equal(steps, 2)
    await worker.round()
    assert.equal(steps, 2)
  })

  it('does not stop the expiry of items', async () => {
    const wall = new VirtualClock()
    const subject = await new ExpiringTable(await openTestEngine(), wall).create()
    await subject.enabled()
    const { catalog, items } = subject
    const sweep = new ExpirySweep({ catalog, items, clock: wall, log: silentLog })
    sweep.watch(await subject.table())
    const step = () => sweep.step(unfenced, new AbortController().signal)
    await step()
    wall.advance(-hourMs)
    await subject.put('expired', { N: String(subject.nowSeconds - 1) })
    await step()
    assert.deepEqual(await subject.left(), [])
  })
})
