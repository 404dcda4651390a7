/** Vector indexes in CreateTable: how they are described, and how much there may be. What is refused: `cases.test.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { attribute, hash } from '../../../support/tables.js'
import { filter, near, scope, withVectors } from '../../../support/vectors.js'

const client = await connect()

interface Described {
  readonly Table: Json & { readonly TableArn: string; readonly VectorIndexes?: readonly Json[] }
}

const described = async (TableName: string) =>
  (await client.ask('DescribeTable', { TableName })) as unknown as Described

describe('a vector index is described', () => {
  it('as it was defined', async () => {
    const index = near({
      SearchSchema: [scope('tenant'), filter('colour')],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'b'] },
      DistanceFunction: 'COSINE',
    })
    const TableName = await client.createTable(withVectors([index], ['tenant', 'colour']))
    const { Table } = await described(TableName)
    assert.deepEqual(Table.VectorIndexes, [
      {
        ...index,
        IndexStatus: 'ACTIVE',
        IndexSizeBytes: 0,
        ItemCount: 0,
        IndexArn: `${Table.TableArn}/index/near`,
      },
    ])
    assert.deepEqual(Table['AttributeDefinitions'], [
      attribute('colour', 'S'),
      attribute('pk', 'S'),
      attribute('tenant', 'S'),
    ])
  })

  it('as CREATING by the answer of CreateTable', async () => {
    const TableName = newTableName()
    const { TableDescription } = (await client.ask('CreateTable', {
      TableName,
      ...withVectors([near()]),
    })) as { TableDescription: { VectorIndexes: readonly Json[] } }
    const [index] = TableDescription.VectorIndexes
    assert.equal(index?.['IndexStatus'], 'CREATING')
    assert.equal(index['Backfilling'], undefined)
  })

  it('without a fraction of its dimensions', async () => {
    const TableName = await client.createTable(withVectors([near({ Dimensions: 2.9 })]))
    const { Table } = await described(TableName)
    assert.equal(Table.VectorIndexes?.[0]?.['Dimensions'], 2)
  })
})

describe('CreateTable refuses', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => near({ IndexName: `near-${i}` }))
  const many = Array.from({ length: 19 }, (_, i) => `f${i}`)
  it('no index with as much as there may be', async () => {
    const searched = many.slice(1)
    const SearchSchema = searched.map(filter)
    const VectorAttribute = { AttributeName: 'v'.repeat(255) }
    const widest = near({ Dimensions: 4096, SearchSchema, VectorAttribute })
    await client.createTable(withVectors([widest], searched))
    await client.createTable(withVectors(named(5)))
  })

  it('more than a hundred projected attributes, with vectors and filters', async () => {
    const included = (count: number): Json => ({
      ProjectionType: 'INCLUDE',
      NonKeyAttributes: Array.from({ length: count }, (_, i) => `p${i}`),
    })
    const half = (name: string, count: number) =>
      near({ IndexName: name, Projection: included(count), SearchSchema: [filter('colour')] })
    const shape = (count: number) =>
      withVectors([half('one', 20), half('two', 20), half('three', count)], ['colour'])
    const several = (count: number) => ({
      ...shape(count),
      GlobalSecondaryIndexes: [0, 1].map((i) => ({
        IndexName: `by-${i}`,
        KeySchema: [hash('colour')],
        Projection: included(18),
      })),
    })
    await client.createTable(several(18))
    const refused = await client.call('CreateTable', { TableName: newTableName(), ...several(19) })
    assert.equal(refused.type, 'ValidationException')
  })
})
