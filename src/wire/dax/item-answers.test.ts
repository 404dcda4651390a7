import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { members } from './answers.js'
import { itemInAnswer } from './item-answers.js'
import { MemberAnswer } from './member-answer.js'

describe('the item of an answer', () => {
  it('is what was put into it, or nothing', () => {
    const answer = new MemberAnswer()
    assert.equal(itemInAnswer(answer.written().toString('latin1')), undefined)
    answer.add(members.item, Buffer.from('42030a', 'hex'))
    const item = itemInAnswer(answer.written().toString('latin1'))
    assert.equal(item?.toString('hex'), '42030a')
  })
})
