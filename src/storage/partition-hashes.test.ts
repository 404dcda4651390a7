import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeKeyValue } from './key-codec.js'
import { partitionHash } from './partition-hash.js'
import { generationEntries, PartitionHashes } from './partition-hashes.js'

const keyOf = (n: number) => ({ S: `key ${n}` })
const hashOf = (n: number) => partitionHash(encodeKeyValue('S', keyOf(n)))

describe('PartitionHashes', () => {
  it('has the hash of each key, however often generations change', () => {
    const hashes = new PartitionHashes()
    const count = 3 * generationEntries
    for (let n = 0; n < count; n++) hashes.of('S', keyOf(n))
    for (let n = 0; n < count; n += 97) assert.deepEqual(hashes.of('S', keyOf(n)), hashOf(n))
  })

  it('keeps what is used, and leaves what was returned as it was', () => {
    const hashes = new PartitionHashes()
    const first = hashes.of('S', keyOf(0))
    for (let n = 1; n <= generationEntries; n++) hashes.of('S', keyOf(n))
    const again = hashes.of('S', keyOf(0))
    assert.equal(hashes.of('S', keyOf(0)), again)
    assert.deepEqual([first, again], [hashOf(0), hashOf(0)])
  })

  it('keeps no memory alive but its own', () => {
    const hashes = new PartitionHashes()
    const memory = new Set<ArrayBufferLike>()
    for (let n = 0; n < 2 * generationEntries; n++) memory.add(hashes.of('S', keyOf(n)).buffer)
    assert.equal(memory.size, 2)
  })
})
