import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../../expressions/condition.js'
import { openTable } from '../table-suite.js'
import type { BatchedWrite } from '../write/batch-write.js'

const itemCount = 4000
const batchSize = 25

/** Takes a few microseconds for each item, and never holds. */
const slowFilter: Condition = {
  kind: 'or',
  conditions: Array.from({ length: 300 }, (_, n) => ({
    kind: 'comparison',
    comparator: '=',
    left: { kind: 'path', path: ['s'] },
    right: { kind: 'value', value: { S: `no ${n}` } },
  })),
}

describe('a long page', () => {
  it('lets others run while it is read', async () => {
    const { table, items } = await openTable({
      keySchema: { partition: { name: 'p', type: 'S' }, sort: { name: 's', type: 'S' } },
      indexes: [],
    })
    for (let first = 0; first < itemCount; first += batchSize) {
      const writes = Array.from({ length: batchSize }, (_, n): BatchedWrite => {
        const item = { p: { S: 'p' }, s: { S: String(first + n).padStart(5, '0') } }
        return { table, action: { kind: 'put', item, sizeBytes: 10 } }
      })
      await items.batchWrite(writes)
    }
    let ran = 0
    let reading = true
    const others = (): void => {
      ran++
      if (reading) setImmediate(others)
    }
    setImmediate(others)
    const page = await items.scan(table, {
      indexName: undefined,
      consistent: true,
      start: undefined,
      limit: undefined,
      segment: undefined,
      filter: slowFilter,
      selection: { kind: 'projected' },
    })
    reading = false
    assert.equal(page.scannedCount, itemCount)
    assert.deepEqual([page.items, page.lastKey], [[], undefined])
    assert.ok(ran > 2, `others ran ${ran} times`)
  })
})
