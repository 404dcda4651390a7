/**
 * Two servers on one PostgreSQL database: the one that copies a table into a new region is suspended in the middle, and
 * goes on after the other has taken over. Afterwards both regions have every item, once.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callTo } from '../../src/server/endpoint-call.js'
import { clientOf, testCredentials, type Client, type Json } from '../support/client.js'
import { postgresDatabase } from '../support/postgres.js'
import { attribute, hash, onDemand } from '../support/tables.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const TableName = 'taken-over'
const west = 'us-west-2'
const itemsToCopy = 6_000
const batch = 25

async function load(client: Client): Promise<void> {
  const put = (n: number) => ({ PutRequest: { Item: { pk: { S: `loaded-${n}` } } } })
  for (let from = 0; from < itemsToCopy; from += 8 * batch) {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const requests = Array.from({ length: batch }, (_, n) => put(from + i * batch + n))
        return client.ask('BatchWriteItem', { RequestItems: { [TableName]: requests } })
      }),
    )
  }
}

async function names(client: Client): Promise<readonly string[]> {
  const found: string[] = []
  let ExclusiveStartKey: unknown
  do {
    const start: Json = ExclusiveStartKey === undefined ? {} : { ExclusiveStartKey }
    const page = (await client.ask('Scan', { TableName, ...start })) as unknown as Scanned
    found.push(...page.Items.map(({ pk }) => pk.S))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
  return found.toSorted()
}

interface Scanned {
  readonly Items: readonly { readonly pk: { readonly S: string } }[]
  readonly LastEvaluatedKey?: unknown
}

async function copiedItems({ url, region }: Client): Promise<number> {
  const call = callTo({ ...testCredentials, url: new URL(url), region })
  const { Links = [] } = await call('gramme.ListReplicationLinks', { TableName })
  return Math.max(0, ...Links.map(({ CopiedItems = 0 }) => CopiedItems))
}

describe('two servers on one database', () => {
  it('bring a replica into being though the one that copies it is suspended', async () => {
    const database = await postgresDatabase()
    const copier = new ServerProcess(database.url, '--table-transition-ms', '0')
    const first = clientOf({ url: await copier.url() }, testCredentials)
    const successor = new ServerProcess(database.url, '--table-transition-ms', '0')
    const second = clientOf({ url: await successor.url() }, testCredentials)
    try {
      await first.ask('CreateTable', {
        ...{ TableName, ...onDemand },
        AttributeDefinitions: [attribute('pk', 'S')],
        KeySchema: [hash('pk')],
      })
      await load(first)
      await first.ask('UpdateTable', {
        TableName,
        ReplicaUpdates: [{ Create: { RegionName: west } }],
      })
      await until(
        async () => (await copiedItems(second)) > 0,
        () => 'the copy does not begin',
      )
      copier.halt()
      const copied = await copiedItems(second)
      assert.ok(copied < itemsToCopy, 'it is in the middle')
      await second.ask('PutItem', { TableName, Item: { pk: { S: 'meanwhile' } } })
      const other = second.as({ region: west })
      await until(
        async () => (await other.call('Scan', { TableName, Limit: 1 })).status === 200,
        () => 'the replica does not become ACTIVE',
      )
      copier.resume()
      await other.ask('PutItem', { TableName, Item: { pk: { S: 'there' } } })
      await first.ask('PutItem', { TableName, Item: { pk: { S: 'afterwards' } } })
      let sides: readonly (readonly string[])[] = []
      await until(
        async () => {
          sides = await Promise.all([names(first), names(other)])
          return JSON.stringify(sides[0]) === JSON.stringify(sides[1])
        },
        () => `there are ${sides.map(({ length }) => length).join(' and ')} items`,
      )
      assert.equal(sides[0]!.length, itemsToCopy + 3)
    } finally {
      for (const client of [first, second]) {
        client.sdk.destroy()
        client.streams.destroy()
      }
      await copier.kill()
      await successor.stop()
    }
    await verify(database.url)
    await database.remove()
  })
})
