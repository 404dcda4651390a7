import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { itemSize } from '../values/item-size.js'
import { checkSamples } from './check-samples.js'
import { emptyTable, everyKeyAttribute, type ModelTable } from './data-model.js'
import { entityFinder } from './detect-entity.js'
import { exampleShop } from './example-shop.js'
import { generateSamples, variablesIn } from './generate-samples.js'
import { generatedItemsMax } from './limits.js'
import { modelOfTable } from './model-of-table.js'
import { createTableInputOf } from './create-table-input.js'
import { viewNamed, tableViewOf } from './table-view.js'

const table: ModelTable = exampleShop('').tables[0]!

/** The same numbers in every run. */
function chance(): () => number {
  let state = 7
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

describe('the aggregate view', () => {
  it('has item collections with their rows in the order of keys', () => {
    const [first] = tableViewOf(table).collections
    assert.deepEqual(first!.partition, { S: 'CUST#1' })
    assert.deepEqual(
      first!.rows.map(({ sort, entity }) => [sort, entity]),
      [
        [{ S: 'ORDER#2026-09-14#101' }, 'Order'],
        [{ S: 'ORDER#2026-10-02#102' }, 'Order'],
        [{ S: 'ORDER#2026-10-21#103' }, 'Order'],
        [{ S: 'PROFILE' }, 'Customer'],
      ],
    )
    assert.equal(
      first!.bytes,
      first!.rows.reduce((sum, { item }) => sum + itemSize(item), 0),
    )
  })

  it('sorts numbers by their value', () => {
    const key = { partition: { name: 'p', type: 'S' }, sort: { name: 'n', type: 'N' } } as const
    const samples = ['10', '9', '-1', '1e3'].map((n) => ({ p: { S: 'x' }, n: { N: n } }))
    const [all] = tableViewOf({ ...emptyTable('T', key), samples }).collections
    assert.deepEqual(
      all!.rows.map(({ sort }) => sort),
      ['-1', '9', '10', '1e3'].map((N) => ({ N })),
    )
  })

  it('has what a sparse index has, and says what it does not project', () => {
    const view = viewNamed(table, 'Waiting')!
    assert.equal(view.rowCount, 3)
    assert.equal(view.absent.length, 17)
    const cells = view.collections[0]!.rows[0]!.cells
    assert.deepEqual(
      cells.filter(({ projected }) => projected).map(({ name }) => name),
      ['PK', 'SK', 'total'],
    )
    assert.ok(cells.some(({ name, projected }) => name === 'status' && !projected))
    assert.equal(viewNamed(table, 'Gone'), undefined)
  })
})

describe('samples', () => {
  it('are checked by the templates of their entity', () => {
    assert.deepEqual(checkSamples(table), [])
    const [customer] = table.samples
    const wrong = { ...customer!, GSI1SK: { S: 'CUST#9' }, GSI1PK: { S: 'MAIL#x' } }
    assert.deepEqual(
      checkSamples({ ...table, samples: [wrong] }).map(({ attribute, message }) => [
        attribute,
        message,
      ]),
      [
        ['GSI1PK', 'GSI1PK is not EMAIL#<email>'],
        ['GSI1SK', 'GSI1SK has 9 for customerId, which is 1 elsewhere in the item'],
      ],
    )
  })

  it('are generated so that templates and relations hold', () => {
    const order = table.entities.find(({ name }) => name === 'Order')!
    const made = generateSamples(table, order, 20, chance())
    assert.equal(made.length, 20)
    const grown = { ...table, samples: [...table.samples, ...made] }
    assert.deepEqual(checkSamples(grown), [])
    for (const item of made) {
      assert.equal(entityFinder(table)(item), 'Order')
      assert.match(variablesIn(table, order, item)['customerId']!, /^[123]$/)
      assert.ok('N' in item['total']!)
    }
    assert.deepEqual(generateSamples(table, order, 20, chance()), made)
  })

  it('are no more than the limit at once', () => {
    const product = table.entities.find(({ name }) => name === 'Product')!
    const alone = { ...table, samples: [], entities: [product] }
    assert.equal(
      generateSamples(alone, product, generatedItemsMax, chance()).length,
      generatedItemsMax,
    )
    assert.equal(
      generateSamples(alone, product, generatedItemsMax + 1, chance()).length,
      generatedItemsMax,
    )
  })
})

describe('a model of a table that exists', () => {
  it('has its keys, indexes and proposed entities', () => {
    const input = createTableInputOf({
      ...table,
      indexes: [
        ...table.indexes,
        {
          ...table.indexes[0]!,
          name: 'L',
          kind: 'local',
          key: { partition: table.key.partition, sort: { name: 'total', type: 'N' } },
        },
      ],
    })
    const description = {
      ...input,
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    } as Parameters<typeof modelOfTable>[0]
    const { table: made, notes } = modelOfTable(description, table.samples, 'expires')
    assert.deepEqual(notes, [])
    assert.deepEqual(
      made.indexes.map(({ name, kind }) => [name, kind]),
      [
        ['GSI1', 'global'],
        ['Waiting', 'global'],
        ['L', 'local'],
      ],
    )
    assert.deepEqual(
      everyKeyAttribute(made).map(({ name, type }) => name + type),
      ['PKS', 'SKS', 'GSI1PKS', 'GSI1SKS', 'waitsInS', 'placedAtS', 'totalN'],
    )
    assert.equal(made.billing, 'PAY_PER_REQUEST')
    assert.equal(made.ttlAttribute, 'expires')
    assert.equal(made.entities.length, 4)
    assert.deepEqual(checkSamples(made), [])
  })

  it('leaves out an index with a key of several attributes, and says so', () => {
    const description = {
      TableName: 'T',
      AttributeDefinitions: ['a', 'b', 'c'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [{ AttributeName: 'a', KeyType: 'HASH' as const }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'I',
          KeySchema: [
            { AttributeName: 'b', KeyType: 'HASH' as const },
            { AttributeName: 'c', KeyType: 'HASH' as const },
          ],
          Projection: { ProjectionType: 'ALL' as const },
        },
      ],
    }
    const { table: made, notes } = modelOfTable(description, [])
    assert.deepEqual(made.indexes, [])
    assert.deepEqual(notes, [
      'I has a key of several attributes, which a model cannot hold: left out.',
    ])
  })
})
