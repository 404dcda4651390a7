import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../test/support/until.js'
import { ownMemory } from '../stdx/own-memory.js'
import { PiecePool } from './piece-pool.js'

describe('a pool of pieces', () => {
  it('keeps some of those that are given', () => {
    let made = 0
    const make = (bytes: number) => Buffer.alloc(bytes, ++made)
    const pool = new PiecePool({ pieceBytes: 10, spareMax: 2, make })
    const taken = [pool.take(), pool.take(), pool.take()]
    for (const piece of taken) pool.give(piece)
    const again = [pool.take(), pool.take(), pool.take()]
    assert.deepEqual(
      again.map((piece) => piece[0]),
      [2, 1, 4],
    )
  })

  it('gives memory back to the system after a while, or at once if it has enough', async () => {
    const pool = new PiecePool({ pieceBytes: 10, spareMax: 1, make: ownMemory, keptMs: 1 })
    const [kept, more] = [pool.take(), pool.take()]
    pool.give(kept)
    pool.give(more)
    assert.equal(more.length, 0)
    await until(
      () => kept.length === 0,
      () => 'it was kept',
    )
    assert.equal(pool.take().length, 10)
  })
})
