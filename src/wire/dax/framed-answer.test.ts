import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { framedAnswer } from './framed-answer.js'

describe('an answer in a frame', () => {
  it('has its length and a flag in front', () => {
    const framed = framedAnswer(Buffer.from('80a0', 'hex'))
    assert.equal(framed.toString('hex'), '0000000a0100000080a0')
  })
})
