import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { pageBytesMax } from '../../model/limits.js'
import type { Page } from './read-page.js'
import type { QueryRequest } from './query.js'
import { turnsTaken } from '../../stdx/turns-suite.js'
import { turnIsOver } from '../../stdx/turns.js'
import { openTable, type TestTable } from '../table-suite.js'

async function openSized(): Promise<TestTable> {
  return openTable({
    keySchema: { partition: { name: 'p', type: 'S' }, sort: { name: 's', type: 'N' } },
    indexes: [
      {
        kind: 'local',
        name: 'local',
        keySchema: { partition: [{ name: 'p', type: 'S' }], sort: [{ name: 'l', type: 'S' }] },
        projection: { kind: 'keys-only' },
      },
    ],
  })
}

/** Returns an item of exactly this many bytes. */
function sized(s: number, bytes: number): Item {
  const item = (rest: string): Item => ({
    p: { S: 'p' },
    s: { N: String(s) },
    l: { S: 'l' },
    rest: { S: rest },
  })
  const made = item('x'.repeat(bytes - itemSizeBytes(item(''))))
  assert.equal(itemSizeBytes(made), bytes)
  return made
}

function query({ items, table }: TestTable, rest: Partial<QueryRequest> = {}): Promise<Page> {
  return items.query(table, {
    indexName: undefined,
    consistent: false,
    conditions: [{ kind: '=', attribute: 'p', value: { S: 'p' } }],
    start: undefined,
    limit: undefined,
    filter: undefined,
    filterName: 'Filter Expression',
    selection: { kind: 'projected' },
    reverse: false,
    ...rest,
  })
}

const bytesIn = ({ work }: Page): readonly number[] => work.map(({ bytes }) => bytes)

const quarter = pageBytesMax / 4

describe('a page', () => {
  it('ends with the item that makes it reach a megabyte, to the byte', async () => {
    for (const missing of [0, 1]) {
      const test = await openSized()
      for (const s of [1, 2, 3]) await test.put(sized(s, quarter))
      await test.put(sized(4, quarter - missing))
      await test.put(sized(5, 100))
      const page = await query(test)
      assert.equal(page.scannedCount, 4 + missing)
      assert.deepEqual(page.lastKey, { p: { S: 'p' }, s: { N: String(4 + missing) } })
      assert.deepEqual(bytesIn(page), [missing === 0 ? pageBytesMax : pageBytesMax + 99])
    }
  })

  it('is begun with a few items if the turn is over, and is the same in the end', async () => {
    const test = await openSized()
    for (let s = 1; s <= 30; s++) await test.put(sized(s, 100))
    const { turns, result } = await turnsTaken(() => {
      while (!turnIsOver());
      return query(test)
    })
    assert.ok(turns >= 1)
    assert.equal(result.items.length, 30)
    assert.equal(result.lastKey, undefined)
    assert.deepEqual(bytesIn(result), [3000])
  })

  it('says that there is more whenever a limit ended it', async () => {
    const test = await openSized()
    for (const s of [1, 2]) await test.put(sized(s, 100))
    assert.equal((await query(test)).lastKey, undefined)
    assert.equal((await query(test, { limit: 3 })).lastKey, undefined)
    assert.deepEqual((await query(test, { limit: 2 })).lastKey, { p: { S: 'p' }, s: { N: '2' } })
    const after = await query(test, { limit: 2, start: { p: { S: 'p' }, s: { N: '2' } } })
    assert.deepEqual([after.items, after.lastKey], [[], undefined])
  })

  it('never says so if there can be only one item', async () => {
    const test = await openSized()
    await test.put(sized(1, 100))
    const page = await query(test, {
      limit: 1,
      conditions: [
        { kind: '=', attribute: 'p', value: { S: 'p' } },
        { kind: '=', attribute: 's', value: { N: '1' } },
      ],
    })
    assert.deepEqual([page.items.length, page.lastKey], [1, undefined])
  })

  it('counts what it read before the filter', async () => {
    const test = await openSized()
    for (const s of [1, 2, 3]) await test.put(sized(s, 100))
    const page = await query(test, {
      limit: 2,
      filter: { kind: 'exists', path: ['missing'] },
    })
    assert.deepEqual(page.items, [])
    assert.equal(page.scannedCount, 2)
    assert.deepEqual(page.lastKey, { p: { S: 'p' }, s: { N: '2' } })
    assert.deepEqual(bytesIn(page), [200])
  })

  it('of more entries than are read at a time holds them all', async () => {
    const test = await openSized()
    for (let s = 0; s < 1010; s++) await test.put(sized(s, 50))
    const page = await query(test, { reverse: true })
    assert.deepEqual(
      page.items.map(({ item }) => item['s']),
      Array.from({ length: 1010 }, (_, i) => ({ N: String(1009 - i) })),
    )
  })
})

describe('a page of a local index that fetches', () => {
  it('counts entries and items apart, and ends by the size of the items', async () => {
    const test = await openSized()
    for (let s = 0; s < 40; s++) await test.put(sized(s, quarter / 8))
    const page = await query(test, { indexName: 'local', selection: { kind: 'all' } })
    assert.equal(page.scannedCount, 32)
    assert.equal(page.items.length, 32)
    const [readBytes, ...fetchedBytes] = bytesIn(page)
    assert.deepEqual(fetchedBytes, Array(32).fill(quarter / 8))
    assert.ok(readBytes! < 32 * 20)
    assert.deepEqual(Object.keys(page.lastKey!).sort(), ['l', 'p', 's'])
    const rest = await query(test, {
      indexName: 'local',
      selection: { kind: 'all' },
      start: page.lastKey,
    })
    assert.equal(rest.items.length, 8)
    assert.equal(rest.lastKey, undefined)
  })
})
