import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { healthFreshMs } from './limits.js'
import { VirtualClock } from '../stdx/clock.js'
import { WritesRefused } from '../storage/errors.js'
import { ServerHealth } from './health.js'

describe('the health of a server', () => {
  it('follows its life', async () => {
    const health = new ServerHealth(new VirtualClock())
    const expect = async (ready: boolean, status: string) =>
      assert.deepEqual(await health.report(), { ready, status })
    await expect(false, 'starting')
    health.waiting()
    await expect(false, 'waiting for the database')
    health.serving(async () => undefined)
    await expect(true, 'ready')
    health.draining()
    await expect(false, 'draining')
  })

  it('asks the store again once the last answer is old', async () => {
    const clock = new VirtualClock()
    const health = new ServerHealth(clock)
    let [questions, lost] = [0, false]
    health.serving(async () => {
      questions++
      if (lost) throw new Error('connection lost')
    })
    assert.equal((await health.report()).ready, true)
    lost = true
    clock.advance(healthFreshMs - 1)
    assert.equal((await health.report()).ready, true)
    clock.advance(1)
    const lostReport = { ready: false, status: 'database unreachable' }
    assert.deepEqual(await health.report(), lostReport)
    lost = false
    assert.deepEqual(await health.report(), lostReport)
    clock.advance(healthFreshMs)
    assert.equal((await health.report()).ready, true)
    assert.equal(questions, 3)
  })

  it('says why writes are refused', async () => {
    const health = new ServerHealth(new VirtualClock())
    health.serving(async () => {
      throw new WritesRefused('a commit takes too long')
    })
    assert.deepEqual(await health.report(), { ready: false, status: 'a commit takes too long' })
  })

  it('sends one query however many callers there are, and does not wait forever for the answer', async () => {
    const health = new ServerHealth(new VirtualClock(), 5)
    let [questions, answer] = [0, (): void => undefined]
    health.serving(async () => {
      questions++
      await new Promise<void>((resolve) => (answer = resolve))
    })
    const reports = [health.report(), health.report()]
    const kept = setInterval(() => undefined, 1)
    for (const report of reports) assert.equal((await report).ready, false)
    const late = health.report()
    answer()
    assert.equal((await late).ready, true)
    assert.equal(questions, 1)
    clearInterval(kept)
  })
})
