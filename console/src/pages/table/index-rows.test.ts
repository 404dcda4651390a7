import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexRows } from './index-rows.js'

describe('the indexes of a table', () => {
  it('are one list, with what each finds items by', () => {
    const rows = indexRows({
      ItemCount: 10,
      AttributeDefinitions: [
        { AttributeName: 'g', AttributeType: 'S' },
        { AttributeName: 'n', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-g',
          KeySchema: [
            { AttributeName: 'g', KeyType: 'HASH' },
            { AttributeName: 'n', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
          IndexStatus: 'ACTIVE',
        },
      ],
      VectorIndexes: [
        {
          IndexName: 'near',
          VectorAttribute: { AttributeName: 'emb' },
          Dimensions: 3,
          DistanceFunction: 'COSINE',
          SearchSchema: [
            { AttributeName: 'tenant', SearchSchemaElementType: 'HASH' },
            { AttributeName: 'colour', SearchSchemaElementType: 'INLINE_FILTER' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
          IndexStatus: 'CREATING',
          Backfilling: true,
          ItemCount: 5,
          IndexSizeBytes: 70,
        },
      ],
    })
    assert.deepEqual(
      rows.map(({ name, kind, key }) => [name, kind, key]),
      [
        ['by-g', 'global', 'g S, n N (sort)'],
        ['near', 'vector', 'emb (3, COSINE), tenant (scope), colour (filter)'],
      ],
    )
    const { state, isBackfilling, share, items, bytes, projection } = rows[1]!
    assert.ok(isBackfilling)
    assert.deepEqual([state, share, items, bytes], ['CREATING', 0.5, 5, 70])
    assert.equal(projection, 'KEYS_ONLY')
  })
})
