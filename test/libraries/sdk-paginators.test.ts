/**
 * The paginators of the SDK and of the document client, over table and indexes, batches and
 * transactions.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { paginateQuery, paginateScan, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  paginateQuery as paginateDocumentQuery,
  paginateScan as paginateDocumentScan,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { connect } from '../support/client.js'
import { documentClientOf, idsOf, openOrders, singleTable, twelveOrders } from './shop.js'

const connection = await connect()
const documents = documentClientOf(connection)
const TableName = await connection.createTable(singleTable)

const orderItems = twelveOrders.map((order) => ({
  pk: 'USER#ada',
  sk: `ORDER#${order.orderId}`,
  ...order,
  ...(order.status === 'open' ? { gsi1pk: 'OPEN', gsi1sk: order.placedAt } : {}),
}))

describe('the SDK', () => {
  before(async () => {
    const { UnprocessedItems } = await documents.send(
      new BatchWriteCommand({
        RequestItems: { [TableName]: orderItems.map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
    assert.deepEqual(UnprocessedItems, {})
  })

  it('pages a query of plain values, both ways', async () => {
    for (const ScanIndexForward of [true, false]) {
      const found: string[] = []
      let pages = 0
      const input = {
        TableName,
        ScanIndexForward,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :order)',
        ExpressionAttributeValues: { ':pk': { S: 'USER#ada' }, ':order': { S: 'ORDER#' } },
      }
      for await (const page of paginateQuery({ client: connection.sdk, pageSize: 5 }, input)) {
        found.push(...(page.Items ?? []).map((item) => item['orderId']!.S!))
        pages++
      }
      const expected = idsOf(twelveOrders)
      assert.deepEqual(found, ScanIndexForward ? expected : expected.toReversed())
      assert.equal(pages, 3)
    }
  })

  it('pages a filtered query of documents', async () => {
    const found: unknown[] = []
    let scanned = 0
    const pages = paginateDocumentQuery(
      { client: documents, pageSize: 1 },
      {
        TableName,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: '#total BETWEEN :low AND :high',
        ProjectionExpression: '#total',
        ExpressionAttributeNames: { '#total': 'total' },
        ExpressionAttributeValues: { ':pk': 'USER#ada', ':low': 30, ':high': 50 },
      },
    )
    for await (const page of pages) {
      found.push(...(page.Items ?? []))
      scanned += page.ScannedCount ?? 0
    }
    assert.deepEqual(found, [{ total: 30 }, { total: 40 }, { total: 50 }])
    assert.equal(scanned, 12)
  })

  it('pages a query of a sparse index', async () => {
    const found: string[] = []
    const pages = paginateDocumentQuery(
      { client: documents, pageSize: 2 },
      {
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :open',
        ExpressionAttributeValues: { ':open': 'OPEN' },
      },
    )
    for await (const { Items } of pages) {
      found.push(...(Items ?? []).map((item) => String(item['orderId'])))
    }
    assert.deepEqual(found, idsOf(openOrders))
  })

  it('pages scans: whole, in segments, of an index', async () => {
    const scan = async (input: object): Promise<readonly string[]> => {
      const found: string[] = []
      for await (const { Items } of paginateDocumentScan(
        { client: documents, pageSize: 3 },
        { TableName, ...input },
      )) {
        found.push(...(Items ?? []).map((item) => String(item['orderId'])))
      }
      return found
    }
    assert.deepEqual((await scan({})).toSorted(), idsOf(twelveOrders))
    const segments = await Promise.all(
      [0, 1, 2, 3].map((Segment) => scan({ Segment, TotalSegments: 4 })),
    )
    assert.deepEqual(segments.flat().toSorted(), idsOf(twelveOrders))
    assert.deepEqual((await scan({ IndexName: 'gsi1' })).toSorted(), idsOf(openOrders))
    let counted = 0
    const input = { TableName, Select: 'COUNT' } as const
    for await (const { Count } of paginateScan({ client: connection.sdk, pageSize: 5 }, input)) {
      counted += Count ?? 0
    }
    assert.equal(counted, 12)
  })

  it('gets in batches and in transactions', async () => {
    const Keys = orderItems.map(({ pk, sk }) => ({ pk, sk }))
    const { Responses, UnprocessedKeys } = await documents.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
    )
    assert.equal(Responses?.[TableName]?.length, 12)
    assert.deepEqual(UnprocessedKeys, {})
    const missing = { pk: 'none', sk: 'none' }
    const read = await documents.send(
      new TransactGetCommand({
        TransactItems: [Keys[3]!, missing].map((Key) => ({ Get: { TableName, Key } })),
      }),
    )
    assert.equal(read.Responses?.[0]?.Item?.['orderId'], 'order-03')
    assert.equal(read.Responses[1]?.Item, undefined)
  })

  it('gets the reasons why a transaction was cancelled', async () => {
    const { pk, sk } = orderItems[1]!
    const write = new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: { pk: 'other', sk: 'other' } } },
        {
          Update: {
            TableName,
            Key: { pk, sk },
            UpdateExpression: 'SET #total = :zero',
            ConditionExpression: '#total > :limit',
            ExpressionAttributeNames: { '#total': 'total' },
            ExpressionAttributeValues: { ':zero': 0, ':limit': 1000 },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    })
    await assert.rejects(documents.send(write), (error) => {
      assert.ok(error instanceof TransactionCanceledException)
      const reasons = error.CancellationReasons ?? []
      assert.deepEqual(
        reasons.map(({ Code }) => Code),
        ['None', 'ConditionalCheckFailed'],
      )
      assert.equal(reasons[1]?.Message, 'The conditional request failed')
      assert.ok(reasons[1]?.Item !== undefined)
      return true
    })
  })
})
