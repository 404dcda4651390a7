/** Unmodified DynamoDB-Toolbox runs the shop: entities, commands, sparse and inverted indexes. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  $add,
  $append,
  $remove,
  $set,
  BatchDeleteRequest,
  BatchGetCommand,
  BatchGetRequest,
  BatchPutRequest,
  BatchWriteCommand,
  ConditionCheck,
  DeleteItemCommand,
  Entity,
  executeBatchGet,
  executeBatchWrite,
  executeTransactGet,
  executeTransactWrite,
  GetItemCommand,
  GetTransaction,
  item,
  list,
  map,
  number,
  PutItemCommand,
  PutTransaction,
  QueryCommand,
  ScanCommand,
  set,
  string,
  Table,
  UpdateItemCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox'
import { connect } from '../support/client.js'
import { documentClientOf, idsOf, openOrders, singleTable, twelveOrders } from './shop.js'

const connection = await connect()

const table = new Table({
  name: await connection.createTable(singleTable),
  documentClient: documentClientOf(connection),
  partitionKey: { name: 'pk', type: 'string' },
  sortKey: { name: 'sk', type: 'string' },
  indexes: {
    inverted: {
      type: 'global',
      partitionKey: { name: 'sk', type: 'string' },
      sortKey: { name: 'pk', type: 'string' },
    },
    /** Sparse: only open orders have its keys. */
    gsi1: {
      type: 'global',
      partitionKey: { name: 'gsi1pk', type: 'string' },
      sortKey: { name: 'gsi1sk', type: 'string' },
    },
  },
})

const User = new Entity({
  name: 'user',
  table,
  schema: item({
    userId: string().key(),
    email: string(),
    visits: number().default(0),
    tags: set(string()).optional(),
    notes: list(string()).optional(),
    address: map({ city: string(), zip: string() }).optional(),
  }),
  computeKey: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'PROFILE' }),
})

const Order = new Entity({
  name: 'order',
  table,
  schema: item({
    userId: string().key(),
    orderId: string().key(),
    status: string().enum('open', 'paid'),
    placedAt: string(),
    total: number(),
    openAs: string().optional().savedAs('gsi1pk'),
    openSince: string().optional().savedAs('gsi1sk'),
  }),
  computeKey: ({ userId, orderId }) => ({ pk: `USER#${userId}`, sk: `ORDER#${orderId}` }),
})

const Line = new Entity({
  name: 'line',
  table,
  schema: item({ orderId: string().key(), sku: string().key(), count: number() }),
  computeKey: ({ orderId, sku }) => ({ pk: `LINES#${orderId}`, sk: `SKU#${sku}` }),
})

const orderItems = twelveOrders.map((order) => ({
  userId: 'ada',
  ...order,
  ...(order.status === 'open' ? { openAs: 'OPEN', openSince: order.placedAt } : {}),
}))

describe('DynamoDB-Toolbox', () => {
  before(async () => {
    const ada = { userId: 'ada', email: 'ada@example.com', tags: new Set(['new']) }
    await User.build(PutItemCommand).item(ada).send()
    const puts = orderItems.map((order) => Order.build(BatchPutRequest).item(order))
    await executeBatchWrite(table.build(BatchWriteCommand).requests(...puts))
  })

  it('reads, and puts with a condition', async () => {
    const { Item } = await User.build(GetItemCommand)
      .key({ userId: 'ada' })
      .options({ consistent: true, attributes: ['email', 'visits'] })
      .send()
    assert.deepEqual(Item, { email: 'ada@example.com', visits: 0 })
    await assert.rejects(
      User.build(PutItemCommand)
        .item({ userId: 'ada', email: 'other@example.com' })
        .options({ condition: { attr: 'userId', exists: false } })
        .send(),
      { name: 'ConditionalCheckFailedException' },
    )
  })

  it('updates counters, sets, lists and maps', async () => {
    const { Attributes } = await User.build(UpdateItemCommand)
      .item({
        userId: 'ada',
        visits: $add(3),
        tags: $add(new Set(['vip'])),
        notes: $set(['first']),
        address: $set({ city: 'Paris', zip: '75001' }),
      })
      .options({ returnValues: 'ALL_NEW' })
      .send()
    assert.equal(Attributes?.visits, 3)
    assert.deepEqual(Attributes.tags, new Set(['new', 'vip']))
    const { Attributes: after } = await User.build(UpdateItemCommand)
      .item({
        userId: 'ada',
        notes: $append(['second']),
        address: { zip: '75002' },
        tags: $remove(),
      })
      .options({ returnValues: 'ALL_NEW', condition: { attr: 'visits', gte: 3 } })
      .send()
    assert.deepEqual(after?.notes, ['first', 'second'])
    assert.deepEqual(after?.address, { city: 'Paris', zip: '75002' })
    assert.equal(after?.tags, undefined)
  })

  it('queries one entity among others, with ranges, filters and projections', async () => {
    const { Items, Count } = await table
      .build(QueryCommand)
      .query({ partition: 'USER#ada', range: { beginsWith: 'ORDER#' } })
      .entities(Order)
      .options({
        reverse: true,
        filters: { order: { attr: 'total', gt: 80 } },
        attributes: ['orderId', 'total'],
      })
      .send()
    assert.deepEqual(Items, [
      { orderId: 'order-11', total: 110 },
      { orderId: 'order-10', total: 100 },
      { orderId: 'order-09', total: 90 },
    ])
    assert.equal(Count, 3)
    const whole = await table
      .build(QueryCommand)
      .query({ partition: 'USER#ada' })
      .entities(User, Order)
      .options({ maxPages: Infinity })
      .send()
    assert.equal(whole.Items?.length, 13)
  })

  it('pages through a query', async () => {
    const found: string[] = []
    let exclusiveStartKey: Record<string, unknown> | undefined
    do {
      const page: { Items?: { orderId: string }[]; LastEvaluatedKey?: Record<string, unknown> } =
        await table
          .build(QueryCommand)
          .query({ partition: 'USER#ada', range: { gte: 'ORDER#' } })
          .entities(Order)
          .options({ limit: 5, ...(exclusiveStartKey && { exclusiveStartKey }) })
          .send()
      found.push(...idsOf(page.Items ?? []))
      exclusiveStartKey = page.LastEvaluatedKey
    } while (exclusiveStartKey !== undefined)
    assert.deepEqual(found, idsOf(twelveOrders))
  })

  it('has only open orders in a sparse index', async () => {
    const open = table
      .build(QueryCommand)
      .query({ index: 'gsi1', partition: 'OPEN', range: { lt: '2026-09' } })
      .entities(Order)
    const { Items } = await open.send()
    assert.deepEqual(idsOf(Items ?? []), idsOf(openOrders.slice(0, 3)))
    await Order.build(UpdateItemCommand)
      .item({
        userId: 'ada',
        orderId: 'order-03',
        status: 'paid',
        openAs: $remove(),
        openSince: $remove(),
      })
      .send()
    assert.deepEqual(idsOf((await open.send()).Items ?? []), ['order-00', 'order-06'])
  })

  it('writes a transaction whole or not at all, and queries the inverted index', async () => {
    const place = (orderId: string) =>
      executeTransactWrite(
        User.build(ConditionCheck).key({ userId: 'ada' }).condition({ attr: 'visits', lt: 10 }),
        Order.build(UpdateTransaction)
          .item({ userId: 'ada', orderId, total: $add(5) })
          .options({ condition: { attr: 'status', eq: 'open' } }),
        Line.build(PutTransaction).item({ orderId, sku: 'pen', count: 1 }),
      )
    await place('order-00')
    await place('order-06')
    await assert.rejects(place('order-01'), (error: Error) => {
      assert.equal(error.name, 'TransactionCanceledException')
      const { CancellationReasons } = error as Error & { CancellationReasons: { Code: string }[] }
      assert.deepEqual(
        CancellationReasons.map(({ Code }) => Code),
        ['None', 'ConditionalCheckFailed', 'None'],
      )
      return true
    })
    const { Items } = await table
      .build(QueryCommand)
      .query({ index: 'inverted', partition: 'SKU#pen' })
      .entities(Line)
      .send()
    assert.deepEqual(idsOf(Items ?? []), ['order-00', 'order-06'])
  })

  it('reads a transaction and batches', async () => {
    const { Responses } = await executeTransactGet(
      User.build(GetTransaction).key({ userId: 'ada' }),
      Order.build(GetTransaction).key({ userId: 'ada', orderId: 'order-00' }),
      Line.build(GetTransaction).key({ orderId: 'none', sku: 'none' }),
    )
    assert.equal(Responses?.[0]?.Item?.visits, 3)
    assert.equal(Responses[1]?.Item?.total, 5)
    assert.equal(Responses[2]?.Item, undefined)

    const bulk = Array.from({ length: 25 }, (_, n) => ({ orderId: 'bulk', sku: `s${n}`, count: n }))
    const puts = bulk.map((line) => Line.build(BatchPutRequest).item(line))
    await executeBatchWrite(table.build(BatchWriteCommand).requests(...puts))
    const gets = bulk.map((line) => Line.build(BatchGetRequest).key(line))
    const answer = await executeBatchGet(table.build(BatchGetCommand).requests(...gets))
    const counts = answer.Responses?.[0]?.map((line) => line?.count)
    assert.deepEqual(
      counts,
      bulk.map(({ count }) => count),
    )
    const deletes = bulk.map((line) => Line.build(BatchDeleteRequest).key(line))
    await executeBatchWrite(table.build(BatchWriteCommand).requests(...deletes))
  })

  it('scans in segments', async () => {
    const segments = await Promise.all(
      [0, 1, 2].map((segment) =>
        table
          .build(ScanCommand)
          .entities(Order)
          .options({ segment, totalSegments: 3, limit: 4, maxPages: Infinity })
          .send(),
      ),
    )
    const found = segments.flatMap(({ Items }) => idsOf(Items ?? []))
    assert.deepEqual(found.toSorted(), idsOf(twelveOrders))
  })

  it('deletes, and returns what was deleted', async () => {
    const { Attributes } = await Order.build(DeleteItemCommand)
      .key({ userId: 'ada', orderId: 'order-11' })
      .options({ returnValues: 'ALL_OLD', condition: { attr: 'total', eq: 110 } })
      .send()
    assert.equal(Attributes?.placedAt, '2026-12-01')
  })
})
