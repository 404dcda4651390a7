import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentApartMax } from '../../limits.js'
import { numberAfter, SendingRing, slotOf, stepsBetween } from './sending-ring.js'

class Done extends Error {}

/** Plays the thread until everything is sent that was handed over. */
function serve(ring: SendingRing, count: number, accept: (text: string) => number) {
  const sent: [number, string][] = []
  const send = (descriptor: number, bytes: Buffer, length: number): number => {
    if (sent.length === count) throw new Done()
    const text = bytes.toString('utf8', 0, length)
    sent.push([descriptor, text])
    return accept(text)
  }
  // The last one ends it, since it would wait for more.
  ring.hand(count, 0, Buffer.of(0))
  assert.throws(() => ring.serve(send), Done)
  return sent
}

describe('the ring of answers', () => {
  it('gives the thread each answer once, in order', () => {
    const ring = new SendingRing()
    ring.hand(0, 7, Buffer.from('one'))
    ring.hand(1, 8, Buffer.from('another'))
    assert.deepEqual(
      serve(new SendingRing(ring.memory), 2, ({ length }) => length),
      [
        [7, 'one'],
        [8, 'another'],
      ],
    )
    assert.equal(ring.sent, 2)
    assert.deepEqual([ring.restOf(0), ring.restOf(1)], [undefined, undefined])
  })

  it('keeps what the system did not accept', () => {
    const ring = new SendingRing()
    ring.hand(0, 7, Buffer.from('half'))
    ring.hand(1, 7, Buffer.from('none'))
    serve(ring, 2, (text) => (text === 'half' ? 2 : 0))
    assert.deepEqual([String(ring.restOf(0)), String(ring.restOf(1))], ['lf', 'none'])
  })

  it('numbers answers without an end', () => {
    let number = 2 ** 31 - 2
    const slots = [number, ...Array.from({ length: 4 }, () => (number = numberAfter(number)))]
    assert.deepEqual(slots.slice(0, 4), [2 ** 31 - 2, 2 ** 31 - 1, -(2 ** 31), 1 - 2 ** 31])
    assert.equal(stepsBetween(slots[0]!, slots[4]!), 4)
    const places = slots.map(
      (each) => (slotOf(each) - slotOf(slots[0]!) + sentApartMax) % sentApartMax,
    )
    assert.deepEqual(places, [0, 1, 2, 3, 4])
    assert.equal(slotOf(numberAfter(-1)), (slotOf(-1) + 1) % sentApartMax)
  })
})
