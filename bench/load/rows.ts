/** The load that goals are stated for: items of 1 KB under 10,000 keys, and pages of 20 of them. */
import type { ServerProcess } from '../../scripts/server-process.js'
import { itemOf, keyOf, tableName } from '../item-operations/requests.js'
import { createTable } from './call.js'
import { LoadGenerator } from './load.js'
import { portOf } from './server.js'

export interface LoadRow {
  readonly name: string
  readonly operation: string
  readonly bodies: readonly string[]
}

export const rowConnections = 64
const rowKeys = 10_000
const batchItems = 25
const transactionItems = 4
const pageItems = 20
const pages = 200

const each = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** Neighbouring keys are sent one after the other, so requests under way share no item. */
export const loadRows = (): readonly LoadRow[] => [
  row('GetItem', rowKeys, (n) => ({ TableName: tableName, Key: keyOf(n) })),
  row('PutItem', rowKeys, (n) => ({ TableName: tableName, Item: itemOf(n) })),
  row('UpdateItem', rowKeys, (n) => ({
    TableName: tableName,
    Key: keyOf(n),
    UpdateExpression: 'SET visits = if_not_exists(visits, :zero) + :one',
    ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
  })),
  row(`Query of ${pageItems}`, pages, (n) => ({
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: pageOf(n) } },
  })),
  row(`BatchWriteItem of ${batchItems}`, rowKeys / batchItems, (batch) =>
    batchOf(each(batchItems, (n) => itemOf(batch * batchItems + n))),
  ),
  row(`TransactWriteItems of ${transactionItems}`, rowKeys / transactionItems, (group) => ({
    TransactItems: each(transactionItems, (n) => ({
      Put: { TableName: tableName, Item: itemOf(group * transactionItems + n) },
    })),
  })),
]

function row(name: string, count: number, input: (n: number) => object): LoadRow {
  const bodies = each(count, (n) => JSON.stringify(input(n)))
  return { name, operation: name.split(' ')[0]!, bodies }
}

function batchOf(items: readonly object[]): object {
  return { RequestItems: { [tableName]: items.map((Item) => ({ PutRequest: { Item } })) } }
}

const pageOf = (n: number): string => `page#${n}`

export async function fillForRows(server: ServerProcess): Promise<void> {
  await createTable(server.url, tableName)
  const inPages = each(pages, (page) =>
    batchOf(
      each(pageItems, (n) => ({
        ...itemOf(0),
        pk: { S: pageOf(page) },
        sk: { S: `order#${1000 + n}` },
      })),
    ),
  )
  using load = new LoadGenerator()
  const { bodies: alone } = loadRows().find(({ operation }) => operation === 'BatchWriteItem')!
  const bodies = [...alone, ...inPages.map((batch) => JSON.stringify(batch))]
  const bounds = { connections: 16, durationMs: 120_000, operationsMax: bodies.length }
  await load.run({ port: portOf(server), operation: 'BatchWriteItem', bodies, ...bounds })
}
