/** Reads that no client waits for are bounded, and harm nobody. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '../stdx/log.js'
import { BackgroundReads } from './background-reads.js'
import { backgroundReadsMax } from './limits.js'

describe('background reads', () => {
  it('are so many at once; further ones are left out', async () => {
    const reads = new BackgroundReads(silentLog)
    let begun = 0
    const ends: (() => void)[] = []
    const read = () => {
      begun++
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    for (let i = 0; i <= backgroundReadsMax; i++) reads.begin(read)
    assert.equal(begun, backgroundReadsMax)
    assert.equal(reads.hasRoom, false)
    for (const end of ends) end()
    await reads.settled()
    reads.begin(read)
    assert.equal(begun, backgroundReadsMax + 1)
  })

  it('may fail', async () => {
    const reads = new BackgroundReads(silentLog)
    reads.begin(async () => Promise.reject(new Error('the store is away')))
    await reads.settled()
    assert.equal(reads.hasRoom, true)
  })
})
