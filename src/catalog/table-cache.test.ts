import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableCacheEntriesMax } from './limits.js'
import type { DescribedTable } from './table.js'
import { TableCache } from './table-cache.js'

const [here, there] = ['us-east-1', 'us-west-2'].map((region) => ({ account: '1', region }))

function table(name: string, scope = here!, id = name): DescribedTable {
  return { ...scope, name, id } as DescribedTable
}

describe('the cache of tables', () => {
  it('knows tables of one name in several regions apart', () => {
    const cache = new TableCache()
    const [one, other] = [table('a'), table('a', there)]
    cache.keep(one)
    cache.keep(other)
    assert.equal(cache.find(here!, 'a'), one)
    assert.equal(cache.find(there!, 'a'), other)
    assert.equal(cache.find({ account: '2', region: here!.region }, 'a'), undefined)
    cache.drop(here!, 'a')
    assert.equal(cache.find(here!, 'a'), undefined)
    assert.equal(cache.find(there!, 'a'), other)
  })

  it('has the latest of a table', () => {
    const cache = new TableCache()
    cache.keep(table('a', here, 'old'))
    const latest = table('a', here, 'new')
    cache.keep(latest)
    assert.equal(cache.find(here!, 'a'), latest)
  })

  it('drops the oldest when it is full', () => {
    const cache = new TableCache()
    const names = Array.from({ length: tableCacheEntriesMax + 1 }, (_, n) => `table-${n}`)
    for (const name of names) cache.keep(table(name))
    assert.equal(cache.find(here!, names[0]!), undefined)
    for (const name of names.slice(1)) assert.notEqual(cache.find(here!, name), undefined)
  })
})
