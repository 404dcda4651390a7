/** What is counted of DAX, and for how many. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DaxCounters, ScopedCounters } from './dax-counters.js'
import { countedScopesMax } from './limits.js'

const scopeOf = (n: number) => ({ account: '000000000000', region: `region-${n}` })

describe('counters of DAX', () => {
  it('tell what became of requests, and how long those took that succeeded', () => {
    const counters = new DaxCounters()
    counters.answered('GetItem', 'success', 2)
    counters.answered('GetItem', 'success', 4)
    counters.answered('GetItem', 'error', 100)
    counters.answered('Query', 'throttled', 100)
    counters.answered('Query', 'fault', 100)
    const { requests, errors, faults, throttled } = counters
    assert.deepEqual([requests.GetItem, requests.Query, requests.Scan], [3, 2, 0])
    assert.deepEqual([errors, faults, throttled], [2, 1, 1])
    const durations = counters.takeDurations('GetItem')?.aggregate()
    assert.deepEqual([durations?.count, durations?.min, durations?.max], [2, 2, 4])
    assert.equal(counters.takeDurations('GetItem'), undefined)
    assert.equal(counters.takeDurations('Query'), undefined)
  })

  it('are kept apart for so many accounts and regions, and are one for the others', () => {
    const scoped = new ScopedCounters()
    for (let n = 0; n < countedScopesMax; n++) scoped.of(scopeOf(n)).item(true)
    assert.equal([...scoped.all()].length, countedScopesMax)
    assert.notEqual(scoped.of(scopeOf(0)), scoped.of(scopeOf(countedScopesMax - 1)))
    assert.equal(scoped.of(scopeOf(0)), scoped.of(scopeOf(0)))
    assert.equal(scoped.of(scopeOf(countedScopesMax)), scoped.of(scopeOf(countedScopesMax + 1)))
    assert.equal([...scoped.all()].length, countedScopesMax)
  })
})
