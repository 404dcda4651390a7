import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OpenedValues, openedValuesBytes } from './opened-values.js'
import { nonceEnd, nonceOffset, tagBytes } from './sealed-layout.js'

const key = Buffer.from('key')
const value = Buffer.from('value')
/** Of one entry with these bytes. */
const entryBytes = 405
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

describe('values that were opened', () => {
  it('are kept from the second time on', () => {
    const values = new OpenedValues(10 * entryBytes)
    const openings = ['n', 'n', 'n'].map((name) => {
      const found = values.find(1, key, sealed(name)) !== undefined
      if (!found) values.opened(1, key, value, sealed(name))
      return found
    })
    assert.deepEqual(openings, [false, false, true])
  })

  it('are found again only in the same place', () => {
    const values = new OpenedValues(10 * entryBytes)
    values.keep(1, key, value, sealed('n'))
    assert.equal(values.find(1, key, sealed('n')), value)
    assert.equal(values.find(1, key, sealed('m')), undefined)
    assert.equal(values.find(2, key, sealed('n')), undefined)
    assert.equal(values.find(1, Buffer.from('kez'), sealed('n')), undefined)
  })

  it('are found again only by all of their nonce and tag', () => {
    const values = new OpenedValues(10 * entryBytes)
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

  it('replace others with the same name', () => {
    const values = new OpenedValues(10 * entryBytes)
    const other = sealed('n').fill('m', nonceOffset, nonceEnd)
    values.keep(1, key, value, sealed('n'))
    values.keep(1, key, Buffer.from('other'), other)
    assert.equal(values.find(1, key, sealed('n')), undefined)
    assert.equal(values.find(1, key, other)?.toString(), 'other')
  })

  it('are dropped when a generation has gone without their use', () => {
    const values = new OpenedValues(4 * entryBytes)
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names.slice(0, 4)) values.keep(1, key, value, sealed(name))
    assert.equal(values.find(1, key, sealed('a')), value)
    values.keep(1, key, value, sealed('e'))
    const kept = names.filter((name) => values.find(1, key, sealed(name)) !== undefined)
    assert.ok(kept.includes('a') && kept.includes('e') && !kept.includes('b'), kept.join())
  })

  it('that are too large are not kept', () => {
    for (const [bytesMax, isKept] of [
      [2 * entryBytes, true],
      [2 * entryBytes - 2, false],
    ] as const) {
      const values = new OpenedValues(bytesMax)
      values.keep(1, key, value, sealed('n'))
      assert.equal(values.find(1, key, sealed('n')) !== undefined, isKept)
    }
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
