import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { heldBackMsMax, SteadyClock, VirtualClock } from './clock.js'

describe('a steady clock', () => {
  const startMs = 1_000_000_000
  const check = (what: string, steps: readonly number[], expected: readonly number[]) => {
    it(what, () => {
      const clock = new VirtualClock(startMs)
      const steady = new SteadyClock(clock)
      assert.equal(steady.now(), startMs)
      const seen = steps.map((step) => {
        clock.advance(step)
        return steady.now() - startMs
      })
      assert.deepEqual(seen, expected)
    })
  }

  it('has a moment between what it told and what it tells, though it stands still', () => {
    const clock = new VirtualClock(startMs)
    const steady = new SteadyClock(clock)
    assert.equal(steady.now(), startMs)
    assert.equal(steady.between(), startMs + 1)
    assert.equal(steady.now(), startMs + 1)
    assert.equal(steady.between(), startMs + 2)
    clock.advance(10)
    assert.equal(steady.between(), startMs + 10)
    assert.equal(steady.now(), startMs + 10)
  })

  check('goes with its clock', [1, 0, 10], [1, 1, 11])
  check('waits for a clock that is set back', [-5, 3, 2, 1], [0, 0, 0, 1])
  check('waits for one that is set back as far as it may', [-heldBackMsMax], [0])
  check(
    'follows one that is set back further',
    [-heldBackMsMax - 1, 5],
    [-heldBackMsMax - 1, -heldBackMsMax + 4],
  )
})
