import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyUpdate } from '../../expressions/apply-update.js'
import { readExpressions } from '../../expressions/read-expressions.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import type { Item } from '../../model/item.js'
import { StoredItem } from '../stored-item.js'
import { openTable } from '../table-suite.js'

const partition = { name: 'pk', type: 'S' } as const
const plain = await openTable({ keySchema: { partition }, indexes: [] })
const indexed = await openTable({
  keySchema: { partition },
  indexes: [
    {
      kind: 'global',
      name: 'by-g',
      keySchema: { partition: [{ name: 'g', type: 'S' }], sort: [] },
      projection: { kind: 'all' },
    },
  ],
})

describe('an updated item is stored as if it had been put', () => {
  const small: Item = {
    pk: { S: 'a' },
    n: { N: '9' },
    m: { M: { deep: { L: [{ S: 'x"}' }] } } },
    '5': { S: 'a whole number comes first' },
    tail: { S: 'ü' },
  }
  const large: Item = { ...small, padding: { S: 'x'.repeat(512) } }
  const values: Record<string, AttributeValue> = { ':v': { S: 'value' }, ':one': { N: '1' } }

  const check = (text: string, names?: Record<string, string>) => {
    const used = Object.entries(values).filter(([name]) => text.includes(name))
    const { update } = readExpressions({
      names,
      values: used.length === 0 ? undefined : Object.fromEntries(used),
      update: text,
    })
    it(text, async () => {
      for (const on of [plain, indexed]) {
        for (const before of [small, large]) {
          await on.put(before)
          const key = { pk: before['pk']! }
          await on.items.write(on.table, { action: { kind: 'update', key, update } })
          const { item } = await on.items.get(on.table, key)
          const expected = StoredItem.of(applyUpdate(update!, before))
          assert.equal(item?.record.toString(), expected.record.toString())
        }
      }
    })
  }
  check('SET n = n + :one')
  check('SET fresh = :v, n = n + :one, fresher = m.deep')
  check('SET m.deep[0] = :v REMOVE tail')
  check('REMOVE n, m.deep, absent')
  check('ADD n :one, fresh :one')
  check('SET #two = :v', { '#two': '2' })
  check('SET #five = :v, #proto = :v', { '#five': '5', '#proto': '__proto__' })
})
