import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import { draftOfTable } from './described-draft.js'
import { faultsOfDraft } from './draft-faults.js'
import { newIndex, type KeyAttributeDraft } from './index-draft.js'
import { inlineFiltersMax, vectorDimensionsMax, vectorIndexesMax } from './limits.js'
import { emptyTableDraft, settingsOfDraft, type TableDraft } from './table-draft.js'
import { newVectorIndex, vectorIndexUpdate, type VectorIndexDraft } from './vector-index-draft.js'

const near: VectorIndexDraft = {
  ...newVectorIndex(1),
  name: 'Near',
  attribute: 'embedding',
  dimensions: '3',
  hash: [{ name: 'tenant', type: 'S' }],
  filters: [{ name: 'year', type: 'N' }],
}
const table: TableDraft = {
  ...emptyTableDraft,
  name: 'Music',
  partition: { name: 'pk', type: 'S' },
  vectorIndexes: [near],
}
const made = {
  IndexName: 'Near',
  VectorAttribute: { AttributeName: 'embedding' },
  Dimensions: 3,
  DistanceFunction: 'COSINE',
  Projection: { ProjectionType: 'ALL' },
  SearchSchema: [
    { AttributeName: 'tenant', SearchSchemaElementType: 'HASH' },
    { AttributeName: 'year', SearchSchemaElementType: 'INLINE_FILTER' },
  ],
} as const
const described: TableDescription = {
  TableName: 'Music',
  ItemCount: 4,
  BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'tenant', AttributeType: 'S' },
    { AttributeName: 'year', AttributeType: 'N' },
  ],
  VectorIndexes: [
    { ...made, IndexStatus: 'CREATING', Backfilling: true, IndexSizeBytes: 40, ItemCount: 1 },
  ],
}

describe('a vector index that is being typed', () => {
  it('is part of a new table, which defines what searches may name', () => {
    const { create } = settingsOfDraft(table)
    assert.deepEqual(create.VectorIndexes, [made])
    assert.deepEqual(create.AttributeDefinitions, described.AttributeDefinitions)
  })

  it('is added to a table with the attributes of its own', () => {
    assert.deepEqual(vectorIndexUpdate(near, 'Music'), {
      TableName: 'Music',
      AttributeDefinitions: described.AttributeDefinitions?.slice(1),
      VectorIndexUpdates: [{ Create: made }],
    })
  })

  it('is the same when it is described', () => {
    assert.deepEqual(draftOfTable(described).vectorIndexes, [{ ...near, id: 2 }])
  })
})

describe('faults of a vector index', () => {
  const check = (
    name: string,
    some: Partial<VectorIndexDraft>,
    fields: readonly string[],
  ): void => {
    const vectorIndexes = [{ ...near, ...some }]
    it(name, () => {
      assert.deepEqual(Object.keys(faultsOfDraft({ ...table, vectorIndexes })), fields)
    })
  }
  const attributes = (count: number): readonly KeyAttributeDraft[] =>
    Array.from({ length: count }, (_, at) => ({ name: `f${at}`, type: 'S' }))

  check('none', {}, [])
  check('no vector', { attribute: '' }, ['vector.1.attribute'])
  check('a key as the vector', { attribute: 'pk' }, ['vector.1.attribute'])
  check('a filter as the vector', { attribute: 'year' }, ['vector.1.attribute'])
  check('no dimensions', { dimensions: '0' }, ['vector.1.dimensions'])
  check('4096 dimensions', { dimensions: String(vectorDimensionsMax) }, [])
  check('4097 dimensions', { dimensions: String(vectorDimensionsMax + 1) }, ['vector.1.dimensions'])
  check('a filter of another type', { filters: [{ name: 'pk', type: 'N' }] }, [
    'vector.1.filters.0',
  ])
  check('the hash attribute as a filter', { filters: near.hash }, [
    'vector.1.hash.0',
    'vector.1.filters.0',
  ])
  check('18 filters', { filters: attributes(inlineFiltersMax) }, [])
  check('19 filters', { filters: attributes(inlineFiltersMax + 1) }, ['vector.1.filters.18'])

  it('the name of another index', () => {
    const global = {
      ...newIndex(1, 'global'),
      name: 'Near',
      partition: [{ name: 'year', type: 'N' } as const],
    }
    const faults = faultsOfDraft({ ...table, indexes: [global] })
    assert.deepEqual(Object.keys(faults), ['index.1.name', 'vector.1.name'])
  })

  it('other dimensions for the same vector', () => {
    const vectorIndexes = [near, { ...near, id: 2, name: 'Other', dimensions: '4' }]
    const faults = faultsOfDraft({ ...table, vectorIndexes })
    assert.deepEqual(Object.keys(faults), ['vector.1.dimensions', 'vector.2.dimensions'])
  })

  it('six of them, or a table that is not on demand', () => {
    const many = Array.from({ length: vectorIndexesMax + 1 }, (_, id) => ({
      ...near,
      id,
      name: `Near${id}`,
    }))
    assert.deepEqual(Object.keys(faultsOfDraft({ ...table, vectorIndexes: many })), ['vectors'])
    assert.deepEqual(faultsOfDraft({ ...table, vectorIndexes: many.slice(1) }), {})
    assert.deepEqual(Object.keys(faultsOfDraft({ ...table, billing: 'PROVISIONED' })), ['vectors'])
  })
})
