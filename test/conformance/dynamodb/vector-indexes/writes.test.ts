/** What tables with vector indexes refuse to store, beside the cases of `cases.test.ts`, and what writes to them cost. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { N, S } from '../../../support/items.js'
import { attribute } from '../../../support/tables.js'
import { filter, near, scope, search, vector, withVectors } from '../../../support/vectors.js'

const client = await connect()
const searched = { SearchSchema: [scope('tenant'), filter('colour')] }
const [table, scoped] = await Promise.all([
  client.createTable(withVectors([near()])),
  client.createTable(withVectors([near(searched)], ['tenant', 'colour'])),
])
const invalid = (sentence: string) =>
  `One or more parameter values were invalid. ${sentence} IndexName: near`
describe('a vector that does not fit is refused', () => {
  it('by an update that makes it', async () => {
    const TableName = await client.createTable(withVectors([near()]))
    await client.ask('PutItem', { TableName, Item: { pk: S('a'), emb: vector(1, 2) } })
    const answer = await client.call('UpdateItem', {
      TableName,
      Key: { pk: S('a') },
      UpdateExpression: 'SET emb = list_append(emb, :more)',
      ExpressionAttributeValues: { ':more': vector(3) },
    })
    assert.equal(answer.message, invalid('Invalid size for parameter emb, Expected: 2, Actual: 3'))
  })
})

describe('an attribute that searches name is refused', () => {
  const put = (more: Json): Json => ({ Item: { pk: S('a'), emb: vector(1, 2), ...more } })
  it('if it is a scope of more than 2048 bytes', async () => {
    const scopeOf = (length: number) => ({
      TableName: scoped,
      ...put({ tenant: S('t'.repeat(length)) }),
    })
    await client.ask('PutItem', scopeOf(2048))
    const refused = await client.call('PutItem', scopeOf(2049))
    assert.match(refused.message ?? '', /Size of hashkey has exceeded the maximum size limit/)
  })

  it('but not if it is an empty filter', async () => {
    await client.ask('PutItem', { TableName: scoped, ...put({ tenant: S('t'), colour: S('') }) })
  })
})

describe('a write to a vector index costs', async () => {
  const included = {
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['kept'] },
    Dimensions: 1000,
    VectorAttribute: { AttributeName: 'big' },
    IndexName: 'large',
  }
  const TableName = await client.createTable(withVectors([near(), near(included)]))
  const big = {
    L: Array.from({ length: 1000 }, (_, i) => N(`0.${String(10 * i + 1).padStart(16, '1')}`)),
  }
  const written = async (operation: string, input: Json) => {
    const answer = await client.ask(operation, {
      TableName,
      ReturnConsumedCapacity: 'INDEXES',
      ...input,
    })
    return answer['ConsumedCapacity'] as Json
  }
  const put = (more: Json) => written('PutItem', { Item: { pk: S('a'), ...more } })

  it('nothing, if it does not touch the index', async () => {
    assert.equal((await put({ n: N(1) }))['VectorIndexes'], undefined)
  })

  it('a KB at least, and what the index holds, with four bytes for each number', async () => {
    const capacity = await put({ emb: vector(1, 2), big, kept: S('x') })
    assert.deepEqual(capacity['VectorIndexes'], {
      // pk a, kept x, and a list of a thousand numbers, which is an ordinary attribute here.
      near: { VectorWriteRequestBytes: 3 + 5 + 11 + 3 + 3 + 1000 * (1 + 1 + 8) },
      // pk a, kept x, and the vector.
      large: { VectorWriteRequestBytes: 3 + 5 + 3 + 4000 },
    })
    // pk a, kept x, and both vectors: 3 + 5 + 11 + 4003 bytes.
    assert.deepEqual(capacity['Table'], { CapacityUnits: 4 })
    assert.equal(capacity['CapacityUnits'], 4)
  })

  it('less than to read it: reads count every digit', async () => {
    const { ConsumedCapacity } = await client.ask('GetItem', {
      TableName,
      Key: { pk: S('a') },
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
    })
    // The thousand numbers alone are 10,000 bytes as a list.
    assert.equal((ConsumedCapacity as Json)['CapacityUnits'], 3)
  })

  it('again only if what the index shows has changed', async () => {
    const before = { emb: vector(1, 2), big, kept: S('x') }
    assert.equal((await put(before))['VectorIndexes'], undefined)
    const same = await put({ ...before, emb: vector('1.00000000001', 2) })
    assert.deepEqual(Object.keys((same['VectorIndexes'] as Json) ?? {}), [])
    const other = await put({ ...before, n: N(1) })
    assert.deepEqual(Object.keys(other['VectorIndexes'] as Json), ['near'])
    const kept = await put({ ...before, n: N(1), kept: S('y') })
    assert.deepEqual(Object.keys(kept['VectorIndexes'] as Json), ['near', 'large'])
  })

  it('for what it removes', async () => {
    await put({ emb: vector(1, 2) })
    const capacity = await written('DeleteItem', { Key: { pk: S('a') } })
    assert.deepEqual(capacity['VectorIndexes'], { near: { VectorWriteRequestBytes: 1024 } })
  })

  it('and shows it only where indexes are asked for', async () => {
    const total = await written('PutItem', {
      ReturnConsumedCapacity: 'TOTAL',
      Item: { pk: S('b'), emb: vector(1, 2) },
    })
    assert.deepEqual(total, { TableName, CapacityUnits: 1 })
  })

  it('together in a batch and in a transaction', async () => {
    const puts = ['c', 'd'].map((pk) => ({ Item: { pk: S(pk), emb: vector(1, 2) } }))
    const both = { near: { VectorWriteRequestBytes: 2048 } }
    const batch = await client.ask('BatchWriteItem', {
      ReturnConsumedCapacity: 'INDEXES',
      RequestItems: { [TableName]: puts.map((PutRequest) => ({ PutRequest })) },
    })
    assert.deepEqual((batch['ConsumedCapacity'] as readonly Json[])[0]?.['VectorIndexes'], both)
    const transaction = await client.ask('TransactWriteItems', {
      ReturnConsumedCapacity: 'INDEXES',
      TransactItems: ['e', 'f'].map((pk) => ({
        Put: { TableName, Item: { pk: S(pk), emb: vector(1, 2) } },
      })),
    })
    const [capacity] = transaction['ConsumedCapacity'] as readonly Json[]
    assert.deepEqual(capacity?.['VectorIndexes'], both)
  })
})

describe('a search costs', () => {
  const consumed = async (ReturnConsumedCapacity?: string) =>
    (await search(client, { TableName: table, ReturnConsumedCapacity })).ConsumedCapacity

  it('bytes, and no units', async () => {
    for (const wanted of ['TOTAL', 'INDEXES']) {
      assert.deepEqual(await consumed(wanted), { VectorSearchRequestBytes: 1024 })
    }
  })

  it('and says so only if asked', async () => {
    assert.equal(await consumed(), undefined)
    assert.equal(await consumed('NONE'), undefined)
  })
})

describe('numbers of any precision', () => {
  it('are zero in the index if they are too small for a float', async () => {
    const TableName = await client.createTable(withVectors([near()]))
    const emb = vector('1E-130', '-1E-45')
    await client.ask('PutItem', { TableName, Item: { pk: S('a'), emb } })
    const { SearchResults } = await search(client, { TableName, ProjectionExpression: 'emb' })
    const [zero, least] = (SearchResults[0]?.Item['emb'] as { L: { N: string }[] }).L
    assert.equal(Number(zero?.N), 0)
    assert.equal(Math.fround(Number(least?.N)), -(2 ** -149))
  })

  it('are kept in the item as they were written', async () => {
    const TableName = await client.createTable({
      ...withVectors([near()]),
      AttributeDefinitions: [attribute('pk', 'S')],
    })
    const emb = vector('0.1234567890123456789', '-16777217')
    await client.ask('PutItem', { TableName, Item: { pk: S('a'), emb } })
    const { Item } = await client.ask('GetItem', { TableName, Key: { pk: S('a') } })
    assert.deepEqual((Item as Json)['emb'], emb)
    const found = await search(client, { TableName, ProjectionExpression: 'emb' })
    assert.deepEqual(found.SearchResults[0]?.Item['emb'], vector('0.12345679', '-16777216.0'))
  })
})
