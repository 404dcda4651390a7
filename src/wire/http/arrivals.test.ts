import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { heldForArrivalsMsMax, heldForArrivalsShare, heldForCrowdMsMax } from '../limits.js'
import { Arrivals } from './arrivals.js'

function open() {
  let nowMs = 1000
  const arrivals = new Arrivals(() => nowMs)
  const begun: number[] = []
  return {
    arrivals,
    begun,
    hold: (number: number) => arrivals.hold(() => begun.push(number)),
    wait: (ms: number) => (nowMs += ms),
  }
}

describe('requests while connections arrive', () => {
  it('are not held when nobody arrives', () => {
    assert.equal(open().arrivals.comeFirst, false)
  })

  it('begin with the first turn in which nobody arrives, in their order', async () => {
    const { arrivals, begun, hold } = open()
    for (let each = 0; each < 3; each++) {
      arrivals.note()
      assert.equal(arrivals.comeFirst, true)
      hold(each)
      await turn()
      assert.deepEqual(begun, [])
    }
    await turn()
    assert.deepEqual(begun, [0, 1, 2])
    assert.equal(arrivals.comeFirst, false)
  })

  it('begin after some milliseconds, however many arrive', async () => {
    const { arrivals, begun, hold, wait } = open()
    arrivals.note()
    hold(1)
    wait(heldForArrivalsMsMax - 1)
    await turn()
    assert.deepEqual(begun, [])
    arrivals.note()
    wait(1)
    await turn()
    assert.deepEqual(begun, [1])
    assert.equal(arrivals.comeFirst, true)
    hold(2)
    arrivals.note()
    await turn()
    assert.deepEqual(begun, [1], 'the time of those that come later begins anew')
    await turn()
    assert.deepEqual(begun, [1, 2])
  })

  it('are no longer held where connections never stop arriving, but again later', async () => {
    const { arrivals, begun, hold, wait } = open()
    const holdFor = async (ms: number) => {
      arrivals.note()
      assert.equal(arrivals.comeFirst, true)
      hold(begun.length)
      wait(ms)
      await turn()
    }
    const holds = heldForCrowdMsMax / heldForArrivalsMsMax
    for (let n = 0; n < holds; n++) await holdFor(heldForArrivalsMsMax)
    assert.equal(begun.length, holds)
    // What has been allowed meanwhile.
    await holdFor(heldForArrivalsMsMax)
    arrivals.note()
    await turn()
    assert.equal(arrivals.comeFirst, false)
    wait(heldForArrivalsMsMax / heldForArrivalsShare)
    arrivals.note()
    await turn()
    assert.equal(arrivals.comeFirst, true)
  })
})
