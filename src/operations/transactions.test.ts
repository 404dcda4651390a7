import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Json } from './database-suite.js'
import { ContendedEngine, createTable, refusal, serverOn, type Ask } from './server-suite.js'

const minuteMs = 60_000

const put = (TableName: string, Item: Json): Json => ({ Put: { TableName, Item } })
const get = (TableName: string, Key: Json): Json => ({ Get: { TableName, Key } })

describe('an operation on several tables', () => {
  it('starts over if another server has changed one of them', async () => {
    const engine = await openTestEngine()
    const [one, other] = [serverOn(engine), serverOn(engine)]
    await createTable(one.ask, 'first')
    await createTable(one.ask, 'second')
    const before = { pk: { S: 'a' } }
    await one.ask('TransactWriteItems', {
      TransactItems: [put('first', before), put('second', before)],
    })
    await other.ask('DeleteTable', { TableName: 'second' })
    await createTable(other.ask, 'second', 'id')
    const after = { id: { S: 'a' } }
    // With the old definition this item has no key.
    const TransactItems = [put('first', before), put('second', after)]
    assert.deepEqual(await one.ask('TransactWriteItems', { TransactItems }), {})
    const RequestItems = { first: { Keys: [before] }, second: { Keys: [after] } }
    const { Responses } = await one.ask('BatchGetItem', { RequestItems })
    assert.deepEqual(Responses, { first: [before], second: [after] })
    await other.ask('DeleteTable', { TableName: 'second' })
    const requests: [string, Json][] = [
      ['BatchGetItem', { RequestItems }],
      ['BatchWriteItem', { RequestItems: { second: [{ PutRequest: { Item: after } }] } }],
      ['TransactGetItems', { TransactItems: [get('first', before), get('second', after)] }],
      ['TransactWriteItems', { TransactItems }],
    ]
    for (const [operation, input] of requests) {
      assert.equal(await refusal(one.ask(operation, input)), 'ResourceNotFoundException', operation)
    }
  })
})

describe('a ClientRequestToken', () => {
  const add = (pk: string): Json => ({
    Update: {
      TableName: 'counters',
      Key: { pk: { S: pk } },
      UpdateExpression: 'ADD n :n',
      ExpressionAttributeValues: { ':n': { N: '1' } },
    },
  })
  const once = (ask: Ask, pk: string, token: string, region?: string) =>
    ask('TransactWriteItems', { TransactItems: [add(pk)], ClientRequestToken: token }, region)
  const count = async (ask: Ask, pk: string) => {
    const answer = await ask('GetItem', { TableName: 'counters', Key: { pk: { S: pk } } })
    return (answer['Item'] as { n: { N: string } }).n.N
  }

  it('is valid for exactly ten minutes on every server', async () => {
    const engine = await openTestEngine()
    const clock = new VirtualClock()
    const [one, other] = [serverOn(engine, clock), serverOn(engine, clock)]
    await createTable(one.ask, 'counters')
    await once(one.ask, 'a', 'token')
    clock.advance(10 * minuteMs - 1)
    await once(other.ask, 'a', 'token')
    assert.equal(await count(one.ask, 'a'), '1')
    assert.equal(await refusal(once(one.ask, 'b', 'token')), 'IdempotentParameterMismatchException')
    clock.advance(1)
    await once(other.ask, 'a', 'token')
    assert.equal(await count(one.ask, 'a'), '2')
    clock.advance(10 * minuteMs - 1)
    await once(one.ask, 'a', 'token')
    assert.equal(await count(one.ask, 'a'), '2')
  })

  it('is separate in each region', async () => {
    const { ask } = serverOn(await openTestEngine())
    await createTable(ask, 'counters')
    await createTable(ask, 'counters', 'pk', 'eu-west-1')
    await once(ask, 'a', 'token')
    await once(ask, 'b', 'token', 'eu-west-1')
    assert.equal(await refusal(once(ask, 'b', 'token')), 'IdempotentParameterMismatchException')
  })

  it('is deleted after it expired, a few at a time', async () => {
    const engine = await openTestEngine()
    const { ask, clock } = serverOn(engine)
    await createTable(ask, 'counters')
    const tokens = async () => {
      const range = { from: Buffer.of(0x07), to: Buffer.of(0x09), entriesMax: 1000 }
      const [page] = await engine.read([{ kind: 'range', space: 0, ...range }])
      return page.entries.length / 2
    }
    for (let i = 0; i < 20; i++) await once(ask, 'a', `token ${i}`)
    assert.equal(await tokens(), 20)
    clock.advance(10 * minuteMs)
    const left: number[] = []
    for (let i = 0; i < 5; i++) {
      await once(ask, 'a', `later ${i}`)
      left.push(await tokens())
    }
    assert.deepEqual(left, [13, 6, 3, 4, 5])
  })
})

describe('a conflict in the storage', () => {
  it('is reported as the service reports it', async () => {
    const engine = new ContendedEngine()
    const { ask } = serverOn(engine)
    await createTable(ask, 'table')
    engine.contended = true
    const item = { pk: { S: 'a' } }
    assert.equal(
      await refusal(ask('PutItem', { TableName: 'table', Item: item })),
      'TransactionConflictException',
    )
    const TransactItems = [put('table', item), put('table', { pk: { S: 'b' } })]
    assert.equal(
      await refusal(ask('TransactWriteItems', { TransactItems })),
      'TransactionCanceledException TransactionConflict TransactionConflict',
    )
    const RequestItems = { table: [{ PutRequest: { Item: item } }] }
    assert.deepEqual(await ask('BatchWriteItem', { RequestItems }), {
      UnprocessedItems: RequestItems,
    })
  })
})
