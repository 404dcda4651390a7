/** Successful Scan requests: every item once, in pages, in segments, of tables and of indexes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paginateScan, type ScanCommandInput } from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { indexed } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(indexed)
const names = Array.from({ length: 40 }, (_, n) => String(n).padStart(2, '0'))
for (const name of names) {
  const even = Number(name) % 2 === 0
  await client.ask('PutItem', {
    TableName: table,
    Item: {
      pk: { S: `p${name}` },
      sk: { S: 's' },
      name: { S: name },
      ...(even && { global: { S: `g${Number(name) % 4}` }, local: { S: 'l' } }),
    },
  })
}

async function scanAll(input: Partial<ScanCommandInput>, pageSize?: number): Promise<string[]> {
  const seen: string[] = []
  const pages = paginateScan({ client: client.sdk, pageSize }, { TableName: table, ...input })
  for await (const { Items = [] } of pages) seen.push(...Items.map(({ name }) => name!.S!))
  return seen
}

describe('Scan', () => {
  const evens = names.filter((name) => Number(name) % 2 === 0)
  for (const [IndexName, expected] of [
    [undefined, names],
    ['by-global', evens],
    ['by-local', evens],
  ] as const) {
    for (const limit of [1, 7, 39, 100]) {
      it(`of ${IndexName ?? 'the table'} in pages of ${limit} holds each item once`, async () => {
        assert.deepEqual((await scanAll({ IndexName }, limit)).sort(), expected)
      })
    }

    it(`of ${IndexName ?? 'the table'} in segments holds each item once`, async () => {
      for (const TotalSegments of [1, 2, 7]) {
        const parts = await Promise.all(
          [...Array(TotalSegments).keys()].map((Segment) =>
            scanAll({ IndexName, Segment, TotalSegments }, 3),
          ),
        )
        assert.deepEqual(parts.flat().sort(), expected)
      }
    })
  }

  it('has a stable order', async () => {
    assert.deepEqual(await scanAll({}, 3), await scanAll({}))
  })

  it('counts what it read and what it returned', async () => {
    const answer = await client.ask('Scan', {
      TableName: table,
      FilterExpression: '#n < :n',
      ExpressionAttributeNames: { '#n': 'name' },
      ExpressionAttributeValues: { ':n': { S: '10' } },
      Select: 'COUNT',
      ReturnConsumedCapacity: 'TOTAL',
    })
    assert.deepEqual(answer, {
      Count: 10,
      ScannedCount: 40,
      ConsumedCapacity: { TableName: table, CapacityUnits: 2 },
    })
  })

  it('filters by ScanFilter', async () => {
    const ScanFilter = {
      name: { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [{ S: '1' }] },
      global: { ComparisonOperator: 'NOT_NULL' },
    }
    const answer = await client.ask('Scan', {
      TableName: table,
      ScanFilter,
      AttributesToGet: ['pk'],
    })
    const items = answer['Items'] as readonly Json[]
    assert.deepEqual(
      items.map((item) => JSON.stringify(item)).sort(),
      ['10', '12', '14', '16', '18'].map((name) => `{"pk":{"S":"p${name}"}}`),
    )
  })
})
