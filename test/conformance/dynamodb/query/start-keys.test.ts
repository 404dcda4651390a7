/** ExclusiveStartKey of a Query: the order of its errors, and where reading resumes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { allPages, N, pageOf, putAll, S, textsOf } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed, partitionOnly, projected } from '../../../support/tables.js'

const client = await connect()
const [table, single, withIndexes, withProjections] = await Promise.all([
  client.createTable(composite()),
  client.createTable(partitionOnly()),
  client.createTable(indexed),
  client.createTable(projected),
])
const values = { ExpressionAttributeValues: { ':p': S('b') } }
const base = { TableName: table, KeyConditionExpression: 'pk = :p', ...values }
const start = (ExclusiveStartKey: Json): Json => ({ ExclusiveStartKey })
const schemaFault = say.startKeyFault(say.keyMismatch)

describe('Query refuses values in a start key', () => {
  checkRefusals(client, 'Query', base, [
    ['without a type', start({ pk: {} }), say.startKeyFault(say.emptyValue)],
    ['of two types', start({ pk: { S: 'a', N: '1' } }), say.startKeyFault(say.severalTypes)],
    [
      'that are NULL but not true',
      start({ pk: { NULL: false } }),
      say.startKeyFault(say.nullNotTrue),
    ],
    [
      'that are an empty string set',
      start({ pk: { SS: [] } }),
      say.startKeyFault(say.emptyStringSet),
    ],
    [
      'that are an empty binary set',
      start({ pk: { BS: [] } }),
      say.startKeyFault(say.emptyBinarySet),
    ],
    ['that are an empty number set', start({ pk: { NS: [] } }), say.emptyNumberSet],
    ['that are not numbers', start({ pk: { N: 'b' } }), say.notANumber('b')],
    ['that are too large', start({ pk: { N: '1e126' } }), say.numberOverflow],
    [
      'with a string twice',
      start({ pk: { SS: ['b', 'a', 'b'] } }),
      say.duplicateStrings('a', 'b', 'b'),
    ],
    ['with a number twice', start({ pk: { NS: ['1', '1.0'] } }), say.duplicateNumbers],
  ])
})

const rows = (sentence: string, keys: readonly Json[]): readonly Refusal[] =>
  keys.map((key) => [JSON.stringify(key), start(key), sentence])

describe('Query refuses a start key of the table', () => {
  checkRefusals(client, 'Query', base, [
    ...rows(say.badStartKey, [
      {},
      { pk: S('b') },
      { sk: S('b') },
      { pk: S('b'), sk: S('a'), more: S('a') },
    ]),
    ...rows(say.keyMismatch, [
      { pk: N(1), sk: S('a') },
      { pk: S('b'), sk: N(1) },
      { pk: { M: {} }, sk: S('a') },
    ]),
    ...rows(say.startKeyOutside, [{ pk: S('a'), sk: S('a') }]),
  ])
})

describe('Query refuses a start key beside a condition on the sort key', () => {
  const sorted = (KeyConditionExpression: string): Json => ({
    ...base,
    KeyConditionExpression,
    ExpressionAttributeValues: { ':p': S('b'), ':s': S('m') },
  })
  checkRefusals(client, 'Query', sorted('pk = :p AND sk > :s'), [
    ['outside the condition', start({ pk: S('b'), sk: S('a') }), say.startKeyPredicate],
    [
      'outside the condition and the partition',
      start({ pk: S('a'), sk: S('a') }),
      say.startKeyPredicate,
    ],
    ['inside the condition, of another partition', start({ pk: S('a'), sk: S('z') }), say.oneRow],
  ])
  checkRefusals(client, 'Query', sorted('pk = :p AND begins_with(sk, :s)'), [
    ['that does not begin so', start({ pk: S('b'), sk: S('a') }), say.startKeyPredicate],
  ])
})

describe('Query refuses a start key of an index', () => {
  const local = {
    TableName: withIndexes,
    IndexName: 'by-local',
    KeyConditionExpression: 'pk = :p',
    ...values,
  }
  checkRefusals(client, 'Query', local, [
    ...rows(say.badStartKey, [
      {},
      { pk: S('b'), sk: S('a') },
      { pk: S('b'), local: S('a') },
      { pk: S('b'), sk: S('a'), local: S('a'), more: S('a') },
    ]),
    ...rows(say.keyMismatch, [
      { pk: N(1), sk: S('a'), local: S('a') },
      { pk: S('b'), sk: S('a'), local: N(1) },
    ]),
    ...rows(schemaFault, [{ pk: S('b'), sk: N(1), local: S('a') }]),
    ...rows(say.startKeyOutside, [{ pk: S('a'), sk: S('a'), local: S('a') }]),
  ])
  const global = {
    TableName: withIndexes,
    IndexName: 'by-global',
    KeyConditionExpression: '#g = :p',
    ExpressionAttributeNames: { '#g': 'global' },
    ...values,
  }
  checkRefusals(client, 'Query', global, [
    ...rows(say.badStartKey, [
      {},
      { global: S('b') },
      { pk: S('a'), sk: S('a') },
      { pk: S('a'), sk: S('a'), more: S('a') },
      { pk: S('a'), sk: S('a'), global: S('b'), more: S('a') },
    ]),
    ...rows(say.keyMismatch, [{ pk: S('a'), sk: S('a'), global: N(1) }]),
    ...rows(schemaFault, [
      { pk: N(1), sk: S('a'), global: S('b') },
      { pk: S('a'), sk: N(1), global: S('b') },
      { x: S('a'), y: S('a'), global: S('b') },
    ]),
    ...rows(say.startKeyOutside, [{ pk: S('a'), sk: S('a'), global: S('a') }]),
  ])
})

describe('Query of a table without sort key', () => {
  const query = { ...base, TableName: single }
  checkRefusals(client, 'Query', query, [
    ...rows(say.badStartKey, [{}, { sk: S('a') }, { pk: S('b'), sk: S('a') }]),
    ...rows(say.keyMismatch, [{ pk: N(1) }]),
    [
      'refuses to start after its only item',
      start({ pk: S('b') }),
      'The provided exclusive start key is invalid: ExclusiveStartKey: {pk=AttributeValue: {S:b}}',
    ],
  ])
})

describe('LastEvaluatedKey of a Query', () => {
  const ranks = [3, 1, 2, 10, -1]
  const items = ranks.map((rank, n) => ({
    pk: S('b'),
    sk: S(`s${n}`),
    group: S('g'),
    rank: N(rank),
    local: S(`l${9 - n}`),
    more: S('x'),
  }))
  const byGroup = {
    TableName: withProjections,
    IndexName: 'global-keys',
    KeyConditionExpression: '#g = :g',
    ExpressionAttributeNames: { '#g': 'group' },
    ExpressionAttributeValues: { ':g': S('g') },
  }
  const ready = putAll(client, withProjections, items)

  it('holds the keys of the table', async () => {
    await ready
    const page = await pageOf(client, 'Query', { ...base, TableName: withProjections, Limit: 2 })
    assert.deepEqual(page.LastEvaluatedKey, { pk: S('b'), sk: S('s1') })
  })

  it('holds the keys of a local index and of the table', async () => {
    await ready
    const page = await pageOf(client, 'Query', {
      ...base,
      TableName: withProjections,
      IndexName: 'local-keys',
      Limit: 1,
    })
    assert.deepEqual(page.LastEvaluatedKey, { pk: S('b'), sk: S('s4'), local: S('l5') })
  })

  it('holds the keys of a global index and of the table', async () => {
    await ready
    const page = await pageOf(client, 'Query', { ...byGroup, Limit: 1 })
    assert.deepEqual(page.LastEvaluatedKey, {
      pk: S('b'),
      sk: S('s4'),
      group: S('g'),
      rank: N(-1),
    })
  })

  it('is present if the last item reaches Limit, and then leads to an empty page', async () => {
    await ready
    const pages = await allPages(client, 'Query', { ...byGroup, Limit: 5 })
    assert.deepEqual(
      pages.map(({ Count }) => Count),
      [5, 0],
    )
    assert.equal(pages[1]?.LastEvaluatedKey, undefined)
  })

  it('is absent if the items end before Limit', async () => {
    await ready
    const page = await pageOf(client, 'Query', { ...byGroup, Limit: 6 })
    assert.equal(page.LastEvaluatedKey, undefined)
  })

  it('is present even if no item passes the filter', async () => {
    await ready
    const page = await pageOf(client, 'Query', {
      ...base,
      TableName: withProjections,
      FilterExpression: 'more = :none',
      ExpressionAttributeValues: { ':p': S('b'), ':none': S('none') },
      Limit: 2,
    })
    assert.deepEqual(
      { ...page },
      { Items: [], Count: 0, ScannedCount: 2, LastEvaluatedKey: { pk: S('b'), sk: S('s1') } },
    )
  })

  for (const Limit of [1, 2, 3, 4]) {
    for (const ScanIndexForward of [true, false]) {
      it(`leads through every item once, ${Limit} at a time, ${ScanIndexForward ? 'forward' : 'backward'}`, async () => {
        await ready
        const pages = await allPages(client, 'Query', { ...byGroup, Limit, ScanIndexForward })
        const sorted = [...ranks].sort((a, b) => (ScanIndexForward ? a - b : b - a))
        assert.deepEqual(
          textsOf(
            pages.flatMap(({ Items }) => Items),
            'rank',
          ),
          sorted.map(String),
        )
      })
    }
  }

  it('may name an item that was deleted', async () => {
    await ready
    const page = await pageOf(client, 'Query', {
      ...base,
      TableName: withProjections,
      ExclusiveStartKey: { pk: S('b'), sk: S('s1x') },
    })
    assert.deepEqual(textsOf(page.Items, 'sk'), ['s2', 's3', 's4'])
  })
})
