import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { enterLongPages, leaveLongPages, longPagesMax } from './long-pages.js'

describe('long pages', () => {
  it('wait if many are under way, and continue in their order', async () => {
    for (let i = 0; i < longPagesMax; i++) assert.equal(enterLongPages(), undefined)
    const order: number[] = []
    const late = [1, 2].map(async (n) => {
      await enterLongPages()
      order.push(n)
    })
    await Promise.resolve()
    assert.deepEqual(order, [])
    leaveLongPages()
    await late[0]
    assert.deepEqual(order, [1])
    leaveLongPages()
    await late[1]
    assert.deepEqual(order, [1, 2])
    for (let i = 0; i < longPagesMax; i++) leaveLongPages()
    assert.equal(enterLongPages(), undefined)
    leaveLongPages()
  })
})
