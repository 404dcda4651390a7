import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerHeadBytes, joinedAnswerBytesMax, ownMemoryBytesMin } from '../limits.js'
import { answerBytes, answerSent, framed, slabBytes } from './answer-bytes.js'

const head = 'HTTP/1.1 200 OK\r\n\r\n'

describe('answerBytes', () => {
  it('gives every answer bytes that no other has', () => {
    const answers = Array.from({ length: 40 }, (_, i) => answerBytes(joinedAnswerBytesMax).fill(i))
    for (const [i, bytes] of answers.entries())
      assert.deepEqual(bytes, Buffer.alloc(joinedAnswerBytesMax, i))
  })

  const shares = (length: number, expected: boolean) =>
    void it(`${length} bytes ${expected ? 'share a slab' : 'stand alone'}`, () => {
      const bytes = answerBytes(length)
      assert.equal(bytes.length, length)
      assert.equal(bytes.buffer.byteLength, expected ? slabBytes : length)
    })
  shares(1, true)
  shares(joinedAnswerBytesMax, true)
  shares(joinedAnswerBytesMax + 1, false)

  const goesBack = (length: number, expected: boolean) =>
    void it(`memory of ${length} bytes is ${expected ? 'the system’s own' : 'the allocator’s'}`, () => {
      const bytes = answerBytes(length).fill(7)
      assert.equal(bytes.length, length)
      assert.equal((bytes.buffer as ArrayBuffer).resizable, expected)
      assert.ok(Buffer.concat([bytes]).equals(Buffer.alloc(length, 7)))
    })
  goesBack(ownMemoryBytesMin - 1, false)
  goesBack(ownMemoryBytesMin, true)
})

describe('framed', () => {
  const heads = (length: number, isCopied: boolean) =>
    void it(`a head of ${length} bytes ${isCopied ? 'takes the body along' : 'stands before the body'}`, () => {
      const body = answerBytes(3).fill('abc')
      const { bytes } = framed('h'.repeat(length), body)
      assert.equal(bytes.toString(), 'h'.repeat(length) + 'abc')
      assert.equal(bytes.subarray(length).byteOffset !== body.byteOffset, isCopied)
    })
  heads(1, false)
  heads(answerHeadBytes, false)
  heads(answerHeadBytes + 1, true)

  it('copies a body that has memory of its own', () => {
    assert.equal(framed(head, Buffer.from('{}')).bytes.toString(), `${head}{}`)
  })

  it('leaves the answer before it alone', () => {
    const [first, second] = [answerBytes(10).fill('a'), answerBytes(10).fill('b')]
    framed('h'.repeat(answerHeadBytes), second)
    assert.equal(first.toString(), 'a'.repeat(10))
  })
})

describe('answerSent', () => {
  it('lets memory be used again, and never that of an answer that is not sent', () => {
    const waiting: { body: Buffer; text: string; sent: () => void }[] = []
    const memories = new Set<ArrayBufferLike>()
    for (let i = 0; i < 2000; i++) {
      const body = answerBytes(20_000).fill(i % 251)
      memories.add(body.buffer)
      const answer = framed(head, body)
      waiting.push({ body, text: body.toString('latin1'), sent: () => answerSent(answer) })
      if (waiting.length < 30) continue
      const [done] = waiting.splice((i * 7) % 30, 1)
      assert.equal(done!.body.toString('latin1'), done!.text)
      done!.sent()
    }
    assert.ok(memories.size < 40, `${memories.size} slabs`)
  })
})
