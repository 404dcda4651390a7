import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { billingText, indexText, keySchemaText, nextOrder, sortedRows } from './table-rows.js'

const rows = [
  { name: 'b', description: { ItemCount: 2, TableSizeBytes: 900 } },
  { name: 'a', description: { ItemCount: 10, TableSizeBytes: 10 } },
  { name: 'c' },
]

describe('the rows of the list of tables', () => {
  const check = (column: 'name' | 'items' | 'size', names: string): void => {
    it(`are sorted by ${column}`, () => {
      const order = nextOrder({ column: 'indexes', direction: 'ascending' }, column)
      const sorted = sortedRows(rows, order).map(({ name }) => name)
      assert.equal(sorted.join(''), names)
      const turned = sortedRows(rows, nextOrder(order, column)).map(({ name }) => name)
      assert.equal(turned.join(''), [...names].toReversed().join(''))
    })
  }
  check('name', 'abc')
  check('items', 'abc')
  check('size', 'bac')

  it('say keys with their types', () => {
    const schema = [
      { AttributeName: 'Artist', KeyType: 'HASH' },
      { AttributeName: 'Year', KeyType: 'RANGE' },
    ] as const
    const definitions = [
      { AttributeName: 'Year', AttributeType: 'N' },
      { AttributeName: 'Artist', AttributeType: 'S' },
    ] as const
    assert.equal(keySchemaText(schema, definitions), 'Artist S, Year N')
  })

  it('say how a table is billed', () => {
    const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 1200 }
    assert.equal(billingText({ ProvisionedThroughput: units }), '5/1,200 units')
    const summary = { BillingMode: 'PAY_PER_REQUEST' } as const
    assert.equal(billingText({ BillingModeSummary: summary }), 'on-demand')
  })

  it('say which indexes are on their way', () => {
    assert.equal(indexText({}), '–')
    assert.equal(indexText({ LocalSecondaryIndexes: [{}] }), '1')
    const GlobalSecondaryIndexes = [{ IndexStatus: 'CREATING' }, { IndexStatus: 'ACTIVE' }] as const
    assert.equal(indexText({ GlobalSecondaryIndexes }), '2 (1 building)')
    assert.equal(indexText({ VectorIndexes: [{ IndexStatus: 'DELETING' }] }), '1 (1 deleting)')
  })
})
