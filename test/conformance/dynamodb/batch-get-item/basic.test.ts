/** BatchGetItem: what comes back, from several tables, what it costs, and where it stops. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other, heavy] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
  client.createTable(partitionOnly()),
])
const key = (name: string) => ({ pk: { S: name } })
const ask = (RequestItems: Json, rest: Json = {}) =>
  client.ask('BatchGetItem', { RequestItems, ...rest })
const refused = (RequestItems: Json) => client.call('BatchGetItem', { RequestItems })
const items = ['a', 'b'].map((name) => ({ ...key(name), n: { N: '1' }, note: { S: name } }))
const elsewhere = { ...key('a'), sk: { S: '1' } }
await client.ask('BatchWriteItem', {
  RequestItems: {
    [table]: items.map((Item) => ({ PutRequest: { Item } })),
    [other]: [{ PutRequest: { Item: elsewhere } }],
  },
})

describe('BatchGetItem', () => {
  it('finds items in several tables and leaves out missing ones', async () => {
    const { Responses, UnprocessedKeys } = await client.sdk.send(
      new BatchGetItemCommand({
        RequestItems: {
          [table]: { Keys: [key('a'), key('nobody'), key('b')] },
          [other]: { Keys: [{ ...key('x'), sk: { S: '1' } }] },
        },
      }),
    )
    assert.deepEqual(Responses, { [table]: items, [other]: [] })
    assert.deepEqual(UnprocessedKeys, {})
  })

  it('projects each table by its own expression', async () => {
    const { Responses } = await ask({
      [table]: {
        Keys: [key('a')],
        ProjectionExpression: '#n',
        ExpressionAttributeNames: { '#n': 'n' },
      },
      [other]: { Keys: [elsewhere] },
    })
    assert.deepEqual(Responses, { [table]: [{ n: { N: '1' } }], [other]: [elsewhere] })
    const legacy = await ask({ [table]: { Keys: [key('b')], AttributesToGet: ['note', 'none'] } })
    assert.deepEqual(legacy['Responses'], { [table]: [{ note: { S: 'b' } }] })
  })

  it('costs half a unit for each key, or a whole one for consistent reads', async () => {
    const { ConsumedCapacity } = await ask(
      {
        [table]: { Keys: [key('a'), key('nobody'), key('b')] },
        [other]: { Keys: [elsewhere], ConsistentRead: true },
      },
      { ReturnConsumedCapacity: 'INDEXES' },
    )
    assert.deepEqual(ConsumedCapacity, [
      { TableName: table, CapacityUnits: 1.5, Table: { CapacityUnits: 1.5 } },
      { TableName: other, CapacityUnits: 1, Table: { CapacityUnits: 1 } },
    ])
  })

  it('accepts 100 keys, and no more over all tables', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => key(`k${i}`))
    assert.deepEqual(await ask({ [table]: { Keys: keys(100) } }), {
      Responses: { [table]: [] },
      UnprocessedKeys: {},
    })
    await expectError(
      refused({ [table]: { Keys: keys(100) }, [other]: { Keys: [elsewhere] } }),
      'ValidationException',
      'Too many items requested for the BatchGetItem call',
    )
  })

  it('refuses a duplicate key in any spelling, before it looks up the table', async () => {
    const duplicates = 'Provided list of item keys contains duplicates'
    const rows: Json[] = [
      { [table]: { Keys: [key('a'), key('b'), key('a')] } },
      { 'gramme-test-nowhere': { Keys: [{ pk: { N: '1.0' } }, { pk: { N: '1' } }] } },
      { [other]: { Keys: [elsewhere, { sk: { S: '1' }, ...key('a') }] } },
    ]
    for (const RequestItems of rows) {
      await expectError(refused(RequestItems), 'ValidationException', duplicates)
    }
    await expectError(
      refused({ [table]: { Keys: [key('a')] }, 'gramme-test-nowhere': { Keys: [key('a')] } }),
      'ResourceNotFoundException',
      'Requested resource not found',
    )
  })

  it('stops at 16 MB, and returns the rest as unprocessed with its options', async () => {
    const names = Array.from({ length: 45 }, (_, i) => `heavy-${i}`)
    const payload = { S: 'x'.repeat(380_000) }
    for (let first = 0; first < names.length; first += 15) {
      const writes = names
        .slice(first, first + 15)
        .map((name) => ({ PutRequest: { Item: { ...key(name), payload } } }))
      await client.ask('BatchWriteItem', { RequestItems: { [heavy]: writes } })
    }
    const request = {
      Keys: names.map(key),
      ConsistentRead: true,
      ProjectionExpression: 'pk',
    }
    const answer = (await ask(
      { [heavy]: request, [table]: { Keys: [key('a')] } },
      { ReturnConsumedCapacity: 'TOTAL' },
    )) as {
      Responses: Record<string, Json[]>
      UnprocessedKeys: Record<string, Json>
      ConsumedCapacity: Json[]
    }
    const fitting = Math.floor((16 * 1024 * 1024) / (380_000 + 30))
    assert.equal(answer.Responses[heavy]?.length, fitting)
    assert.deepEqual(answer.UnprocessedKeys, {
      [heavy]: { ...request, Keys: names.slice(fitting).map(key) },
      [table]: { Keys: [key('a')] },
    })
    assert.deepEqual(answer.ConsumedCapacity, [{ TableName: heavy, CapacityUnits: fitting * 93 }])
    const rest = await ask(answer.UnprocessedKeys)
    assert.deepEqual(rest['UnprocessedKeys'], {})
  })
})
