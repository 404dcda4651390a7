import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableUnitsPerSecondMax } from '../model/limits.js'
import { idleTableMs } from './limits.js'
import { LimitedTable } from './limiter-suite.js'
import { rateLimitOf } from './rate-limit.js'

/** Units a second that are served of more than there are, in requests of 100 to all partitions. */
function served(table: LimitedTable, offered: number, seconds: number): number {
  let units = 0
  for (let i = 0; i < (offered * seconds) / 100; i++) {
    if (table.request('write', 100)) units += 100
    table.clock.advance(100_000 / offered)
  }
  return units / seconds
}

function check(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= expected * 0.05, `${actual} units a second`)
}

describe('an on-demand table', () => {
  it('serves 4,000 writes a second at once', () => {
    check(served(new LimitedTable({}), 10_000, 30), 4000)
  })

  it('serves its warm throughput at once', () => {
    const warmThroughput = { readUnits: 12_000, writeUnits: 9000 }
    check(served(new LimitedTable({ warmThroughput }), 20_000, 30), 9000)
  })

  it('serves what it had while its warm throughput is being raised', () => {
    const table = new LimitedTable({})
    const from = { readUnits: 12_000, writeUnits: 4000 }
    const startedAtMs = table.clock.now()
    const raise = { from, startedAtMs, doneAtMs: startedAtMs + 1_000_000 }
    const warmThroughput = { readUnits: 12_000, writeUnits: 9000, raise }
    table.set({ warmThroughput })
    check(served(table, 20_000, 30), 4000)
    table.clock.advance(1_000_000)
    table.set({ warmThroughput })
    check(served(table, 20_000, 30), 9000)
  })

  it('serves twice its previous peak, the average of a minute', () => {
    const table = new LimitedTable({})
    served(table, 3000, 61)
    check(served(table, 10_000, 30), 6000)
  })

  it('that was busy for some seconds has no new peak', () => {
    const table = new LimitedTable({})
    served(table, 4000, 20)
    table.clock.advance(60_000)
    check(served(table, 10_000, 20), 4000)
  })

  it('says that it is growing by the cause of key ranges', () => {
    const table = new LimitedTable({})
    table.charge('write', 4000)
    const { cause, mode } = table.refusal('write')!
    assert.deepEqual([cause, mode], ['KeyRangeThroughputExceeded', 'on-demand'])
  })

  it('serves no more than the maximum that was configured', () => {
    const table = new LimitedTable({ onDemandThroughput: { writeUnitsMax: 50 } })
    check(served(table, 1000, 60), 50)
    table.charge('write', 100)
    assert.equal(table.refusal('write')?.cause, 'MaxOnDemandThroughputExceeded')
    assert.ok(table.request('read', 1000))
  })

  it('is held back by an index whose maximum is reached', () => {
    const indexes = [{ name: 'g', onDemandThroughput: { writeUnitsMax: 5 } }]
    const table = new LimitedTable({ indexes })
    table.charge('write', 5, 'g')
    const { cause, indexName } = table.refusal('write')!
    assert.deepEqual([cause, indexName], ['MaxOnDemandThroughputExceeded', 'g'])
  })
})

describe('the limit of an on-demand table', () => {
  it('is the lowest of its limits', () => {
    const quota = tableUnitsPerSecondMax
    const limit = (warmUnits: number, unitsMax?: number) => {
      const settings = { mode: 'on-demand', warmUnits, unitsMax, quota } as const
      const { unitsPerSecond, cause } = rateLimitOf(settings, 0)
      return [unitsPerSecond, cause]
    }
    assert.deepEqual(limit(4000), [4000, 'KeyRangeThroughputExceeded'])
    assert.deepEqual(limit(4000, 4000), [4000, 'MaxOnDemandThroughputExceeded'])
    assert.deepEqual(limit(4000, 4001), [4000, 'KeyRangeThroughputExceeded'])
    assert.deepEqual(limit(quota - 1), [quota - 1, 'KeyRangeThroughputExceeded'])
    assert.deepEqual(limit(quota), [quota, 'AccountLimitExceeded'])
    assert.deepEqual(limit(quota + 1), [quota, 'AccountLimitExceeded'])
    assert.deepEqual(limit(quota, quota), [quota, 'MaxOnDemandThroughputExceeded'])
  })

  it('is the quota of the server, whichever that is', () => {
    for (const tableUnitsMax of [5, tableUnitsPerSecondMax * 2]) {
      const warmThroughput = { readUnits: 1_000_000, writeUnits: 1_000_000 }
      const table = new LimitedTable({ warmThroughput }, { tableUnitsMax })
      table.charge('write', tableUnitsMax - 1)
      assert.equal(table.refusal('write'), undefined)
      table.charge('write', 1)
      assert.equal(table.refusal('write')?.cause, 'AccountLimitExceeded')
    }
  })
})

describe('a table that nobody uses', () => {
  it('is forgotten once it has no debt', () => {
    const table = new LimitedTable({ units: 1 }, { isOn: true })
    table.charge('write', 10_000)
    const count = () => table.limiter.tableCount
    table.limiter.usedTables()
    table.clock.advance(idleTableMs + 1)
    table.limiter.usedTables()
    assert.equal(count(), 1)
    table.clock.advance(10_000_000)
    table.limiter.usedTables()
    assert.equal(count(), 0)
  })

  it('is forgotten only after a while', () => {
    const table = new LimitedTable({ units: 1 }, { isOn: true })
    table.charge('write', 1)
    table.limiter.usedTables()
    table.clock.advance(idleTableMs)
    table.limiter.usedTables()
    assert.equal(table.limiter.tableCount, 1)
  })
})
