/** Messages between server and handlers arrive whole, however they are split on the way. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeFrame, FrameReader, FrameTooLong } from './frames.js'

describe('frames', () => {
  it('are put together again, however they are cut', () => {
    const texts = ['{}', '', '{"a":"ä€😀"}', 'x'.repeat(300)]
    const bytes = Buffer.concat(texts.map(encodeFrame))
    for (let size = 1; size <= bytes.length; size += 7) {
      const reader = new FrameReader(300)
      const found: string[] = []
      for (let at = 0; at < bytes.length; at += size) {
        found.push(...reader.push(bytes.subarray(at, at + size)))
      }
      assert.deepEqual(found, texts)
    }
  })

  it('are refused by their length, before they have arrived', () => {
    const frame = encodeFrame('x'.repeat(301))
    assert.throws(() => new FrameReader(300).push(frame.subarray(0, 4)), FrameTooLong)
  })
})
