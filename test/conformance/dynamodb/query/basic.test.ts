/** Successful Query requests: what they select, return, count and cost, and how pages continue. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paginateQuery } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { attribute, hash, indexed, onDemand, range } from '../../../support/tables.js'

const client = await connect()
const [table, mixed, multi] = await Promise.all([
  client.createTable({
    AttributeDefinitions: [attribute('pk', 'S'), attribute('sk', 'N')],
    KeySchema: [hash('pk'), range('sk')],
    ...onDemand,
  }),
  client.createTable({
    ...indexed,
    LocalSecondaryIndexes: [index('by-local', [hash('pk'), range('local')], 'KEYS_ONLY')],
    GlobalSecondaryIndexes: [index('by-global', [hash('global')], 'KEYS_ONLY')],
  }),
  client.createTable({
    AttributeDefinitions: ['pk', 'a', 'b', 'c', 'd'].map((name) => attribute(name, 'S')),
    KeySchema: [hash('pk')],
    GlobalSecondaryIndexes: [index('many', [hash('a'), hash('b'), range('c'), range('d')], 'ALL')],
    ...onDemand,
  }),
])

function index(IndexName: string, KeySchema: readonly Json[], ProjectionType: string): Json {
  return { IndexName, KeySchema, Projection: { ProjectionType } }
}

const numbers = [-1e20, -3, -0.5, 0, 1, 1.5, 2, 10, 1e20]
for (const sk of numbers) {
  await client.ask('PutItem', {
    TableName: table,
    Item: { pk: { S: 'p' }, sk: { N: String(sk) }, even: { BOOL: sk % 2 === 0 } },
  })
}
for (const n of [0, 1, 2, 3]) {
  const text = { S: String(n) }
  await client.ask('PutItem', {
    TableName: mixed,
    Item: { pk: { S: 'p' }, sk: text, local: { S: 'l' }, global: { S: 'g' }, rest: text },
  })
  await client.ask('PutItem', {
    TableName: multi,
    Item: { pk: text, a: { S: 'a' }, b: { S: 'b' }, c: { S: n < 2 ? 'x' : 'y' }, d: text },
  })
}

interface Answer {
  readonly Items?: readonly Record<string, Record<string, unknown>>[]
  readonly Count: number
  readonly ScannedCount: number
  readonly LastEvaluatedKey?: Json
  readonly ConsumedCapacity?: Json
}

async function query(condition: string, values: Json, rest: Json = {}): Promise<Answer> {
  const answer = await client.ask('Query', {
    TableName: table,
    KeyConditionExpression: condition,
    ExpressionAttributeValues: { ':p': { S: 'p' }, ...values },
    ...rest,
  })
  return answer as unknown as Answer
}

const sortValues = ({ Items = [] }: Answer): number[] =>
  Items.map(({ sk }) => Number(sk?.['N'] ?? sk?.['S']))

describe('Query selects', () => {
  const N = (n: number): Json => ({ N: String(n) })
  const rows: readonly (readonly [string, Json, (n: number) => boolean])[] = [
    ['pk = :p', {}, () => true],
    ['pk = :p AND sk = :v', { ':v': N(1.5) }, (n) => n === 1.5],
    ['pk = :p AND sk < :v', { ':v': N(0) }, (n) => n < 0],
    ['pk = :p AND sk <= :v', { ':v': N(0) }, (n) => n <= 0],
    ['sk > :v AND pk = :p', { ':v': N(1) }, (n) => n > 1],
    ['(pk = :p) AND (:v <= sk)', { ':v': N(1) }, (n) => n >= 1],
    ['pk = :p AND sk BETWEEN :v AND :w', { ':v': N(-3), ':w': N(2) }, (n) => n >= -3 && n <= 2],
  ]
  for (const [condition, values, matches] of rows) {
    it(condition, async () => {
      const expected = numbers.filter(matches)
      assert.deepEqual(sortValues(await query(condition, values)), expected)
      const backwards = await query(condition, values, { ScanIndexForward: false })
      assert.deepEqual(sortValues(backwards), expected.reverse())
    })
  }

  it('by KeyConditions', async () => {
    const answer = await client.ask('Query', {
      TableName: table,
      KeyConditions: {
        pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'p' }] },
        sk: { ComparisonOperator: 'GE', AttributeValueList: [{ N: '2' }] },
      },
    })
    assert.deepEqual(sortValues(answer as unknown as Answer), [2, 10, 1e20])
  })

  it('nothing if nothing matches', async () => {
    const answer = await query('pk = :q', { ':p': undefined, ':q': { S: 'q' } })
    assert.deepEqual(answer, { Items: [], Count: 0, ScannedCount: 0 })
  })
})

describe('Query shows', () => {
  it('what passes the filter, and counts what it read', async () => {
    const answer = await query(
      'pk = :p',
      { ':t': { BOOL: true } },
      { FilterExpression: 'even = :t', Limit: 5 },
    )
    assert.deepEqual(sortValues(answer), [-1e20, 0])
    assert.equal(answer.Count, 2)
    assert.equal(answer.ScannedCount, 5)
    assert.deepEqual(answer.LastEvaluatedKey, { pk: { S: 'p' }, sk: { N: '1' } })
  })

  it('what a projection names', async () => {
    const answer = await query('pk = :p', {}, { ProjectionExpression: 'sk', Limit: 1 })
    assert.deepEqual(answer.Items, [{ sk: { N: '-100000000000000000000' } }])
  })

  it('only a count on request', async () => {
    const answer = await query('pk = :p', {}, { Select: 'COUNT' })
    assert.deepEqual(answer, { Count: 9, ScannedCount: 9 })
  })
})

describe('Query pages', () => {
  for (const limit of [1, 2, 3, 8, 9, 10]) {
    it(`of ${limit} hold each item once, in either direction`, async () => {
      for (const ScanIndexForward of [true, false]) {
        const seen: number[] = []
        const pages = paginateQuery(
          { client: client.sdk, pageSize: limit },
          {
            TableName: table,
            KeyConditionExpression: 'pk = :p',
            ExpressionAttributeValues: { ':p': { S: 'p' } },
            ScanIndexForward,
          },
        )
        for await (const { Items = [] } of pages) seen.push(...Items.map(({ sk }) => Number(sk?.N)))
        assert.deepEqual(seen, ScanIndexForward ? numbers : [...numbers].reverse())
      }
    })
  }

  for (const [IndexName, condition] of [
    ['by-local', 'pk = :p AND #l = :v'],
    ['by-global', '#g = :v'],
  ] as const) {
    it(`of ${IndexName}, whose entries all have one key, hold each item once`, async () => {
      const seen = new Set<string>()
      const local = IndexName === 'by-local'
      const pages = paginateQuery(
        { client: client.sdk, pageSize: 1 },
        {
          TableName: mixed,
          IndexName,
          KeyConditionExpression: condition,
          ExpressionAttributeNames: local ? { '#l': 'local' } : { '#g': 'global' },
          ExpressionAttributeValues: local
            ? { ':p': { S: 'p' }, ':v': { S: 'l' } }
            : { ':v': { S: 'g' } },
        },
      )
      let items = 0
      for await (const { Items = [] } of pages) {
        items += Items.length
        for (const { sk } of Items) seen.add(sk!.S!)
      }
      assert.equal(items, 4)
      assert.deepEqual([...seen].sort(), ['0', '1', '2', '3'])
    })
  }
})

describe('Query of an index', () => {
  const ask = async (rest: Json): Promise<Answer> =>
    (await client.ask('Query', { TableName: mixed, ...rest })) as unknown as Answer
  const local = {
    IndexName: 'by-local',
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': { S: 'p' } },
    ReturnConsumedCapacity: 'INDEXES',
  }

  it('shows what it projects', async () => {
    const { Items, ConsumedCapacity } = await ask(local)
    assert.deepEqual(
      Items?.map((item) => Object.keys(item).sort().join()),
      Array(4).fill('local,pk,sk'),
    )
    assert.deepEqual(ConsumedCapacity, {
      TableName: mixed,
      CapacityUnits: 0.5,
      Table: { CapacityUnits: 0 },
      LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 0.5 } },
    })
  })

  it('fetches what a local index lacks, for half a unit each', async () => {
    for (const wanted of [{ Select: 'ALL_ATTRIBUTES' }, { ProjectionExpression: 'rest' }]) {
      const { Items, ConsumedCapacity } = await ask({ ...local, ...wanted })
      assert.deepEqual(Items?.map(({ rest }) => rest?.['S']).sort(), ['0', '1', '2', '3'])
      assert.deepEqual(ConsumedCapacity, {
        TableName: mixed,
        CapacityUnits: 2.5,
        Table: { CapacityUnits: 2 },
        LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 0.5 } },
      })
    }
  })

  it('uses several partition and sort attributes', async () => {
    const many = async (condition: string, values: Json): Promise<Answer> =>
      ask({
        TableName: multi,
        IndexName: 'many',
        KeyConditionExpression: `a = :a AND b = :b${condition}`,
        ExpressionAttributeValues: { ':a': { S: 'a' }, ':b': { S: 'b' }, ...values },
      })
    const keys = ({ Items = [] }: Answer): string => Items.map(({ pk }) => String(pk?.['S'])).join()
    assert.equal(keys(await many('', {})), '0,1,2,3')
    assert.equal(keys(await many(' AND c > :c', { ':c': { S: 'x' } })), '2,3')
    const both = { ':c': { S: 'y' }, ':d': { S: '2' } }
    assert.equal(keys(await many(' AND c = :c AND d > :d', both)), '3')
  })
})
