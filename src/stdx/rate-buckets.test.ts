import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RateBuckets } from './rate-buckets.js'

function bucketsAt(keysMax = 10) {
  const clock = { nowMs: 0, now: () => clock.nowMs }
  return { clock, buckets: new RateBuckets({ perSecond: 2, burst: 3, keysMax, clock }) }
}

describe('rate buckets', () => {
  it('let a burst through, then as many as the time allows', () => {
    const { clock, buckets } = bucketsAt()
    const take = (count: number) => Array.from({ length: count }, () => buckets.take('a'))
    assert.deepEqual(take(4), [true, true, true, false])
    clock.nowMs = 499
    assert.deepEqual(take(1), [false])
    clock.nowMs = 1_000
    assert.deepEqual(take(3), [true, true, false])
    clock.nowMs = 60_000
    assert.deepEqual(take(4), [true, true, true, false])
  })

  it('count each key apart', () => {
    const { buckets } = bucketsAt()
    for (let i = 0; i < 3; i++) buckets.take('a')
    assert.deepEqual([buckets.take('a'), buckets.take('b')], [false, true])
  })

  it('owe what happened elsewhere, up to a burst', () => {
    const { clock, buckets } = bucketsAt()
    buckets.charge('a', 2)
    assert.deepEqual([buckets.take('a'), buckets.take('a')], [true, false])
    buckets.charge('a', 100)
    clock.nowMs = 1_999
    assert.equal(buckets.take('a'), false)
    clock.nowMs = 2_000
    assert.equal(buckets.take('a'), true)
  })

  it('remember only so many keys, those used last', () => {
    const { buckets } = bucketsAt(2)
    for (let i = 0; i < 3; i++) buckets.take('a')
    buckets.take('b')
    assert.equal(buckets.take('a'), false)
    buckets.take('c')
    assert.equal(buckets.size, 2)
    assert.equal(buckets.take('a'), false)
  })
})
