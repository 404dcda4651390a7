import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ClientLimits } from '../../wire/http/client-limits.js'
import { takenKeysMax } from './limits.js'
import type { TakenRates } from './messages.js'
import { ToldRates } from './told-rates.js'

const clock = { now: () => 0 }

/** The limits of a worker, and what it tells. */
function worker(perAddress: number) {
  const told: TakenRates[] = []
  let wake: () => void = () => undefined
  const rates = new ToldRates((taken) => {
    told.push(taken)
    wake()
  })
  const limits = new ClientLimits({ perAddress, perKey: 0 }, clock, rates.note)
  rates.onOthers((rate, key, times) => limits.charge(rate, key, times))
  const next = () => new Promise<void>((resolve) => (wake = resolve))
  return { told, rates, limits, next }
}

describe('rates of clients that several workers serve', () => {
  it('are what one worker would allow, once they have told each other', async () => {
    const [one, other] = [worker(3), worker(3)]
    const peer = { address: '192.0.2.1', tls: undefined }
    const told = one.next()
    assert.deepEqual([one.limits.isOver(peer), one.limits.isOver(peer)], [false, false])
    await told
    assert.deepEqual(one.told, [{ address: { '192.0.2.1': 2 } }])
    other.rates.others(one.told[0]!)
    assert.deepEqual([other.limits.isOver(peer), other.limits.isOver(peer)], [false, true])
    assert.equal(other.limits.isOver({ ...peer, address: '192.0.2.2' }), false)
  })

  it('are told of so many keys at once', async () => {
    const { rates, told, next } = worker(3)
    const sent = next()
    for (let i = 0; i <= takenKeysMax; i++) rates.note('key', `AKIA ${i}`)
    await sent
    assert.equal(Object.keys(told[0]!.key!).length, takenKeysMax)
    assert.ok('AKIA 0' in told[0]!.key!)
  })
})
