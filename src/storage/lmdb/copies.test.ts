import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyOf } from './copies.js'
import { copyPieceBytes, copySharingBytesMax } from './limits.js'

describe('copies of what LMDB shows', () => {
  it('stay as they are when their source and later copies change', () => {
    const source = Buffer.alloc(1000)
    const copies = Array.from({ length: 500 }, (_, n) => {
      source.fill(n % 251)
      return copyOf(source, 10, 1 + n)
    })
    copies.forEach((copy, n) => assert.deepEqual(copy, Buffer.alloc(1 + n, n % 251)))
  })

  it('share memory up to a size, and have exactly their own beyond', () => {
    const source = Buffer.alloc(copySharingBytesMax + 1)
    const shared = copyOf(source, 0, copySharingBytesMax)
    assert.equal(shared.buffer.byteLength, copyPieceBytes)
    const own = copyOf(source, 0, copySharingBytesMax + 1)
    assert.equal(own.buffer.byteLength, own.length)
  })

  it('may be empty', () => {
    assert.equal(copyOf(Buffer.alloc(0), 0, 0).length, 0)
  })
})
