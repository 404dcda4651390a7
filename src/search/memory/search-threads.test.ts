import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RowBatch } from './row-batch.js'
import { SearchThreads, ThreadsLost } from './search-threads.js'

const shape = { dimensions: 2, distance: 'euclidean', filterCount: 0 } as const
const open = { kind: 'open', index: 1, scope: 1, shape, onlyFloats: false } as const
const search = {
  kind: 'search',
  index: 1,
  scope: 1,
  vector: Float32Array.of(0, 0),
  count: 1,
  filters: [],
} as const

describe('search threads', () => {
  it('do what they are asked in order, and say how much memory they use', async () => {
    const threads = new SearchThreads(2)
    const opened = threads.askAll(open)
    const rows = new RowBatch(shape)
    rows.remove(Buffer.from('a key that is not there'), 7)
    const batch = rows.toBuffer()
    const stored = threads.ask(0, { kind: 'rows', index: 1, batch }, [batch])
    const found = threads.askAll(search)
    assert.equal((await opened).length, 2)
    await stored
    assert.deepEqual(
      (await found).map(({ found: rows }) => rows!.keys.length),
      [0, 0],
    )
    assert.ok(threads.bytes > 0)
    await threads.close()
  })

  it('are all lost if one fails', async () => {
    const threads = new SearchThreads(2)
    await threads.askAll(open)
    const good = threads.ask(1, search)
    await good
    // Nothing of this index was ever opened.
    await assert.rejects(threads.ask(0, { ...search, index: 2 }), ThreadsLost)
    await assert.rejects(threads.ask(1, search), ThreadsLost)
    await threads.close()
  })
})
