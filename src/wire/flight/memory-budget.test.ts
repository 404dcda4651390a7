import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import { budgetOf, memoryBudget } from './memory-budget.js'

const mb = 1024 * 1024

describe('memory for requests under way', () => {
  it('is half of the heap', () => {
    assert.equal(budgetOf({ heapBytesMax: 4096 * mb, memoryBytes: 64 * 1024 * mb }), 2048 * mb)
  })

  it('is at most a quarter of the memory there is', () => {
    assert.equal(budgetOf({ heapBytesMax: 4096 * mb, memoryBytes: 512 * mb }), 128 * mb)
  })

  it('follows this process', () => {
    const budget = memoryBudget()
    assert.ok(budget > 0 && budget <= getHeapStatistics().heap_size_limit / 2)
  })
})
