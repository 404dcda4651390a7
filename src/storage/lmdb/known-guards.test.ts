import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemSpace } from '../engine.js'
import { KnownGuards } from './known-guards.js'
import { knownGuardsMax } from './limits.js'

const guardIn = (space: number) => ({ space, key: Buffer.of(1), value: Buffer.of(2) })
const [guard, other] = [guardIn(systemSpace), guardIn(systemSpace)]

describe('the guards that reads know to hold', () => {
  it('are those that were found to, as long as nothing changes', () => {
    const known = new KnownGuards()
    assert.equal(known.hold([guard], 1), false)
    known.add([guard], 1)
    assert.equal(known.hold([guard], 1), true)
    assert.equal(known.hold([], 1), true)
    assert.equal(known.hold([guard, other], 1), false)
    assert.equal(known.hold([guard], 2), false)
  })

  it('are none while something is changing', () => {
    const known = new KnownGuards()
    known.add([guard], undefined)
    assert.equal(known.hold([guard], undefined), false)
    assert.equal(known.hold([], undefined), false)
  })

  it('are none of another version', () => {
    const known = new KnownGuards()
    known.add([guard], 1)
    known.add([other], 2)
    assert.equal(known.hold([guard], 2), false)
    assert.equal(known.hold([other], 2), true)
  })

  it("are only those in the system's space", () => {
    const known = new KnownGuards()
    const elsewhere = guardIn(systemSpace + 1)
    known.add([elsewhere], 1)
    assert.equal(known.hold([elsewhere], 1), false)
  })

  it('are forgotten when there are too many', () => {
    const known = new KnownGuards()
    known.add([guard], 1)
    for (let n = 0; n <= knownGuardsMax; n++) known.add([guardIn(systemSpace)], 1)
    assert.equal(known.hold([guard], 1), false)
  })
})
