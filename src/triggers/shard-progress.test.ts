/** The position of a shard while several batches are in progress. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ShardProgress } from './shard-progress.js'

describe('the progress of a shard', () => {
  it('never passes a record that is not processed', () => {
    const progress = new ShardProgress(5)
    for (const position of [5, 6, 8]) progress.begin(position)
    progress.readUpTo(10)
    assert.equal(progress.position, 5)
    progress.finish([6])
    assert.equal(progress.position, 5)
    progress.finish([5])
    assert.equal(progress.position, 8)
    progress.finish([8])
    assert.equal(progress.position, 10)
    assert.ok(progress.isIdle)
  })

  it('passes records that need nothing to be done', () => {
    const progress = new ShardProgress(1)
    progress.readUpTo(4)
    assert.equal(progress.position, 4)
    progress.begin(6)
    progress.readUpTo(7)
    assert.equal(progress.position, 6)
  })
})
