import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSources } from './key-attributes.js'
import { keyOfferOf } from './key-offers.js'
import { pathSegments } from './placeholders.js'
import { readRequest } from './read-request.js'
import { emptyRead, type Filter, type ReadState } from './read-state.js'

const sources = readSources({
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'a', AttributeType: 'S' },
    { AttributeName: 'b', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'Many',
      KeySchema: [
        { AttributeName: 'a', KeyType: 'HASH' },
        { AttributeName: 'b', KeyType: 'HASH' },
        { AttributeName: 'pk', KeyType: 'RANGE' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
})
const [table, many] = sources as [(typeof sources)[0], (typeof sources)[0]]

describe('the request of a builder', () => {
  const check = (name: string, state: Partial<ReadState>, expected: object): void => {
    it(name, () => {
      const full = { ...emptyRead, ...state }
      const source = full.index === undefined ? table : many
      const { operation, input } = readRequest(full, { table: 'T', source })
      assert.deepEqual(
        { operation, ...input },
        { TableName: 'T', ReturnConsumedCapacity: 'TOTAL', ...expected },
      )
    })
  }

  check('a scan', {}, { operation: 'Scan' })
  check('a scan takes no key conditions', { partition: [{ S: 'x' }] }, { operation: 'Scan' })
  check(
    'a query with a range, backwards and consistent',
    {
      kind: 'query',
      partition: [{ S: 'x' }],
      sort: [{ operator: 'between', values: [{ N: '1' }, { N: '2' }] }],
      descending: true,
      consistent: true,
      limit: 5,
    },
    {
      operation: 'Query',
      KeyConditionExpression: '#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2',
      ExpressionAttributeNames: { '#n0': 'pk', '#n1': 'sk' },
      ExpressionAttributeValues: { ':v0': { S: 'x' }, ':v1': { N: '1' }, ':v2': { N: '2' } },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 5,
    },
  )
  check(
    'keys of several attributes',
    {
      kind: 'query',
      index: 'Many',
      partition: [{ S: '1' }, { S: '2' }],
      sort: [
        { operator: '=', values: [{ S: 'x' }] },
        { operator: '>=', values: [{ N: '7' }] },
      ],
      consistent: true,
    },
    {
      operation: 'Query',
      IndexName: 'Many',
      KeyConditionExpression: '#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND #n3 >= :v3',
      ExpressionAttributeNames: { '#n0': 'a', '#n1': 'b', '#n2': 'pk', '#n3': 'sk' },
      ExpressionAttributeValues: {
        ':v0': { S: '1' },
        ':v1': { S: '2' },
        ':v2': { S: 'x' },
        ':v3': { N: '7' },
      },
    },
  )
  const filters: readonly (readonly [Filter, string])[] = [
    [{ path: 'x', operator: '<>', values: [{ N: '1' }] }, '#n0 <> :v0'],
    [
      { path: 'x.y[2]', operator: 'begins_with', values: [{ S: 'a' }] },
      'begins_with(#n0.#n1[2], :v0)',
    ],
    [{ path: 'x', operator: 'contains', values: [{ S: 'a' }] }, 'contains(#n0, :v0)'],
    [{ path: 'x', operator: 'not_contains', values: [{ S: 'a' }] }, 'NOT contains(#n0, :v0)'],
    [{ path: 'x', operator: 'exists', values: [] }, 'attribute_exists(#n0)'],
    [{ path: 'x', operator: 'not_exists', values: [] }, 'attribute_not_exists(#n0)'],
    [{ path: 'x', operator: 'type', values: [{ S: 'N' }] }, 'attribute_type(#n0, :v0)'],
    [{ path: 'x', operator: 'in', values: [{ S: 'a' }, { N: '1' }] }, '#n0 IN (:v0, :v1)'],
    [{ path: 'x', operator: 'size>=', values: [{ N: '1' }] }, 'size(#n0) >= :v0'],
    [
      { path: 'x', operator: 'between', values: [{ N: '1' }, { N: '2' }] },
      '#n0 BETWEEN :v0 AND :v1',
    ],
  ]
  for (const [filter, expression] of filters) {
    it(`a filter: ${filter.operator}`, () => {
      const { input } = readRequest(
        { ...emptyRead, filters: [filter] },
        { table: 'T', source: table },
      )
      assert.equal(input['FilterExpression'], expression)
    })
  }
  it('uses a placeholder for a name once', () => {
    const state = {
      ...emptyRead,
      filters: [{ path: 'x', operator: 'exists', values: [] } as const],
      projection: ['pk', 'x'],
    }
    const { input } = readRequest(state, { table: 'T', source: table })
    assert.equal(input['ProjectionExpression'], '#n1, #n0')
  })
})

describe('document paths', () => {
  const rows: readonly (readonly [string, readonly (string | number)[]])[] = [
    ['a', ['a']],
    ['a.b[0][1].c', ['a', 'b', 0, 1, 'c']],
    ['"a.b".c', ['a.b', 'c']],
    ['"say ""hi"""', ['say "hi"']],
    ['a b-c#d', ['a b-c#d']],
    ['a..b', ['a..b']],
    ['[0]', ['[0]']],
  ]
  for (const [path, segments] of rows) {
    it(path, () => assert.deepEqual(pathSegments(path), segments))
  }
})

describe('offers of key conditions', () => {
  const offer = (state: Partial<ReadState>) => keyOfferOf({ ...emptyRead, ...state }, sources)
  const equal = (path: string, text: string): Filter => ({
    path,
    operator: '=',
    values: [{ S: text }],
  })

  it('turns an equality on the partition key into a query', () => {
    const made = offer({
      filters: [equal('pk', 'x'), { path: 'sk', operator: '>', values: [{ N: '1' }] }],
    })
    assert.equal(made?.label, 'Query on the table by pk')
    assert.deepEqual(made.state.partition, [{ S: 'x' }])
    assert.deepEqual(made.state.sort, [{ operator: '>', values: [{ N: '1' }] }])
    assert.deepEqual(made.state.filters, [])
  })
  it('finds an index when all its partition attributes have values', () => {
    assert.equal(offer({ filters: [equal('a', 'x')] }), undefined)
    const made = offer({ filters: [equal('a', 'x'), equal('b', 'y'), equal('c', 'z')] })
    assert.equal(made?.state.index, 'Many')
    assert.deepEqual(made.state.filters, [equal('c', 'z')])
  })
  it('leaves a filter of another type alone', () => {
    const filters: readonly Filter[] = [{ path: 'pk', operator: '=', values: [{ N: '1' }] }]
    assert.equal(offer({ filters }), undefined)
  })
})
