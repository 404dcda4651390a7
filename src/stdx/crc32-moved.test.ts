import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from './crc32.js'
import { crc32Moved } from './crc32-moved.js'

/** Twice: the second answer comes from what the first one left behind. */
function check(length: number): void {
  it(`${length} bytes`, () => {
    const bytes = Buffer.alloc(length, 'many bytes of an item')
    for (const [from, to] of [...begun, ...begun]) {
      assert.equal(crc32Moved(crc32(bytes, from), length, from, to), crc32(bytes, to))
    }
  })
}

const begun = [
  [0, 0xcbf43926],
  [0xcbf43926, 0],
  [1024, 0xffffffff],
  [7, 7],
  [0x80000000, 0x7fffffff],
] as const

describe('crc32Moved', () => {
  for (const length of [0, 1, 2, 3, 255, 1024, 4096, 409_600, 16 * 1024 * 1024]) check(length)

  it('keeps apart lengths whose powers share a place', () => {
    for (const length of [5, 5 + 4096, 5, 5 + 2 * 4096]) {
      const bytes = Buffer.alloc(length, 1)
      assert.equal(crc32Moved(crc32(bytes, 3), length, 3, 4), crc32(bytes, 4))
    }
  })
})
