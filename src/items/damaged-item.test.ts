import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { StorageError } from '../storage/errors.js'
import { itemKey } from '../storage/keyspace.js'
import { DamagedItem } from './damaged-item.js'
import { faultsShownMax } from './fault-list.js'
import { StoredItem } from './stored-item.js'
import { openTable, type TestTable } from './table-suite.js'
import { verifyTable } from './verify.js'

const shape = {
  keySchema: { partition: { name: 'pk', type: 'S' } },
  indexes: [
    {
      kind: 'global',
      name: 'by-colour',
      keySchema: { partition: [{ name: 'colour', type: 'S' }], sort: [] },
      projection: { kind: 'keys-only' },
    },
  ],
} as const

const item: Item = { pk: { S: 'a}b' }, balance: { N: '1000' }, colour: { S: 'red' } }
const scan = { indexName: undefined, start: undefined, segment: undefined, consistent: false }
const read = { ...scan, limit: undefined, filter: undefined, selection: { kind: 'all' } } as const

describe('a stored item whose bytes have changed', () => {
  it('is never answered, whichever byte it was', async () => {
    const opened = await openTable(shape)
    await opened.put(item)
    const { record } = StoredItem.of(item)
    for (let at = 0; at < record.length; at++) {
      await store(opened, item, changedAt(record, at))
      const get = async () => opened.items.get(opened.table, { pk: item['pk']! })
      await assert.rejects(get, DamagedItem, `${at}`)
    }
  })

  it('is named with its table and key by every way to read it', async () => {
    const opened = await openTable(shape)
    await opened.put(item)
    const { table, items } = opened
    const { record } = StoredItem.of(item)
    await store(opened, item, changedAt(record, record.indexOf('1000')))
    const isNamed = (error: unknown) => {
      assert.ok(error instanceof StorageError && error.kind === 'corruption', String(error))
      assert.match(
        error.message,
        /^the stored item \{"pk":\{"S":"a\}b"\}\} of table things is damaged$/,
      )
      return true
    }
    const key = { pk: item['pk']! }
    const ways = [
      () => items.get(table, key),
      () => items.batchGet([{ table, key, consistent: true }]),
      () => items.transactGet([{ table, key, projection: undefined }]),
      () => items.scan(table, read),
      () => items.write(table, { action: { kind: 'delete', key } }),
      () => items.write(table, { action: { kind: 'put', item, sizeBytes: itemSizeBytes(item) } }),
    ]
    for (const way of ways) await assert.rejects(async () => way(), isNamed)
  })

  it('is named by its stored key if its own is damaged too', async () => {
    const opened = await openTable(shape)
    await opened.put(item)
    const { record } = StoredItem.of(item)
    await store(opened, item, changedAt(record, record.indexOf('a}b')))
    await assert.rejects(
      opened.items.scan(opened.table, read),
      /item with stored key [0-9a-f]{44} of/,
    )
  })

  it('is found by verify, which names the first and counts all', async () => {
    const opened = await openTable(shape)
    const several = Array.from({ length: faultsShownMax + 5 }, (_, n) => ({ pk: { S: `k${n}` } }))
    for (const each of [...several, item]) await opened.put(each)
    for (const each of several) {
      await store(opened, each, changedAt(StoredItem.of(each).record, 12))
    }
    const { items, faults } = await verifyTable(opened.engine, opened.table)
    assert.equal(items, several.length + 1)
    assert.equal(faults.length, faultsShownMax + 1)
    assert.match(faults[0]!, /^things: the item .+ is damaged$/)
    assert.equal(faults.at(-1), 'things: 5 more faults')
  })
})

describe('an item stored without a checksum', () => {
  it('is read, verified and rewritten as before', async () => {
    const opened = await openTable(shape)
    const { table, items, engine } = opened
    await opened.put(item)
    await store(opened, item, firstForm(StoredItem.of(item).record))
    assert.deepEqual((await items.get(table, { pk: item['pk']! })).item?.item, item)
    assert.deepEqual((await verifyTable(engine, table)).faults, [])
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    const { work } = await items.write(table, { action })
    assert.equal(work.length, 1, 'the index holds the same as before')
    assert.deepEqual((await verifyTable(engine, table)).faults, [])
  })

  it('is refused if it is cut short', async () => {
    const opened = await openTable(shape)
    await opened.put(item)
    const record = firstForm(StoredItem.of(item).record)
    await store(opened, item, record.subarray(0, record.length - 1))
    await assert.rejects(
      async () => opened.items.get(opened.table, { pk: item['pk']! }),
      DamagedItem,
    )
  })
})

function changedAt(record: Buffer, at: number): Buffer {
  const changed = Buffer.from(record)
  changed[at]! ^= 0x08
  return changed
}

/** The form that items had before they had checksums. */
function firstForm(record: Buffer): Buffer {
  return Buffer.concat([Buffer.of(1), record.subarray(1, 5), record.subarray(9)])
}

async function store({ engine, table }: TestTable, of: Item, value: Buffer): Promise<void> {
  const put = { kind: 'put', space: table.space, key: itemKey(table.keySchema, of), value } as const
  await engine.transact({ reads: [], decide: () => ({ mutations: [put], result: undefined }) })
}
