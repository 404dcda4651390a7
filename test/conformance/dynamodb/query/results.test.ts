/**
 * What a Query finds: order, projections of indexes, Select, sparse indexes and legacy parameters.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { B, N, pageOf, putAll, S, textsOf, type Item } from '../../../support/items.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [strings, numbers, binaries, table] = await Promise.all([
  client.createTable(composite()),
  client.createTable(composite('S', 'N')),
  client.createTable(composite('S', 'B')),
  client.createTable(projected),
])

async function sortKeys(TableName: string, input: Json = {}): Promise<readonly unknown[]> {
  const page = await pageOf(client, 'Query', {
    TableName,
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': S('order') },
    ...input,
  })
  return textsOf(page.Items, 'sk')
}

describe('a Query sorts', () => {
  const inOrder = [
    [
      'strings by their bytes',
      strings,
      ['', ' ', 'A', 'Z', 'a', 'a\u0000', 'aa', 'é', '\uffff', '😀'].slice(1),
      S,
    ],
    [
      'numbers by their value',
      numbers,
      [
        '-1e125',
        '-100',
        '-9.9',
        '-1',
        '-0.01',
        '-1e-130',
        '0',
        '1e-130',
        '0.1',
        '1',
        '9',
        '10',
        '1e125',
      ],
      N,
    ],
    [
      'binaries by unsigned bytes',
      binaries,
      ['AA==', 'AAA=', 'AQ==', 'fw==', 'gA==', '/w==', '//8='],
      B,
    ],
  ] as const
  for (const [name, TableName, sorted, value] of inOrder) {
    it(name, async () => {
      const stored = [...sorted].reverse().map((sk) => ({ pk: S('order'), sk: value(sk) }))
      await putAll(client, TableName, stored)
      const forward = await sortKeys(TableName)
      assert.equal(forward.length, sorted.length)
      const asSent = (text: string): unknown => (value === N ? Number(text) : text)
      const read = (text: unknown): unknown => (value === N ? Number(text) : text)
      assert.deepEqual(forward.map(read), sorted.map(asSent))
      const backward = await sortKeys(TableName, { ScanIndexForward: false })
      assert.deepEqual(backward, [...forward].reverse())
    })
  }
})

const items: readonly Item[] = [
  {
    pk: S('p'),
    sk: S('a'),
    local: S('2'),
    other: S('1'),
    group: S('g'),
    rank: N(2),
    kept: S('k1'),
    lost: S('x1'),
  },
  {
    pk: S('p'),
    sk: S('b'),
    local: S('1'),
    group: S('g'),
    rank: N(1),
    kept: S('k2'),
    lost: S('x2'),
  },
  { pk: S('p'), sk: S('c'), group: S('g'), kept: S('k3'), lost: S('x3') },
  { pk: S('q'), sk: S('a'), local: S('0'), other: S('0'), group: S('h'), rank: N(0) },
]
const ready = putAll(client, table, items)
const pick = (item: Item | undefined, ...names: readonly string[]): Item =>
  Object.fromEntries(names.flatMap((name) => (item?.[name] ? [[name, item[name]]] : [])))

async function query(IndexName: string | undefined, input: Json = {}): Promise<Json> {
  await ready
  const [name, value] = IndexName?.startsWith('global') ? ['group', 'g'] : ['pk', 'p']
  const names = input['ExpressionAttributeNames'] as Json | undefined
  return client.ask('Query', {
    TableName: table,
    ...(IndexName === undefined ? {} : { IndexName }),
    KeyConditionExpression: '#key = :key',
    ...input,
    ExpressionAttributeNames: { '#key': name, ...names },
    ExpressionAttributeValues: {
      ':key': S(value),
      ...(input['ExpressionAttributeValues'] as Json | undefined),
    },
  })
}
const found = (list: readonly Item[]): Json => ({
  Items: list,
  Count: list.length,
  ScannedCount: list.length,
})

describe('a Query answers', () => {
  it('with whole items of the table', async () => {
    assert.deepEqual(await query(undefined), found(items.slice(0, 3)))
    assert.deepEqual(await query(undefined, { Select: 'ALL_ATTRIBUTES' }), found(items.slice(0, 3)))
  })

  it('with what a keys-only global index holds, and only items that are in it', async () => {
    const keys = ['pk', 'sk', 'group', 'rank']
    assert.deepEqual(
      await query('global-keys'),
      found([pick(items[1], ...keys), pick(items[0], ...keys)]),
    )
  })

  it('with what a global index includes', async () => {
    const names = ['pk', 'sk', 'group', 'rank', 'kept']
    const answer = found([pick(items[1], ...names), pick(items[0], ...names)])
    assert.deepEqual(await query('global-some'), answer)
    assert.deepEqual(await query('global-some', { Select: 'ALL_PROJECTED_ATTRIBUTES' }), answer)
  })

  it('with whole items of a global index that projects all', async () => {
    const answer = found([items[1]!, items[0]!])
    assert.deepEqual(await query('global-all'), answer)
    assert.deepEqual(await query('global-all', { Select: 'ALL_ATTRIBUTES' }), answer)
  })

  it('with what a local index holds, unless more is requested', async () => {
    const names = ['pk', 'sk', 'local']
    assert.deepEqual(
      await query('local-keys'),
      found([pick(items[1], ...names), pick(items[0], ...names)]),
    )
    assert.deepEqual(
      await query('local-keys', { Select: 'ALL_ATTRIBUTES' }),
      found([items[1]!, items[0]!]),
    )
  })

  it('with attributes that a local index lacks, fetched from the table', async () => {
    assert.deepEqual(
      await query('local-some', { ProjectionExpression: 'kept, lost' }),
      found([pick(items[0], 'kept', 'lost')]),
    )
    assert.deepEqual(
      await query('local-keys', { ProjectionExpression: 'lost' }),
      found([pick(items[1], 'lost'), pick(items[0], 'lost')]),
    )
  })

  it('with only a number if asked to count', async () => {
    assert.deepEqual(await query('global-keys', { Select: 'COUNT' }), { Count: 2, ScannedCount: 2 })
    assert.deepEqual(
      await query(undefined, {
        Select: 'COUNT',
        FilterExpression: 'kept = :k',
        ExpressionAttributeValues: { ':k': S('k2') },
      }),
      { Count: 1, ScannedCount: 3 },
    )
  })

  it('with specific attributes, empty items included', async () => {
    assert.deepEqual(
      await query(undefined, {
        Select: 'SPECIFIC_ATTRIBUTES',
        ProjectionExpression: '#o',
        ExpressionAttributeNames: { '#o': 'other' },
      }),
      found([{ other: S('1') }, {}, {}]),
    )
  })

  it('without items that a filter rejects, even by attributes that are not projected', async () => {
    assert.deepEqual(
      await query(undefined, {
        FilterExpression: 'kept > :k AND attribute_not_exists(#r)',
        ExpressionAttributeNames: { '#r': 'rank' },
        ExpressionAttributeValues: { ':k': S('k1') },
        ProjectionExpression: 'sk',
      }),
      { Items: [{ sk: S('c') }], Count: 1, ScannedCount: 3 },
    )
  })

  it('without an item that has left the index', async () => {
    const leaving = { pk: S('leaving'), sk: S('a'), group: S('leaving'), rank: N(1) }
    const inGroup = {
      TableName: table,
      IndexName: 'global-all',
      KeyConditionExpression: '#g = :g',
      ExpressionAttributeNames: { '#g': 'group' },
      ExpressionAttributeValues: { ':g': S('leaving') },
    }
    await putAll(client, table, [leaving])
    assert.equal((await pageOf(client, 'Query', inGroup)).Count, 1)
    await client.ask('UpdateItem', {
      TableName: table,
      Key: pick(leaving, 'pk', 'sk'),
      UpdateExpression: 'REMOVE #r',
      ExpressionAttributeNames: { '#r': 'rank' },
    })
    assert.equal((await pageOf(client, 'Query', inGroup)).Count, 0)
  })

  it('to a table named by its ARN', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as { Table: Json }
    const page = await pageOf(client, 'Query', {
      TableName: Table['TableArn'],
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('q') },
    })
    assert.deepEqual(page.Items, [items[3]])
  })
})

describe('a Query with legacy parameters', () => {
  const ask = async (input: Json): Promise<readonly unknown[]> => {
    await ready
    const page = await pageOf(client, 'Query', { TableName: table, ...input })
    return textsOf(page.Items, 'sk')
  }
  const condition = (ComparisonOperator: string, ...AttributeValueList: readonly Json[]): Json => ({
    ComparisonOperator,
    AttributeValueList,
  })
  const rows: readonly (readonly [string, Json, readonly string[]])[] = [
    ['EQ', condition('EQ', S('b')), ['b']],
    ['LT', condition('LT', S('b')), ['a']],
    ['LE', condition('LE', S('b')), ['a', 'b']],
    ['GT', condition('GT', S('b')), ['c']],
    ['GE', condition('GE', S('b')), ['b', 'c']],
    ['BETWEEN', condition('BETWEEN', S('b'), S('z')), ['b', 'c']],
    ['BEGINS_WITH', condition('BEGINS_WITH', S('c')), ['c']],
  ]
  for (const [name, sk, keys] of rows) {
    it(`finds by ${name}`, async () => {
      assert.deepEqual(await ask({ KeyConditions: { pk: condition('EQ', S('p')), sk } }), keys)
    })
  }
  const filtered = (QueryFilter: Json, more: Json = {}) =>
    ask({ KeyConditions: { pk: condition('EQ', S('p')) }, QueryFilter, ...more })
  it('filters by all conditions', async () => {
    const both = { kept: condition('GT', S('k1')), rank: condition('NOT_NULL') }
    assert.deepEqual(await filtered({ ...both, rank: { ComparisonOperator: 'NOT_NULL' } }), ['b'])
  })
  it('filters by any condition', async () => {
    const either = { kept: condition('EQ', S('k1')), rank: { ComparisonOperator: 'NULL' } }
    assert.deepEqual(await filtered(either, { ConditionalOperator: 'OR' }), ['a', 'c'])
  })
  it('picks attributes', async () => {
    await ready
    const page = await pageOf(client, 'Query', {
      TableName: table,
      KeyConditions: { pk: condition('EQ', S('p')) },
      AttributesToGet: ['kept', 'rank'],
    })
    assert.deepEqual(page.Items, [
      pick(items[0], 'kept', 'rank'),
      pick(items[1], 'kept', 'rank'),
      pick(items[2], 'kept'),
    ])
  })
})
