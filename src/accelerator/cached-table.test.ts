/** What is remembered of a table, for how long, and what makes it forgotten. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../stdx/clock.js'
import { CacheRoom, type CacheEntry } from './cache-room.js'
import { CachedTable } from './cached-table.js'
import { DaxCounters } from './dax-counters.js'
import { aliasesPerItemMax, entryOverheadBytes } from './limits.js'

const partition = 'p'.repeat(22)
const otherPartition = 'q'.repeat(22)
const key = `${partition}-1`

function bench({ bytesMax = 1_000_000, recordTtlMs = 100, queryTtlMs = 1000 } = {}) {
  const clock = new VirtualClock()
  const room = new CacheRoom(bytesMax)
  const counters = new DaxCounters()
  const table = new CachedTable({
    room,
    counters,
    clock,
    times: () => ({ recordTtlMs, queryTtlMs }),
  })
  const read = (itemKey: string, answer: string) => table.wasRead(table.begin(itemKey), answer)
  const readPage = (of: string | undefined, request: string) =>
    table.pageWasRead(table.beginPage(of), request, `page ${request}`)
  return { clock, room, counters, table, read, readPage }
}

describe('the item cache', () => {
  it('finds what was read until its time is over', () => {
    const { clock, table, room, counters, read } = bench()
    assert.equal(table.findItem(key), undefined)
    read(key, 'one')
    clock.advance(99)
    assert.equal(table.findItem(key), 'one')
    clock.advance(1)
    assert.equal(table.findItem(key), undefined)
    assert.equal(room.bytes, 0)
    assert.deepEqual([counters.itemHits, counters.itemMisses], [1, 2])
  })

  it('keeps nothing while it is not known for how long', () => {
    const known = bench()
    const table = new CachedTable({ ...known, times: () => undefined })
    table.wasRead(table.begin(key), 'one')
    table.pageWasRead(table.beginPage(partition), 'request', 'page')
    assert.deepEqual(
      [table.findItem(key), table.findPage('query', 'request')],
      [undefined, undefined],
    )
    assert.equal(known.room.bytes, 0)
  })

  it('keeps items until they are written or evicted if their time to live is 0', () => {
    const { table, read, clock } = bench({ recordTtlMs: 0 })
    read(key, 'one')
    clock.advance(1e9)
    assert.equal(table.findItem(key), 'one')
    table.changed(key)
    assert.equal(table.findItem(key), undefined)
  })

  it('forgets what was changed, and does not take back what was read before', () => {
    const { table, read } = bench()
    read(key, 'old')
    const reading = table.begin(key)
    table.changed(key)
    assert.equal(table.findItem(key), undefined)
    table.wasRead(reading, 'old')
    assert.equal(table.findItem(key), undefined)
    read(key, 'new')
    assert.equal(table.findItem(key), 'new')
  })

  it('remembers nothing of a read that failed', () => {
    const { table } = bench()
    table.wasRead(table.begin(key), undefined)
    assert.equal(table.findItem(key), undefined)
  })

  it('remembers what was put, if nothing else was written meanwhile', () => {
    const { table } = bench()
    const writing = table.begin(key)
    const reading = table.begin(key)
    table.changed(key)
    table.wasWritten(writing, 'put')
    assert.equal(table.findItem(key), 'put')
    table.wasRead(reading, 'before')
    assert.equal(table.findItem(key), 'put')
    const [first, second] = [table.begin(key), table.begin(key)]
    table.changed(key)
    table.changed(key)
    table.wasWritten(first, 'a')
    table.wasWritten(second, 'b')
    assert.equal(table.findItem(key), undefined)
  })

  it('forgets what was written in a way that does not tell what there is now', () => {
    const { table, read } = bench()
    read(key, 'old')
    table.wasWritten(table.begin(key), undefined)
    assert.equal(table.findItem(key), undefined)
  })

  it('is found by requests, as long as the item is', () => {
    const { table, read, room } = bench()
    const answers = new Map<string, CacheEntry>()
    table.alias(key, { answers, request: 'r0' })
    assert.equal(answers.size, 0)
    read(key, 'one')
    const bytes = room.bytes
    for (let i = 0; i <= aliasesPerItemMax; i++) table.alias(key, { answers, request: `r${i}` })
    assert.equal(answers.size, aliasesPerItemMax)
    assert.equal(room.bytes, bytes + 2 * aliasesPerItemMax)
    assert.equal(answers.get('r0')?.answer, 'one')
    table.changed(key)
    assert.equal(answers.size, 0)
    assert.equal(room.bytes, 0)
  })
})

describe('the query cache', () => {
  it('forgets the pages of a partition that was changed, and those that any change concerns', () => {
    const { table, readPage } = bench()
    readPage(partition, 'here')
    readPage(otherPartition, 'there')
    readPage(undefined, 'all')
    table.changed(key)
    assert.equal(table.findPage('query', 'here'), undefined)
    assert.equal(table.findPage('query', 'there'), 'page there')
    assert.equal(table.findPage('scan', 'all'), undefined)
  })

  it('does not take back pages that were read before a change', () => {
    const { table } = bench()
    const tickets = [partition, otherPartition, undefined].map((each) => table.beginPage(each))
    table.changed(key)
    for (const [i, ticket] of tickets.entries()) table.pageWasRead(ticket, `r${i}`, 'page')
    const found = tickets.map((_, i) => table.findPage('query', `r${i}`))
    assert.deepEqual(found, [undefined, 'page', undefined])
  })

  it('has a time to live of its own, and counts scans apart', () => {
    const { table, clock, counters, readPage } = bench()
    readPage(undefined, 'all')
    clock.advance(999)
    assert.equal(table.findPage('scan', 'all'), 'page all')
    clock.advance(1)
    assert.equal(table.findPage('scan', 'all'), undefined)
    const { scanHits, scanMisses, queryHits, queryMisses } = counters
    assert.deepEqual([scanHits, scanMisses, queryHits, queryMisses], [1, 1, 0, 0])
  })

  it('keeps nothing if its time to live is 0', () => {
    const { table, readPage, room } = bench({ queryTtlMs: 0 })
    readPage(partition, 'here')
    assert.equal(table.findPage('query', 'here'), undefined)
    assert.equal(room.entries, 0)
  })

  it('is empty, and stays so, once the table is closed', () => {
    const { table, read, readPage, room } = bench()
    read(key, 'one')
    readPage(partition, 'here')
    assert.equal(table.isEmpty, false)
    const underWay = table.begin(key)
    table.close()
    table.wasRead(underWay, 'one')
    readPage(partition, 'here')
    assert.equal(table.isEmpty, true)
    assert.deepEqual([room.bytes, room.entries], [0, 0])
  })
})

describe('the room of the caches', () => {
  const entryBytes = entryOverheadBytes + 24 + 3

  it('evicts what was not used for the longest time', () => {
    const { table, read, room, counters } = bench({ bytesMax: 4 * entryBytes })
    for (const n of [1, 2, 3, 4]) read(`${partition}-${n}`, 'abc')
    assert.equal(room.bytes, room.bytesMax)
    assert.equal(table.findItem(`${partition}-1`), 'abc')
    read(`${partition}-5`, 'abc')
    const left = [1, 2, 3, 4, 5].filter((n) => table.findItem(`${partition}-${n}`) !== undefined)
    assert.deepEqual(left, [1, 3, 4, 5])
    assert.equal(counters.evictedBytes, entryBytes)
    assert.equal(counters.cachedBytes, room.bytes)
    assert.equal(room.entries, 4)
  })

  it('takes nothing that would take more than its share', () => {
    const { table, read } = bench({ bytesMax: 4 * entryBytes })
    read(key, 'abcd')
    assert.equal(table.findItem(key), undefined)
    read(key, 'abc')
    assert.equal(table.findItem(key), 'abc')
  })
})
