import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerBytes, pageBytes, sharedBytesMax } from './answer-bytes.js'

describe('answerBytes', () => {
  it('gives every answer bytes that no other has', () => {
    const length = sharedBytesMax - 1
    const answers = Array.from({ length: 20 }, (_, i) => answerBytes(length).fill(i))
    for (const [i, bytes] of answers.entries()) assert.deepEqual(bytes, Buffer.alloc(length, i))
  })

  const shares = (length: number, expected: boolean) =>
    void it(`${length} bytes ${expected ? 'share a page' : 'stand alone'}`, () => {
      const bytes = answerBytes(length)
      assert.equal(bytes.length, length)
      assert.equal(bytes.buffer.byteLength, expected ? pageBytes : length)
    })
  shares(1, true)
  shares(sharedBytesMax, true)
  shares(sharedBytesMax + 1, false)
})
