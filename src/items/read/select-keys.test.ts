import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KeyCondition } from '../../expressions/key-conditions.js'
import { ServiceError } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { IndexKeySchema, KeySchema } from '../../model/key-schema.js'
import type { QueryRequest } from './query.js'
import { openTable, type TestTable } from '../table-suite.js'

const composite: KeySchema = {
  partition: { name: 'pk', type: 'S' },
  sort: { name: 'sk', type: 'N' },
}
const several: IndexKeySchema = {
  partition: [
    { name: 'g', type: 'S' },
    { name: 'h', type: 'S' },
  ],
  sort: ['a', 'b', 'c'].map((name) => ({ name, type: 'S' })),
}
const keysOnly = { kind: 'keys-only' } as const
const [hashOnly, table] = await Promise.all([
  openTable({ keySchema: { partition: composite.partition }, indexes: [] }),
  openTable({
    keySchema: composite,
    indexes: [
      { kind: 'global', name: 'several', keySchema: several, projection: keysOnly },
      {
        kind: 'local',
        name: 'local',
        keySchema: { partition: [composite.partition], sort: [{ name: 'l', type: 'S' }] },
        projection: keysOnly,
      },
    ],
  }),
])

/**
 * Parses conditions: an attribute, an operator and a value, which is an `N` if it begins with `#`.
 */
function conditions(text: string): KeyCondition[] {
  return text.split(' & ').map((part) => {
    const [attribute, kind, word = ''] = part.split(' ')
    const value = word.startsWith('#') ? { N: word.slice(1) } : { S: word.replaceAll("'", '') }
    return { attribute, kind, value } as KeyCondition
  })
}

async function outcome(
  { items, table: definition }: TestTable,
  text: string,
  rest: Partial<QueryRequest> = {},
): Promise<string> {
  try {
    await items.query(definition, {
      indexName: undefined,
      consistent: false,
      start: undefined,
      limit: undefined,
      filter: undefined,
      filterName: 'Filter Expression',
      selection: { kind: 'projected' },
      reverse: false,
      ...rest,
      conditions: conditions(text),
    })
    return 'accepted'
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

const unequalHash = (names: string): string =>
  `HASH key attributes ${names} must have equality conditions specified in the query`
const notSupported = 'Query key condition not supported'
const missed = (name: string): string => `Query condition missed key schema element: ${name}`
const mistyped =
  'One or more parameter values were invalid: Condition parameter type does not match schema type'
const notIndexable = 'Attempted conditional constraint is not an indexable operation'
const empty = (name: string): string =>
  `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`
const tooMany = (given: number, known: number): string =>
  `The number of query conditions (${given}) exceeds the number of key attributes defined in the schema (${known})`
const unequal = (loose: string, last: string): string =>
  `RANGE key attributes ${loose} must have equality conditions specified in the query because a condition is present on key attribute ${last}`

describe('conditions on the key of a table', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['pk = x', 'accepted'],
    ['sk > #1 & pk = x', 'accepted'],
    ['sk = #1', missed('pk')],
    ['y = x & z = x', missed('pk')],
    ['pk = x & z = x', missed('sk')],
    ['pk = x & sk = #1 & z = x', tooMany(3, 2)],
    ['pk > x', notSupported],
    ['pk > #1', mistyped],
    ['pk = #1', mistyped],
    ['pk = x & sk = y', mistyped],
    ['pk not-indexable', notIndexable],
    ['z not-indexable', missed('pk')],
    ['pk = x & sk not-indexable', notIndexable],
    ["pk = ''", empty('pk')],
    [
      `pk = ${'x'.repeat(2049)}`,
      'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
    ],
  ]
  for (const [text, expected] of rows) {
    it(text.slice(0, 40), async () => assert.equal(await outcome(table, text), expected))
  }

  it('of one attribute', async () => {
    assert.equal(await outcome(hashOnly, 'pk = x'), 'accepted')
    assert.equal(await outcome(hashOnly, 'pk = x & sk = #1'), notSupported)
    assert.equal(await outcome(hashOnly, 'y = x & z = #1'), notSupported)
  })
})

describe('conditions on an index key of several attributes', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['g = x & h = x', 'accepted'],
    ['g = x & h = x & a = x & b begins-with x', 'accepted'],
    ['c < x & b = x & g = x & a = x & h = x', 'accepted'],
    ['g = x', unequalHash('h')],
    ['h = x & a = x', unequalHash('g')],
    ['a = x', unequalHash('g, h')],
    ['g = x & h > x', unequalHash('h')],
    ['g = x & h = x & b = x', unequal('a', 'b')],
    ['g = x & h = x & a > x & b = x', unequal('a', 'b')],
    ['g = x & h = x & a > x & c = x', unequal('a, b', 'c')],
    ['g = x & h = x & z = x', missed('a')],
    ['g = x & h = x & a = x & z = x', missed('b')],
    ['g = x & h = x & a = x & b = x & c = x & z = x', tooMany(6, 5)],
    [
      `g = x & h = x & a = ${'x'.repeat(600)} & b = ${'x'.repeat(600)}`,
      'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
    ],
  ]
  for (const [text, expected] of rows) {
    it(text.slice(0, 40), async () =>
      assert.equal(await outcome(table, text, { indexName: 'several' }), expected),
    )
  }
})

describe('a start key', () => {
  const S = (text: string) => ({ S: text })
  const invalid = 'The provided starting key is invalid'
  const mismatch = 'The provided key element does not match the schema'
  const outside =
    'The provided starting key is outside query boundaries based on provided conditions'
  const unmatched = 'The provided starting key does not match the range key predicate'
  const single = 'The query can return at most one row and cannot be restarted'
  const key = { pk: S('x'), sk: { N: '5' } }
  const rows: readonly (readonly [string, Item, string, string?])[] = [
    ['pk = x', key, 'accepted'],
    ['pk = x', { pk: S('x') }, invalid],
    ['pk = x', { ...key, more: S('x') }, invalid],
    ['pk = x', { pk: S('x'), z: S('x') }, invalid],
    ['pk = x', { pk: S('x'), sk: S('x') }, mismatch],
    ['z = x', { pk: S('x'), sk: S('x') }, missed('pk')],
    ['z = x', { pk: { N: '1' }, sk: S('x') }, mismatch],
    ['pk = y', key, outside],
    ['pk = x & sk > #5', key, unmatched],
    ['pk = x & sk >= #5', key, 'accepted'],
    ['pk = y & sk < #9', key, single],
    ['pk = y & sk > #9', key, unmatched],
    ['pk = x & sk = #5', key, single],
    ['pk = x', { ...key, pk: S('') }, `${invalid}: ${empty('pk')}`],
    ['pk = x', { ...key, l: S('x') }, 'accepted', 'local'],
    ['pk = x', key, invalid, 'local'],
    ['pk = x', { ...key, l: { N: '1' } }, mismatch, 'local'],
    ['pk = x', { ...key, sk: S('x'), l: S('x') }, `${invalid}: ${mismatch}`, 'local'],
    ['pk = x', { ...key, l: S('') }, `${invalid}: ${empty('l')}`, 'local'],
    ['pk = x & l = x', { ...key, l: S('x') }, 'accepted', 'local'],
    ['pk = x & l < x', { ...key, l: S('x') }, unmatched, 'local'],
  ]
  for (const [text, start, expected, indexName] of rows) {
    it(`${JSON.stringify(start)} with ${text}`, async () =>
      assert.equal(await outcome(table, text, { start, indexName }), expected))
  }

  it('has no place in a partition of one item', async () => {
    assert.equal(
      await outcome(hashOnly, 'pk = x', { start: { pk: S('x') } }),
      'The provided exclusive start key is invalid: ExclusiveStartKey: {pk=AttributeValue: {S:x}}',
    )
    assert.equal(await outcome(hashOnly, 'pk = x', { start: { pk: S('y') } }), outside)
  })
})
