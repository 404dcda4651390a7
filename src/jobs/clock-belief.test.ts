/** How far a clock is believed, with both clocks in the hands of the test. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { believedTime, firstBelief, nextBelief, type ClockBelief } from './clock-belief.js'
import { clockDoubtMs, clockJumpMsMax } from './limits.js'

const startMs = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000

/** A clock that is looked at from time to time. Times are given relative to the right time. */
class Watched {
  #steadyMs = 0
  #aheadMs = 0
  #belief: ClockBelief

  constructor(certainMs = startMs) {
    this.#belief = firstBelief(this.#reading(), certainMs)
  }

  #reading() {
    return { wallMs: startMs + this.#steadyMs + this.#aheadMs, steadyMs: this.#steadyMs }
  }

  set(aheadMs: number): this {
    this.#aheadMs = aheadMs
    return this
  }

  pass(durationMs: number): this {
    this.#steadyMs += durationMs
    return this
  }

  /** How far what is believed is ahead of the right time. */
  look(): number {
    const reading = this.#reading()
    this.#belief = nextBelief(this.#belief, reading)
    return believedTime(this.#belief, reading) - startMs - this.#steadyMs
  }
}

describe('a clock that is watched', () => {
  it('is believed while it goes on with the steady one', () => {
    const clock = new Watched()
    assert.equal(clock.look(), 0)
    assert.equal(clock.pass(1000 * hourMs).look(), 0)
  })

  it('is believed at once if it jumps ahead a little, and no further', () => {
    const clock = new Watched()
    assert.equal(clock.set(clockJumpMsMax).look(), clockJumpMsMax)
    assert.equal(clock.set(clockJumpMsMax + 1).look(), clockJumpMsMax)
    assert.equal(clock.set(25 * hourMs).look(), clockJumpMsMax)
    assert.equal(clock.pass(12_000).look(), clockJumpMsMax)
    assert.equal(clock.set(0).look(), 0)
  })

  it('is believed once a jump ahead has lasted', () => {
    const clock = new Watched()
    assert.equal(clock.set(25 * hourMs).look(), clockJumpMsMax)
    assert.equal(clock.pass(clockDoubtMs - 1).look(), clockJumpMsMax)
    assert.equal(clock.pass(1).look(), 25 * hourMs)
  })

  it('is not believed while it keeps jumping', () => {
    const clock = new Watched()
    for (let hours = 1; hours <= 10; hours++) {
      assert.equal(clock.set(hours * hourMs).look(), clockJumpMsMax)
      clock.pass(clockDoubtMs - 1)
    }
  })

  it('gains no more than a jump by many small ones', () => {
    const clock = new Watched()
    clock.look()
    for (let steps = 1; steps <= 1000; steps++) {
      assert.ok(clock.set((steps * clockJumpMsMax) / 2).look() <= clockJumpMsMax)
      clock.pass(1000)
    }
  })

  it('is followed at once when it goes back, and when it comes back again', () => {
    const clock = new Watched()
    clock.look()
    assert.equal(clock.set(-hourMs).look(), -hourMs)
    assert.equal(
      clock
        .pass(clockDoubtMs - 1)
        .set(0)
        .look(),
      0,
    )
  })

  it('has to last again after it was set back for long', () => {
    const clock = new Watched()
    assert.equal(clock.set(-hourMs).look(), -hourMs)
    assert.equal(clock.pass(clockDoubtMs).look(), -hourMs)
    assert.equal(clock.set(0).look(), clockJumpMsMax - hourMs)
    assert.equal(clock.pass(clockDoubtMs).look(), 0)
  })

  it('is not believed at first if it is ahead of what is certain', () => {
    const clock = new Watched(startMs - 25 * hourMs)
    assert.equal(clock.look(), clockJumpMsMax - 25 * hourMs)
    assert.equal(clock.pass(clockDoubtMs).look(), 0)
  })
})
