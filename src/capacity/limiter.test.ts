import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LimitedTable, limitedTable } from './limiter-suite.js'
import { allowanceTablesMax } from './limits.js'

describe('a provisioned table', () => {
  it('begins with 300 seconds of capacity, and serves its rate when that is used up', () => {
    const table = new LimitedTable({ units: 10 })
    assert.ok(table.request('write', 3000))
    assert.equal(table.refusal('write')?.cause, 'ProvisionedThroughputExceeded')
    const admitted = table.load('write', 100, 60)
    assert.ok(Math.abs(admitted - 600) <= 1, `${admitted} were admitted`)
  })

  it('keeps unused capacity for 300 seconds, not more', () => {
    const table = new LimitedTable({ units: 1 })
    table.charge('read', 300)
    table.clock.advance(3_600_000)
    assert.ok(table.request('read', 299))
    assert.ok(table.request('read'))
    assert.ok(!table.request('read'))
  })

  it('refuses nothing for its size, and its debt is paid before the next request', () => {
    const table = new LimitedTable({ units: 1 })
    assert.ok(table.request('write', 350))
    table.clock.advance(50_000)
    assert.ok(!table.request('write'))
    table.clock.advance(1)
    assert.ok(table.request('write'))
  })

  it('charges nothing for what is refused', () => {
    const table = new LimitedTable({ units: 1 })
    table.charge('write', 300)
    for (let i = 0; i < 1000; i++) assert.ok(!table.request('write'))
    table.clock.advance(1)
    assert.ok(table.request('write'))
  })

  it('counts reads and writes apart', () => {
    const table = new LimitedTable({ units: 1 })
    table.charge('write', 400)
    assert.ok(table.request('read'))
    assert.ok(!table.request('write'))
  })

  it('pays for its local indexes', () => {
    const table = new LimitedTable({ units: 1, indexes: [{ name: 'l', kind: 'local' }] })
    table.charge('read', 300, 'l')
    assert.equal(table.refusal('read')?.indexName, undefined)
    assert.equal(table.refusal('read', 'l')?.cause, 'ProvisionedThroughputExceeded')
  })

  it('has its new rate at once when it is changed', () => {
    const table = new LimitedTable({ units: 1 })
    table.charge('write', 310)
    table.set({ units: 10 })
    table.clock.advance(1001)
    assert.ok(table.request('write'))
  })
})

describe('a global index', () => {
  const indexes = [{ name: 'g', units: 1 }]

  it('has reads of its own', () => {
    const table = new LimitedTable({ units: 10, indexes })
    table.charge('read', 300, 'g')
    assert.equal(table.refusal('read', 'g')?.indexName, 'g')
    assert.equal(table.refusal('read'), undefined)
  })

  it('without credit holds back every write to its table, and no read', () => {
    const table = new LimitedTable({ units: 10, indexes })
    table.charge('write', 300, 'g')
    const { indexName, cause, kind } = table.refusal('write')!
    assert.deepEqual({ indexName, cause, kind }, {
      indexName: 'g',
      cause: 'ProvisionedThroughputExceeded',
      kind: 'write',
    } as const)
    assert.equal(table.refusal('read'), undefined)
    table.clock.advance(1)
    assert.equal(table.refusal('write'), undefined)
  })
})

describe('where throttling is off', () => {
  it('nothing is refused, and what would have been is reported', () => {
    const table = new LimitedTable({ units: 1 }, { isOn: false })
    assert.ok(!table.limiter.mayRefuse)
    table.charge('write', 300)
    assert.equal(table.events.length, 0)
    assert.equal(table.refusal('write'), undefined)
    table.charge('write', 1)
    assert.equal(table.events.length, 1)
    const [event] = table.events
    assert.equal(event?.refused, false)
    assert.equal(event.cause, 'ProvisionedThroughputExceeded')
  })

  it('as many are reported as would have been refused', () => {
    const table = new LimitedTable({ units: 10 }, { isOn: false })
    table.charge('write', 3000)
    table.load('write', 100, 60)
    assert.ok(Math.abs(table.events.length - 5400) <= 1, `${table.events.length} events`)
  })

  it('the same is reported as the same event, until something about it changes', () => {
    const indexes = [{ name: 'g', units: 1 }]
    const table = new LimitedTable({ units: 1, indexes }, { isOn: false })
    for (const index of [undefined, 'g']) {
      for (const units of [300, 1, 1]) table.charge('write', units, index)
    }
    table.set({ units: 1, indexes, tag: 'on' })
    assert.ok(table.refusal('write') !== undefined)
    const [own, ownAgain, ofIndex, ofIndexAgain, refused] = table.events
    assert.equal(ownAgain, own)
    assert.equal(ofIndexAgain, ofIndex)
    assert.deepEqual([own?.indexName, own?.refused], [undefined, false])
    assert.deepEqual([ofIndex?.indexName, ofIndex?.refused], ['g', false])
    assert.deepEqual(refused, { ...own, refused: true })
  })

  it('a table with the tag is throttled all the same', () => {
    const table = new LimitedTable({ units: 1, tag: 'on' }, { isOn: false })
    table.charge('write', 300)
    assert.ok(table.limiter.mayRefuse)
    assert.equal(table.refusal('write')?.mode, 'provisioned')
    assert.equal(table.events[0]?.refused, true)
    table.set({ units: 1 })
    assert.equal(table.refusal('write'), undefined)
  })
})

describe('where throttling is on', () => {
  it('a table with the tag is not throttled', () => {
    const table = new LimitedTable({ units: 1, tag: 'off' })
    table.charge('write', 300)
    assert.equal(table.refusal('write'), undefined)
  })

  it('a tag with another value changes nothing', () => {
    const table = new LimitedTable({ units: 1, tag: 'perhaps' })
    table.charge('write', 300)
    assert.ok(table.refusal('write'))
  })
})

describe('a table whose settings are not known yet', () => {
  it('is not throttled, and is charged once they are', () => {
    const table = new LimitedTable({ units: 1 }, { settingsOf: () => undefined })
    assert.ok(table.request('write', 200))
    assert.ok(table.request('write', 100))
    table.set({ units: 1 })
    assert.ok(!table.request('write'))
  })
})

describe('the tables of a limiter', () => {
  it('have a bound', () => {
    const table = new LimitedTable({ units: 1 })
    for (let i = 0; i <= allowanceTablesMax; i++) {
      const each = limitedTable({ units: 1 }, String(i))
      const touch = { table: each, indexName: undefined, partition: undefined, bytes: 1 }
      table.limiter.charge([{ ...touch, kind: 'write', consistency: 'strong' }])
    }
    assert.equal(table.limiter.tableCount, allowanceTablesMax)
  })
})
