import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { heldForArrivalsMsMax } from '../limits.js'
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
    assert.equal(open().arrivals.areExpected, false)
  })

  it('begin with the first turn in which nobody arrives, in their order', async () => {
    const { arrivals, begun, hold } = open()
    for (let each = 0; each < 3; each++) {
      arrivals.note()
      assert.equal(arrivals.areExpected, true)
      hold(each)
      await turn()
      assert.deepEqual(begun, [])
    }
    await turn()
    assert.deepEqual(begun, [0, 1, 2])
    assert.equal(arrivals.areExpected, false)
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
    assert.equal(arrivals.areExpected, true)
    hold(2)
    arrivals.note()
    await turn()
    assert.deepEqual(begun, [1], 'the time of those that come later begins anew')
    await turn()
    assert.deepEqual(begun, [1, 2])
  })
})
