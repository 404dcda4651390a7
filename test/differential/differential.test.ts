/** The command's own parts: what counts as a difference, what is judged, what a history shrinks to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallAnswer, Json } from '../support/client.js'
import { chanceOf } from '../support/chance.js'
import { differencesOf, type Difference } from './difference.js'
import { randomItemHistory } from './item-plane.js'
import { isAvoided, judgementOf } from './judgement.js'
import { minimise } from './minimise.js'
import { normalise } from './normalise.js'
import type { Request } from './request.js'
import { randomTableHistory } from './table-plane.js'

const scan: Request = { operation: 'Scan', input: { TableName: 'Things' } }

const answer = (body: Json): CallAnswer => {
  return { status: 200, type: undefined, message: undefined, body, headers: {} }
}
const refusal = (type: string, message: string): CallAnswer => {
  return { ...answer({}), status: 400, type, message }
}
const compare = (ours: CallAnswer, theirs: CallAnswer): readonly Difference[] =>
  differencesOf(scan, normalise(scan, ours, []), normalise(scan, theirs, []))

describe('answers', () => {
  it('agree whatever the order of members, sets and scanned items', () => {
    const [a, b] = [{ pk: { S: 'a' }, s: { SS: ['x', 'y'] } }, { pk: { S: 'b' } }]
    const turned = { s: { SS: ['y', 'x'] }, pk: { S: 'a' } }
    assert.deepEqual(compare(answer({ Items: [a, b] }), answer({ Items: [b, turned] })), [])
  })

  it('differ place by place', () => {
    const found = compare(answer({ Count: 1, Items: [{}] }), answer({ Count: 2, Items: [{}] }))
    assert.deepEqual(
      found.map(({ at, ours, theirs }) => [at, ours, theirs]),
      [['Count', '1', '2']],
    )
  })

  it('differ in the type and the text of an error, and in whether there is one', () => {
    const [a, b] = [refusal('ValidationException', 'a'), refusal('ValidationException', 'b')]
    assert.equal(compare(a, b)[0]?.at, 'error')
    assert.equal(compare(a, answer({}))[0]?.at, 'outcome')
    assert.deepEqual(compare(a, a), [])
  })
})

describe('a judgement', () => {
  const difference = { request: scan, at: 'Count', ours: '1', theirs: '2' }

  it('matches if all of its patterns do', () => {
    const right = { reason: '', operations: ['Scan'], at: /^Count$/, theirs: /2/ }
    assert.equal(judgementOf(difference, [{ ...right, ours: /3/ }, right]), right)
    assert.equal(judgementOf(difference, [{ ...right, operations: ['Query'] }]), undefined)
  })

  it('can keep a request from being sent', () => {
    assert.equal(isAvoided(scan, [{ reason: '', request: /Things/ }]), true)
    assert.equal(isAvoided(scan, [{ reason: '', request: /Others/ }]), false)
  })
})

describe('a history', () => {
  it('shrinks to the requests that matter', async () => {
    const history = Array.from({ length: 20 }, (_, Limit) => ({ ...scan, input: { Limit } }))
    const needed = [history[3], history[11], history[19]]
    const shortest = await minimise(history, async (shorter) =>
      needed.every((request) => shorter.includes(request!)),
    )
    assert.deepEqual(shortest, needed)
  })

  it('is the same for the same seed', () => {
    for (const random of [randomItemHistory, randomTableHistory]) {
      assert.deepEqual(random(chanceOf(7)), random(chanceOf(7)))
      assert.equal(random(chanceOf(7))[0]?.operation, 'CreateTable')
    }
  })
})
