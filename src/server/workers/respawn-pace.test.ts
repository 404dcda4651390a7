import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../../stdx/clock.js'
import { deathsMax, deathsWindowMs, respawnDelayMsMax, respawnDelayMsMin } from './limits.js'
import { RespawnPace } from './respawn-pace.js'

describe('the pace at which workers are replaced', () => {
  it('is slower with every death within a while, until there were too many', () => {
    const pace = new RespawnPace(new VirtualClock())
    const delays = Array.from({ length: deathsMax }, () => pace.next())
    assert.deepEqual(delays.slice(0, 4), [
      0,
      respawnDelayMsMin,
      2 * respawnDelayMsMin,
      4 * respawnDelayMsMin,
    ])
    assert.equal(delays.at(-1), respawnDelayMsMax)
    assert.equal(pace.next(), undefined)
  })

  it('forgets deaths that are long ago', () => {
    const clock = new VirtualClock()
    const pace = new RespawnPace(clock)
    for (let i = 0; i < 3 * deathsMax; i++) {
      assert.equal(pace.next(), 0)
      clock.advance(deathsWindowMs)
    }
    assert.equal(pace.next(), 0)
    clock.advance(deathsWindowMs - 1)
    assert.equal(pace.next(), respawnDelayMsMin)
  })
})
