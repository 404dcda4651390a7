import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Item } from '../../model/item.js'
import { itemSizeBytes } from '../../model/item-size.js'
import { openTable } from '../table-suite.js'
import { PassingPut } from './passing-put.js'

const keySchema = { partition: { name: 'p', type: 'S' } } as const
const { table, items } = await openTable({ keySchema, indexes: [] })

const item: Item = { p: { S: 'p' }, text: { S: 'ü"\\' }, set: { NS: ['1', '2.5'] } }

describe('a passing put', () => {
  it('has the item that was given, and its size', () => {
    const put = new PassingPut(item)
    assert.equal(put.item, item)
    assert.equal(put.sizeBytes, itemSizeBytes(item))
  })

  it('lets go of the item once it is written, and has the same one if asked', async () => {
    const put = new PassingPut(item)
    await items.batchWrite([{ table, action: put }])
    assert.notEqual(put.item, item)
    assert.deepEqual(put.item, item)
  })

  it('writes all of the item again if the request starts over', async () => {
    const puts = ['a', 'b'].map((p) => new PassingPut({ ...item, p: { S: p } }))
    const writes = puts.map((action) => ({ table, action }))
    await items.batchWrite(writes)
    for (const {
      item: { p },
    } of puts)
      await items.write(table, { action: { kind: 'delete', key: { p: p! } } })
    await items.batchWrite(writes)
    await items.transactWrite(
      writes.map(({ action }) => ({ table, write: { action } })),
      {},
    )
    for (const p of ['a', 'b']) {
      const got = await items.get(table, { p: { S: p } }, true)
      assert.deepEqual(got.item?.item, { ...item, p: { S: p } })
    }
  })
})
