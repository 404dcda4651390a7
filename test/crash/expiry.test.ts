/**
 * Kills the real server while it lists items by their expiry and deletes expired ones: after each
 * kill the list agrees with the items, and in the end exactly the expired items are deleted, each
 * with one record in the stream.
 *
 * GRAMME_CRASH_EXPIRY_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../support/chance.js'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { latestStream, recordsOf, streaming } from '../support/streams.js'
import { indexed } from '../support/tables.js'
import { ServerProcess, verify } from './server-process.js'

const kills = Number(process.env['GRAMME_CRASH_EXPIRY_KILLS'] ?? 6)
/**
 * Every other one has expired: dozens of batches, more than a server deletes before it is killed.
 */
const itemCount = 1600
const loadingAtOnce = 100
const lifeMsMax = 150
const pastSeconds = Math.floor(Date.now() / 1000) - 60

const TableName = newTableName('crash-expiry')
const nameOf = (n: number): string => String(n).padStart(5, '0')

function loaded(n: number): Json {
  const key = { pk: { S: `loaded-${n % 50}` }, sk: { S: nameOf(n) } }
  const expires = { N: String(n % 2 === 0 ? pastSeconds - (n % 7) : pastSeconds + 3600) }
  return { TableName, Item: { ...key, global: { S: `global-${n % 9}` }, expires } }
}

async function serving(
  dataDir: string,
  use: (client: Client, server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = new ServerProcess(dataDir, '--ttl-sweep-interval-ms', '10')
  try {
    await use(clientOf({ url: await server.url() }, testCredentials), server)
  } finally {
    await server.kill()
  }
}

async function load(client: Client): Promise<void> {
  await client.ask('CreateTable', { TableName, ...indexed, ...streaming() })
  for (let n = 0; n < itemCount; n += loadingAtOnce) {
    const batch = Array.from({ length: loadingAtOnce }, (_, i) => loaded(n + i))
    await Promise.all(batch.map((put) => client.ask('PutItem', put)))
  }
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
  await client.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
}

async function itemsIn(client: Client): Promise<number> {
  const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
  return Number(Table['ItemCount'])
}

/** The sort keys of the items that the service deleted, in order. */
async function removedNames(client: Client): Promise<readonly (string | undefined)[]> {
  const records = await recordsOf(client, await latestStream(client, TableName))
  const removals = records.filter(({ eventName }) => eventName === 'REMOVE')
  assert.ok(removals.every(({ userIdentity }) => userIdentity?.Type === 'Service'))
  return removals.map(({ dynamodb }) => dynamodb!.Keys!['sk']!.S).toSorted()
}

describe('a server killed while items expire', () => {
  it(`deletes each of them once over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_SEED=${seed}, data in ${dataDir} if this fails`)
    const chance = chanceOf(seed)
    const left: number[] = []
    await serving(dataDir, load)
    for (let kill = 0; kill < kills; kill++) {
      await serving(dataDir, async (client) => {
        left.push(await itemsIn(client))
        await delay(chance() * lifeMsMax)
      })
      await verify(dataDir)
    }
    await serving(dataDir, async (client) => {
      while ((await itemsIn(client)) > itemCount / 2) await delay(5)
      const expired = Array.from({ length: itemCount / 2 }, (_, i) => nameOf(2 * i))
      assert.deepEqual(await removedNames(client), expired)
      assert.equal(await itemsIn(client), itemCount / 2)
    })
    await verify(dataDir)
    test.diagnostic(`items that servers found: ${left.join(', ')}`)
    // Kept after a failure as evidence.
    await rm(dataDir, { recursive: true, force: true })
  })
})
