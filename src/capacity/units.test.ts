import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '../catalog/table.js'
import type { Touch, Work } from '../items/work.js'
import { asOfStatements, consumedBy, totalUnits } from './units.js'

/** Prices depend only on the identity of the table. */
const table = {} as Table

function read(bytes: number, rest: Partial<Touch> = {}): Touch {
  const touch = { table, indexName: undefined, partition: undefined, bytes } as const
  return { ...touch, kind: 'read', consistency: 'strong', ...rest }
}

function write(bytes: number, rest: Partial<Touch> = {}): Touch {
  return read(bytes, { kind: 'write', ...rest })
}

function check(work: Work, tableUnits: number, indexUnits?: number): void {
  const consumed = consumedBy(work)
  assert.equal(consumed.tableUnits, tableUnits)
  assert.equal(consumed.indexUnits.get('i'), indexUnits)
  assert.equal(totalUnits(work), tableUnits + (indexUnits ?? 0))
}

describe('the units of a touch', () => {
  const eventual = { consistency: 'eventual' } as const
  const transactional = { consistency: 'transactional' } as const

  it('that reads are rounded up by 4 KB, and at least one', () => {
    check([read(0)], 1)
    check([read(4096)], 1)
    check([read(4097)], 2)
  })

  it('that reads eventually consistently are half of that', () => {
    check([read(0, eventual)], 0.5)
    check([read(4097, eventual)], 1)
    check([read(3 * 4096, eventual)], 1.5)
  })

  it('that writes are rounded up by 1 KB, and at least one', () => {
    check([write(0)], 1)
    check([write(1024)], 1)
    check([write(1025)], 2)
  })

  it('in a transaction are doubled', () => {
    check([read(4097, transactional)], 4)
    check([write(1025, transactional), write(1, { ...transactional, indexName: 'i' })], 4, 2)
  })
})

describe('the units of several touches', () => {
  const index = { indexName: 'i' }

  it('are rounded for each touch', () => {
    check([read(1), read(1), read(4097)], 4)
  })

  it('of an index are not those of the table', () => {
    check([read(4097, index)], 0, 2)
    check([read(100, index), read(10), read(4097)], 3, 1)
    check([write(1025), write(10, index), write(2000, index)], 2, 3)
  })

  it('of no work are none', () => {
    check([], 0)
  })
})

describe('a transaction of statements', () => {
  it('counts twice for the table, and once for its indexes', () => {
    const consistency = 'transactional'
    const work = [write(2048, { consistency }), write(2048, { consistency, indexName: 'i' })]
    check(asOfStatements(work), 4, 2)
  })
})
