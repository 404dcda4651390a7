import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { VirtualClock } from '../../stdx/clock.js'
import { InFlight, type Waiting } from './in-flight.js'

// The timer of the memory itself does not keep a process alive.
const alive = setInterval(() => undefined, 1000)
after(() => clearInterval(alive))

const mb = 1024 * 1024
const budget = 100 * mb

function memory(waiting: Partial<Waiting> = {}) {
  const clock = new VirtualClock()
  const limits = { waitMsMax: 1000, waitersMax: 10, intervalMs: 1, ...waiting }
  return { clock, flight: new InFlight(budget, limits, clock) }
}

describe('memory for requests', () => {
  it('is given to small requests up to the last byte', () => {
    const { flight } = memory()
    assert.ok(flight.takeSmall(budget))
    assert.equal(flight.takeSmall(1), false)
    flight.leaveSmall(budget)
    assert.ok(flight.takeSmall(1))
    assert.equal(flight.bytes, 1)
  })

  it('is given to pages up to their share', () => {
    const { flight } = memory()
    assert.equal(flight.takePage(87.5 * mb + 1), false)
    assert.ok(flight.takePage(87.5 * mb))
    assert.equal(flight.takePage(1), false)
    flight.leaveSmall(87.5 * mb)
    assert.equal(flight.bytes, 0)
  })

  it('is given to large requests up to their share, so that small ones go on', () => {
    const { flight } = memory()
    const first = flight.tryEnter(50 * mb)!
    const second = flight.tryEnter(25 * mb)
    assert.ok(first.isHeld && second?.isHeld)
    assert.equal(flight.tryEnter(9 * mb), undefined)
    assert.ok(flight.tryEnter(8 * mb), 'a page has a larger share')
    assert.equal(flight.tryEnter(8 * mb), undefined)
    assert.ok(flight.takeSmall(10 * mb))
  })

  it('is given to a request that is alone, however large', () => {
    const { flight } = memory()
    const room = flight.tryEnter(2 * budget)!
    assert.ok(room.isHeld)
    assert.equal(flight.tryEnter(9 * mb), undefined)
    room.leave()
    assert.equal(flight.bytes, 0)
  })

  it('is given to those who wait, in their order, when others leave', async () => {
    const { flight } = memory()
    const first = flight.enter(75 * mb)
    const [second, third] = [flight.enter(40 * mb), flight.enter(40 * mb)]
    assert.deepEqual([second.isHeld, third.isHeld, flight.waiting], [false, false, 2])
    const got = second.held()
    first.leave()
    assert.equal(await got, true)
    assert.deepEqual([second.isHeld, third.isHeld], [true, false])
    second.leave()
    assert.ok(third.isHeld)
  })

  it('is given first to what fits', () => {
    const { flight } = memory()
    const first = flight.enter(70 * mb)
    const large = flight.enter(60 * mb)
    const page = flight.enter(8 * mb)
    assert.deepEqual([first.isHeld, large.isHeld, page.isHeld], [true, false, true])
  })

  it('is not waited for longer than allowed', async () => {
    const { clock, flight } = memory()
    flight.enter(75 * mb)
    const late = flight.enter(40 * mb)
    const got = late.held()
    clock.advance(1000)
    assert.equal(await got, false)
    assert.deepEqual([late.isHeld, flight.waiting, flight.bytes], [false, 0, 75 * mb])
  })

  it('is not waited for by more than allowed', () => {
    const { flight } = memory({ waitersMax: 1 })
    flight.enter(75 * mb)
    const [waiting, refused] = [flight.enter(40 * mb), flight.enter(40 * mb)]
    assert.deepEqual([waiting.state, refused.held()], ['waiting', false])
  })

  it('is not waited for by clients that have left', async () => {
    const { flight } = memory()
    const first = flight.enter(75 * mb)
    const gone = flight.enter(40 * mb)
    const got = gone.held()
    gone.leave()
    assert.equal(await got, false)
    first.leave()
    first.leave()
    assert.equal(flight.bytes, 0)
  })
})

describe('a room', () => {
  it('shrinks at once, and lets others in', () => {
    const { flight } = memory()
    const first = flight.enter(75 * mb)
    const second = flight.enter(40 * mb)
    assert.ok(first.tryChange(10 * mb))
    assert.ok(second.isHeld)
    assert.equal(flight.bytes, 50 * mb)
  })

  it('waits to grow', async () => {
    const { flight } = memory()
    const [first, second] = [flight.enter(30 * mb), flight.enter(30 * mb)]
    assert.equal(first.tryChange(60 * mb), false)
    const grown = first.change(60 * mb)
    assert.equal(first.isHeld, false)
    second.leave()
    assert.equal(await grown, true)
    assert.equal(flight.bytes, 60 * mb)
  })

  it('grows even if all others wait to grow too', async () => {
    const { flight } = memory()
    const [first, second] = [flight.enter(30 * mb), flight.enter(30 * mb)]
    const secondGrown = second.change(70 * mb)
    assert.equal(await first.change(70 * mb), true, 'nobody else would ever leave')
    first.leave()
    assert.equal(await secondGrown, true)
  })

  it('counts what is in memory already, whatever the limit', () => {
    const { flight } = memory()
    const room = flight.enter(10 * mb)
    room.correct(150 * mb)
    flight.hold(150 * mb)
    assert.equal(flight.bytes, 300 * mb)
  })
})

describe('a client that does nothing', () => {
  const patience = { contendedMsMax: 50, msMax: 500 }
  /** Resolves when the client is cut off. */
  const cutOff = (flight: InFlight) => {
    const room = flight.enter(75 * mb)
    return new Promise<void>((resolve) => {
      room.awaitClient(patience, () => {
        room.leave()
        resolve()
      })
    })
  }

  it('loses its room soon if others wait for memory', async () => {
    const { clock, flight } = memory()
    const cut = cutOff(flight)
    const other = flight.enter(40 * mb)
    clock.advance(50)
    await cut
    assert.ok(other.isHeld)
  })

  it('loses its room late if nobody waits', async () => {
    const { clock, flight } = memory()
    const cut = cutOff(flight)
    clock.advance(500)
    await cut
    assert.equal(flight.bytes, 0)
  })

  it('keeps its room as long as it does something', async () => {
    const { clock, flight } = memory()
    const room = flight.enter(75 * mb)
    let cuts = 0
    room.awaitClient(patience, () => cuts++)
    const other = flight.enter(40 * mb)
    const refused = other.held()
    for (let n = 0; n < 50; n++) {
      clock.advance(40)
      room.progress()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    await refused
    assert.equal(cuts, 0)
    assert.ok(room.isHeld)
  })
})
