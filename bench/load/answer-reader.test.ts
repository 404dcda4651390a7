import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerReader } from './answer-reader.js'

describe('AnswerReader', () => {
  const answer = Buffer.from('HTTP/1.1 400 Bad\r\nA: b\r\nContent-Length: 5\r\n\r\nh\r\n\r\n')

  it('finds the end of an answer however it is cut', () => {
    for (let cut = 1; cut < answer.length; cut++) {
      const reader = new AnswerReader()
      assert.equal(reader.add(answer.subarray(0, cut)), undefined)
      const found = reader.add(answer.subarray(cut))
      assert.deepEqual({ status: found?.status, body: String(found?.body) }, expected)
    }
  })

  it('starts afresh after an answer', () => {
    const reader = new AnswerReader()
    for (let i = 0; i < 2; i++) assert.equal(reader.add(answer)?.status, 400)
  })

  it('refuses an answer without a length', () => {
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')
    assert.throws(() => new AnswerReader().add(chunked), /without Content-Length/)
  })

  const expected = { status: 400, body: 'h\r\n\r\n' }
})
