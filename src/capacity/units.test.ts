import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadWork } from '../items/work.js'
import { consumedByPage, totalUnits, transacted, transactedByStatements } from './units.js'

function check(work: ReadWork, consistent: boolean, tableUnits: number, indexUnits?: number): void {
  const consumed = consumedByPage(work, consistent)
  assert.equal(consumed.tableUnits, tableUnits)
  assert.equal(consumed.indexUnits.get('i'), indexUnits)
  assert.equal(totalUnits(consumed), tableUnits + (indexUnits ?? 0))
}

describe('the units of a page', () => {
  const table = (readBytes: number): ReadWork => ({
    indexName: undefined,
    readBytes,
    fetchedBytes: [],
  })
  const index = (readBytes: number, ...fetchedBytes: number[]): ReadWork => ({
    indexName: 'i',
    readBytes,
    fetchedBytes,
  })

  it('are rounded up once, and at least one', () => {
    check(table(0), true, 1)
    check(table(0), false, 0.5)
    check(table(4096), true, 1)
    check(table(4097), true, 2)
    check(table(4097), false, 1)
    check(table(3 * 4096), false, 1.5)
  })

  it('of an index are not the table’s', () => {
    check(index(4097), false, 0, 1)
    check(index(0), true, 0, 1)
  })

  it('of items that were fetched are rounded up for each', () => {
    check(index(100, 10, 4097), true, 3, 1)
    check(index(100, 10, 4097), false, 1.5, 0.5)
  })
})

describe('the units of a transaction', () => {
  const consumed = { tableUnits: 3, indexUnits: new Map([['i', 2]]) }

  it('are twice those of its parts', () => {
    assert.deepEqual(transacted(consumed), { tableUnits: 6, indexUnits: new Map([['i', 4]]) })
  })

  it('are twice those of the table, and once those of indexes, when it is one of statements', () => {
    assert.deepEqual(transactedByStatements(consumed), {
      tableUnits: 6,
      indexUnits: new Map([['i', 2]]),
    })
  })
})
