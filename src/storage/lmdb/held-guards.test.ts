import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeldGuards } from './held-guards.js'

const guard = { space: 0, key: Buffer.of(1), value: Buffer.of(2) }

describe('the guards that hold in a group', () => {
  it('are known until something in their space changes', () => {
    const held = new HeldGuards()
    assert.equal(held.has(guard), false)
    held.add(guard)
    held.changed(7)
    assert.equal(held.has(guard), true)
    held.changed(0)
    assert.equal(held.has(guard), false)
  })

  it('are forgotten when another group begins', () => {
    const held = new HeldGuards()
    held.add(guard)
    held.begin()
    assert.equal(held.has(guard), false)
  })
})
