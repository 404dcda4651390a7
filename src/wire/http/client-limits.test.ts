import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusalsBurst } from '../limits.js'
import { networkOf } from '../network-of.js'
import { ClientLimits } from './client-limits.js'

const here = { address: '192.0.2.1' }
const there = { address: '192.0.2.2' }

function limitsOf(perAddress: number, perKey: number) {
  const clock = { nowMs: 0, now: () => clock.nowMs }
  return { clock, limits: new ClientLimits({ perAddress, perKey }, clock) }
}

describe('limits of clients', () => {
  it('throttle an address, and no other', () => {
    const { clock, limits } = limitsOf(2, 0)
    const isOver = (peer: { address: string }) => limits.isOver(peer)
    assert.deepEqual([here, here, here, there].map(isOver), [false, false, true, false])
    assert.throws(() => limits.admitAddress(here), {
      name: 'ThrottlingException',
      message: 'Rate exceeded',
      status: 400,
    })
    clock.nowMs = 500
    assert.deepEqual([here, here].map(isOver), [false, true])
  })

  it('throttle a key, wherever it is used', () => {
    const { limits } = limitsOf(0, 1)
    limits.admitKey('AKIA1')
    limits.admitKey('AKIA2')
    assert.throws(() => limits.admitKey('AKIA1'), { name: 'ThrottlingException' })
  })

  it('that are off let everything through', () => {
    const { limits } = limitsOf(0, 0)
    for (let i = 0; i < 1_000; i++) {
      limits.admitAddress(here)
      limits.admitKey('AKIA1')
    }
  })

  it('do not know calls within the process', () => {
    const { limits } = limitsOf(1, 0)
    for (let i = 0; i < 10; i++) limits.admitAddress(undefined)
  })

  it('let those wait whose signatures are refused again and again', async () => {
    const { limits } = limitsOf(0, 0)
    for (let i = 0; i < refusalsBurst; i++) assert.equal(limits.refused(here), undefined)
    const waiting = limits.refused(here)
    assert.ok(waiting instanceof Promise)
    assert.equal(limits.refused(there), undefined)
    // Its timer alone does not keep a process alive.
    const alive = setInterval(() => undefined, 100)
    await waiting
    clearInterval(alive)
  })
})

describe('whom a limit of addresses is about', () => {
  const counts = (address: string, network: string) =>
    void it(address, () => assert.equal(networkOf(address), network))
  counts('192.0.2.1', '192.0.2.1')
  counts('2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64')
  counts('2001:DB8:1::6', '2001:db8:1:0::/64')
  counts('2001:db8::', '2001:db8:0:0::/64')
  counts('::1', '0:0:0:0::/64')
})
