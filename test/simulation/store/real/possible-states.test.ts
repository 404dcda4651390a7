import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unknownOutcome, type Answered } from '../answered.js'
import type { Call } from '../calls.js'
import { emptyState, withTable } from '../model.js'
import { keysOf } from '../tables.js'
import { text, type Item } from '../values.js'
import { PossibleStates } from './possible-states.js'

const [key, other] = keysOf('plain') as [Item, Item]
const item = { ...key, mark: text('m1') }
const done: Answered = { kind: 'done', answer: {} }
const found: Answered = { kind: 'done', answer: { Item: item } }
const get: Call = { kind: 'get', key: { table: 'plain', key }, projected: false }

function put(written: Item): Call {
  const write = { kind: 'put', table: 'plain', key: { pk: written['pk']! }, item: written } as const
  return { kind: 'write', write, returned: 'NONE' }
}

describe('what a client knows', () => {
  it('contradicts the loss of what was acknowledged', () => {
    const known = new PossibleStates(withTable(emptyState, 'plain'))
    known.note(put(item), done)
    known.note(get, found)
    assert.throws(() => known.note(get, done))
  })

  it('leaves open whether and when a write without an answer happens, but not whether it stays', () => {
    const known = new PossibleStates(withTable(emptyState, 'plain'))
    known.note(put(item), unknownOutcome)
    known.note(get, done)
    known.note(get, found)
    assert.throws(() => known.note(get, done))
  })

  it('contradicts a write that happens after a later one was acknowledged', () => {
    const known = new PossibleStates(withTable(emptyState, 'plain'))
    known.note(put(item), unknownOutcome)
    known.note(put({ ...other, mark: text('m2') }), done)
    known.nothingIsUnderWay()
    known.note(get, done)
    assert.throws(() => known.note(get, found))
  })
})
