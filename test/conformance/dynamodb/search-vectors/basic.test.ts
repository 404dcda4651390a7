/** Searches that succeed: what they find, in which order, with which scores, and what they show. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SearchVectorsCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { S } from '../../../support/items.js'
import {
  filter,
  keysOf,
  near,
  scope,
  search,
  searchVector,
  vector,
  withVectors,
} from '../../../support/vectors.js'

const client = await connect()
const points: Readonly<Record<string, readonly [number, number]>> = {
  origin: [0, 0],
  east: [1, 0],
  north: [0, 1],
  'north-east': [0.6, 0.8],
  west: [-1, 0],
  far: [30, 40],
}

async function filled(TableName: string, more: (name: string) => Json = () => ({})) {
  for (const [name, numbers] of Object.entries(points)) {
    const Item = { pk: S(name), emb: vector(...numbers), ...more(name) }
    await client.ask('PutItem', { TableName, Item })
  }
  return TableName
}

const distances = ['EUCLIDEAN', 'COSINE', 'DOT_PRODUCT']
const plain = await filled(
  await client.createTable(
    withVectors(
      distances.map((DistanceFunction) =>
        near({ IndexName: `near-${DistanceFunction}`, DistanceFunction }),
      ),
    ),
  ),
)

describe('SearchVectors', () => {
  const scores: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
    EUCLIDEAN: [
      ['east', 0],
      ['north-east', 0.8944271802902222],
      ['origin', 1],
    ],
    COSINE: [
      ['east', 0],
      ['far', 0.3999999761581421],
      ['north-east', 0.3999999761581421],
    ],
    DOT_PRODUCT: [
      ['far', 30],
      ['east', 1],
      ['north-east', 0.6000000238418579],
    ],
  }
  for (const [distance, expected] of Object.entries(scores)) {
    it(`finds the nearest by ${distance} first, with its scores`, async () => {
      const found = await search(client, {
        TableName: plain,
        IndexName: `near-${distance}`,
        SearchVector: searchVector(1, 0),
        TopK: 3,
      })
      const got = found.SearchResults.map(({ Item, Score }) => [(Item['pk'] as Json)['S'], Score])
      const byScoreAndKey = (list: readonly (readonly unknown[])[]) =>
        [...list].sort(
          (a, b) => Number(a[1]) - Number(b[1]) || (String(a[0]) < String(b[0]) ? -1 : 1),
        )
      assert.deepEqual(byScoreAndKey(got), byScoreAndKey(expected))
      assert.equal(got[0]![1], expected[0]![1])
    })
  }

  it('is an operation of the SDK', async () => {
    const { SearchResults } = await client.sdk.send(
      new SearchVectorsCommand({
        TableName: plain,
        IndexName: 'near-EUCLIDEAN',
        SearchVector: [{ N: '30' }, { N: '41' }],
        TopK: 1,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    assert.deepEqual(SearchResults, [{ Item: { pk: { S: 'far' } }, Score: 1 }])
  })

  it('names its table by ARN too', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: plain })) as {
      Table: { TableArn: string }
    }
    const found = await search(client, {
      TableName: Table.TableArn,
      IndexName: 'near-EUCLIDEAN',
      TopK: 1,
    })
    assert.deepEqual(keysOf(found), ['origin'])
  })

  it('finds nothing in an empty index', async () => {
    const TableName = await client.createTable(withVectors([near()]))
    assert.deepEqual(await search(client, { TableName }), { SearchResults: [] })
  })

  it('finds what was written, changed and deleted, at once', async () => {
    const TableName = await client.createTable(withVectors([near()]))
    const found = async () => keysOf(await search(client, { TableName }))
    const key = { TableName, Key: { pk: S('a') } }
    await client.ask('PutItem', { TableName, Item: { pk: S('a'), emb: vector(1, 1) } })
    await client.ask('PutItem', { TableName, Item: { pk: S('b'), emb: vector(2, 2) } })
    await client.ask('PutItem', { TableName, Item: { pk: S('without') } })
    assert.deepEqual(await found(), ['a', 'b'])
    const set = {
      UpdateExpression: 'SET emb = :v',
      ExpressionAttributeValues: { ':v': vector(3, 3) },
    }
    await client.ask('UpdateItem', { ...key, ...set })
    assert.deepEqual(await found(), ['b', 'a'])
    await client.ask('UpdateItem', { ...key, UpdateExpression: 'REMOVE emb' })
    assert.deepEqual(await found(), ['b'])
    await client.ask('DeleteItem', { TableName, Key: { pk: S('b') } })
    assert.deepEqual(await found(), [])
  })
})

describe('SearchVectors within a scope and with filters', async () => {
  const searched = ['tenant', 'colour', 'girth']
  const SearchSchema = [scope('tenant'), filter('colour'), filter('girth')]
  const TableName = await client.createTable(withVectors([near({ SearchSchema })], searched))
  const put = (pk: string, more: Json) =>
    client.ask('PutItem', { TableName, Item: { pk: S(pk), emb: vector(pk.length, 0), ...more } })
  await put('a', { tenant: S('t'), colour: S('red'), girth: S('l') })
  await put('bb', { tenant: S('t'), colour: S('blue'), girth: S('l') })
  await put('ccc', { tenant: S('t'), colour: S('red') })
  await put('dddd', { tenant: S('u'), colour: S('red') })
  await put('eeeee', { colour: S('red') })
  const find = async (condition: string, values: Json) =>
    keysOf(
      await search(client, {
        TableName,
        SearchConditionExpression: condition,
        ExpressionAttributeValues: values,
      }),
    )

  const rows: readonly (readonly [string, Json, readonly string[]])[] = [
    ['tenant = :t', { ':t': S('t') }, ['a', 'bb', 'ccc']],
    [':t = tenant', { ':t': S('u') }, ['dddd']],
    ['tenant = :t', { ':t': S('nobody') }, []],
    ['tenant = :t AND colour = :c', { ':t': S('t'), ':c': S('red') }, ['a', 'ccc']],
    [
      'colour = :c AND (tenant = :t AND girth = :s)',
      { ':t': S('t'), ':c': S('red'), ':s': S('l') },
      ['a'],
    ],
    ['tenant = :t AND girth = :s', { ':t': S('u'), ':s': S('l') }, []],
  ]
  for (const [condition, values, expected] of rows) {
    it(`${condition} with ${JSON.stringify(values)}`, async () => {
      assert.deepEqual(await find(condition, values), expected)
    })
  }

  it('follows an item from scope to scope', async () => {
    const values = { ':u': S('v') }
    const key = { TableName, Key: { pk: S('eeeee') } }
    await client.ask('UpdateItem', {
      ...key,
      UpdateExpression: 'SET tenant = :u',
      ExpressionAttributeValues: values,
    })
    assert.deepEqual(await find('tenant = :u', values), ['eeeee'])
    await client.ask('UpdateItem', { ...key, UpdateExpression: 'REMOVE tenant' })
    assert.deepEqual(await find('tenant = :u', values), [])
  })
})

describe('what SearchVectors shows', async () => {
  const shape = (ProjectionType: string, more: Json = {}) => ({
    Projection: { ProjectionType, ...more },
    SearchSchema: [filter('kind')],
  })
  const [all, keys, some] = await Promise.all([
    client.createTable(withVectors([near(shape('ALL'))], ['kind'])),
    client.createTable(withVectors([near(shape('KEYS_ONLY'))], ['kind'])),
    client.createTable(
      withVectors([near(shape('INCLUDE', { NonKeyAttributes: ['kept'] }))], ['kind']),
    ),
  ])
  const item = { pk: S('a'), kind: S('k'), kept: S('x'), spare: S('y') }
  const emb = vector('1', '0.12345678901234567890')
  for (const TableName of [all, keys, some]) {
    await client.ask('PutItem', { TableName, Item: { ...item, emb } })
  }
  const shown = async (TableName: string, ProjectionExpression?: string) => {
    const found = await search(client, { TableName, ProjectionExpression })
    return found.SearchResults[0]!.Item
  }
  const { pk, kind, kept, spare } = item

  it('is all but the vector, if all is projected', async () => {
    assert.deepEqual(await shown(all), item)
  })

  it('is the key and what searches may name, if keys are projected', async () => {
    assert.deepEqual(await shown(keys), { pk, kind })
  })

  it('is also what is included', async () => {
    assert.deepEqual(await shown(some), { pk, kind, kept })
  })

  it('is the vector in 32-bit floats, if it is named', async () => {
    const floats = vector('1.0', '0.12345679')
    assert.deepEqual(await shown(all, 'emb'), { emb: floats })
    assert.deepEqual(await shown(keys, 'pk, emb'), { pk, emb: floats })
    assert.deepEqual(await shown(all, 'emb[1], spare'), { emb: vector('0.12345679'), spare })
  })

  it('is nothing of what is not projected', async () => {
    assert.deepEqual(await shown(keys, 'spare, kept'), {})
    assert.deepEqual(await shown(some, 'spare, kept'), { kept })
  })
})
