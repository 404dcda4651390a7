/**
 * Two tables whose indexes and expiry change without a pause, while batches and transactions write to
 * both: nothing ends with a 500, because requests wait for a moment between two changes.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client, Json } from '../support/client.js'
import { withServer } from '../support/engine-servers.js'
import { attribute, hash, partitionOnly, projectAll } from '../support/tables.js'

const writers = 4
const writesPerWriter = 25

describe('tables that change all the time', () => {
  it('are written to without a failure of the server', async (test) => {
    const options = { ttlChangeIntervalMs: 0, logLevel: 'error' } as const
    await withServer(async (client) => {
      const { changes, statuses } = await writeWhileChanging(client)
      test.diagnostic(`${changes} changes, answers: ${JSON.stringify(statuses)}`)
      assert.ok(changes > 0)
      assert.equal(statuses['500'], undefined)
      assert.ok(statuses['200']! > 0)
    }, options)
  })
})

async function writeWhileChanging(client: Client) {
  const tables = [
    await client.createTable(partitionOnly()),
    await client.createTable(partitionOnly()),
  ]
  const statuses: Record<string, number> = {}
  let over = false
  let changes = 0
  const send = ([operation, input]: readonly [string, Json]) => client.call(operation, input)
  const changing = tables.map(async (TableName) => {
    for (let i = 0; !over; i++) {
      const changed = await Promise.all(changesOf(TableName, i % 2 === 0).map(send))
      changes += changed.filter(({ status }) => status === 200).length
    }
  })
  const write = async (writer: number) => {
    for (let i = 0; i < writesPerWriter; i++) {
      const { status } = await send(writeTo(tables, `${writer}-${i}`))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(
    () => (over = true),
  )
  await Promise.all(changing)
  return { changes, statuses }
}

/** Some are refused, while an index is being built for example. */
function changesOf(TableName: string, on: boolean): readonly (readonly [string, Json])[] {
  const IndexName = 'by-other'
  const index = on
    ? { Create: { IndexName, KeySchema: [hash('other')], Projection: projectAll } }
    : { Delete: { IndexName } }
  const AttributeDefinitions = [attribute('pk', 'S'), attribute('other', 'S')]
  const expiry = { Enabled: on, AttributeName: 'expires' }
  return [
    ['UpdateTable', { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [index] }],
    ['UpdateTimeToLive', { TableName, TimeToLiveSpecification: expiry }],
  ]
}

function writeTo(tables: readonly string[], id: string): readonly [string, Json] {
  const Item = { pk: { S: id } }
  if (Number(id.at(-1)) % 2 === 0) {
    const puts = tables.map((TableName) => [TableName, [{ PutRequest: { Item } }]])
    return ['BatchWriteItem', { RequestItems: Object.fromEntries(puts) as Json }]
  }
  const TransactItems = tables.map((TableName) => ({ Put: { TableName, Item } }))
  return ['TransactWriteItems', { TransactItems }]
}
