/**
 * Two servers on one PostgreSQL: the one that builds an index is killed in the middle. The other
 * one finishes it, and every index agrees with its table. Then the whole store is copied to a
 * folder and back to a database, and is still the same.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { postgresDatabase } from '../support/postgres.js'
import { attribute, hash, onDemand, projectAll } from '../support/tables.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const TableName = newTableName('takeover')
const itemsToIndex = 8000
const commandLine = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

const table: Json = {
  TableName,
  AttributeDefinitions: [attribute('pk', 'S')],
  KeySchema: [hash('pk')],
  ...onDemand,
}
const creation: Json = {
  TableName,
  AttributeDefinitions: [attribute('group', 'N')],
  GlobalSecondaryIndexUpdates: [
    { Create: { IndexName: 'by-group', KeySchema: [hash('group')], Projection: projectAll } },
  ],
}

const deletion: Json = {
  TableName,
  GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-group' } }],
}

describe('two servers on one database', () => {
  it('one finishes the index that the other was building when killed, and the data can be copied', async () => {
    const [first, second] = [await postgresDatabase(), await postgresDatabase()]
    const folder = await mkdtemp(join(tmpdir(), 'gramme-takeover-'))
    await buildAcrossAKill(first.url)
    await verify(first.url)
    await copy(first.url, folder)
    await verify(folder)
    await copy(folder, second.url)
    await serving(second.url, async (client) => {
      assert.equal(await builtItems(client), itemsToIndex)
    })
    await rm(folder, { recursive: true })
    await first.remove()
    await second.remove()
  })
})

async function buildAcrossAKill(store: string): Promise<void> {
  const builder = new ServerProcess(store)
  const client = clientOf({ url: await builder.url() }, testCredentials)
  await serving(store, async (other) => {
    await client.ask('CreateTable', table)
    await load(client)
    await stopInTheMiddle(builder, client, other)
    await builder.kill()
    await other.untilActive(TableName)
    assert.equal(await builtItems(other), itemsToIndex)
  })
}

/** Suspends the builder while it builds; if it finished before that, it builds again. */
async function stopInTheMiddle(
  builder: ServerProcess,
  client: Client,
  other: Client,
): Promise<void> {
  const isBuilding = async (): Promise<boolean> => {
    await client.ask('UpdateTable', creation)
    await delay(30)
    builder.halt()
    if ((await statusOfIndex(other)) === 'CREATING') return true
    builder.resume()
    await client.ask('UpdateTable', deletion)
    await until(
      async () => (await statusOfIndex(other)) === undefined,
      () => 'the index is still there',
    )
    return false
  }
  await until(isBuilding, () => 'every build was over before it could be halted')
}

async function statusOfIndex(client: Client): Promise<unknown> {
  const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
  const [index] = (Table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
  return index?.['IndexStatus']
}

async function serving(store: string, use: (client: Client) => Promise<void>): Promise<void> {
  const server = new ServerProcess(store)
  try {
    await use(clientOf({ url: await server.url() }, testCredentials))
    assert.equal(await server.stop(), 0)
  } finally {
    await server.kill()
  }
}

async function load(client: Client): Promise<void> {
  for (let n = 0; n < itemsToIndex; n += 25 * 8) {
    const batches = Array.from({ length: 8 }, (_, batch) => {
      const puts = Array.from({ length: 25 }, (_, i) => {
        const number = n + batch * 25 + i
        const Item = { pk: { S: `item-${number}` }, group: { N: String(number % 9) } }
        return { PutRequest: { Item } }
      })
      return client.ask('BatchWriteItem', { RequestItems: { [TableName]: puts } })
    })
    await Promise.all(batches)
  }
}

async function builtItems(client: Client): Promise<number> {
  const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
  const [index] = Table['GlobalSecondaryIndexes'] as readonly Json[]
  assert.equal(index?.['IndexStatus'], 'ACTIVE')
  return Number(index?.['ItemCount'])
}

/** Passes the addresses through the environment, as is usual with passwords. */
async function copy(from: string, to: string): Promise<void> {
  const env = { ...process.env, GRAMME_COPY_FROM: from, GRAMME_COPY_TO: to }
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, 'copy'], { env })
  assert.match(stdout, /ok: 2 tables and indexes, \d+ entries, compared/)
}
