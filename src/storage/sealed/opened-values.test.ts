import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { itemSizeBytesMax } from '../../model/limits.js'
import { keyBytesMax } from '../keyspace.js'
import { OpenedValues, openedHeaderBytes, openedValuesBytes } from './opened-values.js'
import { openedChunkBytes } from './limits.js'
import { nonceEnd, nonceOffset, tagBytes } from './sealed-layout.js'

const key = Buffer.from('key')
const value = Buffer.from('value')
const storedBytes = nonceEnd + value.length + tagBytes

/** A stored form whose nonce and tag no other name has. */
function sealed(name: string): Buffer {
  return Buffer.alloc(storedBytes, name)
}

function changedAt(offset: number): Buffer {
  const stored = sealed('n')
  stored[offset]! ^= 1
  return stored
}

const largeChunks = 2 * openedChunkBytes
const valuesPerChunk = 8
const large = Buffer.alloc(openedChunkBytes / valuesPerChunk - openedHeaderBytes - key.length)

/** A stored form of its own for each number. */
function numbered(n: number): Buffer {
  const stored = sealed('x')
  stored.writeInt32LE(n, stored.length - tagBytes)
  return stored
}

describe('values that were opened', () => {
  it('are kept from the second time on', () => {
    const values = new OpenedValues(1024)
    const openings = ['n', 'n', 'n'].map((name) => {
      const found = values.find(1, key, sealed(name)) !== undefined
      if (!found) values.opened(1, key, value, sealed(name))
      return found
    })
    assert.deepEqual(openings, [false, false, true])
  })

  it('are found again only in the same place', () => {
    const values = new OpenedValues(1024)
    values.keep(1, key, value, sealed('n'))
    assert.deepEqual(values.find(1, key, sealed('n')), value)
    assert.equal(values.find(1, key, sealed('m')), undefined)
    assert.equal(values.find(2, key, sealed('n')), undefined)
    assert.equal(values.find(1, Buffer.from('kez'), sealed('n')), undefined)
  })

  it('are found again only by all of their nonce and tag', () => {
    const values = new OpenedValues(1024)
    values.keep(1, key, value, sealed('n'))
    const found = Array.from({ length: storedBytes }, (_, offset) => {
      return values.find(1, key, changedAt(offset)) !== undefined
    })
    const isMark = found.map((_, offset) => {
      return (offset >= nonceOffset && offset < nonceEnd) || offset >= storedBytes - tagBytes
    })
    assert.deepEqual(
      found,
      isMark.map((is) => !is),
    )
  })

  it('replace others in their slot', () => {
    const values = new OpenedValues(1024)
    const other = sealed('n').fill('m', nonceOffset, nonceEnd)
    values.keep(1, key, value, sealed('n'))
    values.keep(1, key, Buffer.from('other'), other)
    assert.equal(values.find(1, key, sealed('n')), undefined)
    assert.equal(values.find(1, key, other)?.toString(), 'other')
  })

  it('are in spaces of any number', () => {
    const values = new OpenedValues(1024)
    values.keep(2 ** 32 - 1, key, value, sealed('n'))
    assert.deepEqual(values.find(2 ** 32 - 1, key, sealed('n')), value)
  })

  it('are dropped with the oldest chunk if they were not used lately', () => {
    const values = new OpenedValues(largeChunks)
    for (let n = 0; n < 4 * valuesPerChunk; n++) {
      values.keep(1, key, large, numbered(n))
      values.find(1, key, numbered(0))
    }
    const isKept = (n: number) => values.find(1, key, numbered(n)) !== undefined
    assert.deepEqual([0, 1, 4 * valuesPerChunk - 1].map(isKept), [true, false, true])
  })

  it('that were found stay as they are when others take their place', () => {
    const values = new OpenedValues(largeChunks)
    values.keep(1, key, value, sealed('n'))
    const found = values.find(1, key, sealed('n'))
    for (let n = 0; n < 4 * valuesPerChunk; n++) values.keep(1, key, large, numbered(n))
    assert.equal(values.find(1, key, sealed('n')), undefined)
    assert.deepEqual(found, value)
  })

  it('that were dropped do not fill the memory', async () => {
    const mb = 1024 * 1024
    const values = new OpenedValues(4 * mb)
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < (1024 * mb) / large.length; n++) {
      values.keep(1, key, large, numbered(n))
      // The garbage collector tells what it has found only in between.
      if (n % valuesPerChunk === 0) await nextTurn()
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 512 * mb)
  })

  it('that are too large are not kept', () => {
    const largest = openedChunkBytes - openedHeaderBytes - key.length
    for (const [length, isKept] of [
      [largest, true],
      [largest + 1, false],
    ] as const) {
      const values = new OpenedValues(largeChunks)
      values.keep(1, key, Buffer.alloc(length), sealed('n'))
      assert.equal(values.find(1, key, sealed('n')) !== undefined, isKept)
    }
  })

  it('have the largest item among them', () => {
    const sealedItem = itemSizeBytesMax + keyBytesMax + openedHeaderBytes
    assert.ok(sealedItem < openedChunkBytes)
  })
})

describe('the memory for opened values', () => {
  const mb = 1024 * 1024

  it('is a part of the heap, and of all memory, up to a bound', () => {
    const bytesOf = (heapMb: number, memoryMb: number) => {
      return openedValuesBytes({ heapBytesMax: heapMb * mb, memoryBytes: memoryMb * mb }) / mb
    }
    assert.equal(bytesOf(256, 65_536), 16)
    assert.equal(bytesOf(4096, 512), 16)
    assert.equal(bytesOf(4096, 8192), 256)
    assert.equal(bytesOf(65_536, 65_536), 256)
  })
})
