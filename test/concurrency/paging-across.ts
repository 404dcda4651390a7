/**
 * The pages of one Query or Scan, each read from another server: together they are complete and in
 * order.
 */
import assert from 'node:assert/strict'
import type { Json } from '../support/client.js'
import type { SeveralServers } from '../support/several-servers.js'
import { indexed } from '../support/tables.js'
import { itemsOfAll } from './whole-table.js'

const itemCount = 60
const segments = 3

export async function provePaging({ each, spread }: SeveralServers): Promise<void> {
  const TableName = await spread.createTable(indexed)
  for (let n = 0; n < itemCount; n++) await spread.ask('PutItem', { TableName, Item: itemOf(n) })
  for (const source of sources) {
    const input = { TableName, ...source }
    const whole = await itemsOfAll(each[0]!, 'Query', input)
    assert.equal(whole.length, itemCount, JSON.stringify(source))
    for (const Limit of [1, 7, 20]) {
      assert.deepEqual(await itemsOfAll(spread, 'Query', { ...input, Limit }), whole)
    }
    const backwards = { ...input, Limit: 7, ScanIndexForward: false }
    assert.deepEqual((await itemsOfAll(spread, 'Query', backwards)).toReversed(), whole)
  }
  const parts = Array.from({ length: segments }, (_, Segment) =>
    itemsOfAll(spread, 'Scan', { TableName, Limit: 7, Segment, TotalSegments: segments }),
  )
  const scanned = (await Promise.all(parts)).flat()
  assert.deepEqual(names(scanned), names(Array.from({ length: itemCount }, (_, n) => itemOf(n))))
}

const sources: readonly Json[] = [
  { KeyConditionExpression: 'pk = :one', ExpressionAttributeValues: { ':one': { S: 'one' } } },
  {
    IndexName: 'by-local',
    KeyConditionExpression: 'pk = :one',
    ExpressionAttributeValues: { ':one': { S: 'one' } },
  },
  {
    IndexName: 'by-global',
    KeyConditionExpression: '#global = :all',
    ExpressionAttributeNames: { '#global': 'global' },
    ExpressionAttributeValues: { ':all': { S: 'all' } },
  },
]

function itemOf(n: number): Json {
  return {
    pk: { S: 'one' },
    sk: { S: `item-${n}` },
    local: { S: `local-${(n * 7) % itemCount}` },
    global: { S: 'all' },
  }
}

function names(items: readonly Json[]): readonly string[] {
  return items.map((item) => (item['sk'] as { S: string }).S).toSorted()
}
