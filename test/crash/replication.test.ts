/**
 * Kills the real server while a global table is copied into a region and written in both: in the end both
 * regions have every acknowledged item, and what is stored is sound.
 *
 * GRAMME_CRASH_REPLICATION_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../support/chance.js'
import { clientOf, testCredentials, type Client, type Json } from '../support/client.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const kills = Number(process.env['GRAMME_CRASH_REPLICATION_KILLS'] ?? 3)
const lifeMsMax = 400
const TableName = 'crash-replication'
const west = 'us-west-2'

async function serving(dataDir: string, use: (client: Client) => Promise<void>): Promise<void> {
  const server = new ServerProcess(dataDir, '--table-transition-ms', '0')
  try {
    await use(clientOf({ url: await server.url() }, testCredentials))
  } finally {
    await server.kill()
  }
}

async function create(client: Client): Promise<void> {
  await client.ask('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  })
  await Promise.all(Array.from({ length: 500 }, (_, i) => put(client, `loaded-${i}`)))
  const ReplicaUpdates = [{ Create: { RegionName: west } }]
  await client.ask('UpdateTable', { TableName, ReplicaUpdates })
}

function put(client: Client, name: string): Promise<Json> {
  return client.ask('PutItem', { TableName, Item: { pk: { S: name } } })
}

async function names(client: Client): Promise<readonly string[]> {
  const { Items } = (await client.ask('Scan', { TableName })) as unknown as Scanned
  return Items.map(({ pk }) => pk.S).toSorted()
}

interface Scanned {
  readonly Items: readonly { readonly pk: { readonly S: string } }[]
}

/** Writes to both regions until the server is killed. Returns what was acknowledged. */
async function writeUntilKilled(client: Client, life: number): Promise<readonly string[]> {
  const done: string[] = []
  const regions = [client, client.as({ region: west })]
  const write = async (region: Client, writer: number) => {
    for (let i = 0; ; i++) {
      const name = `life-${life}-${writer}-${i}`
      // The replica may not be there yet, and the server may be gone.
      const isDone = await put(region, name).then(
        () => true,
        () => false,
      )
      if (isDone) done.push(name)
      else await delay(5)
      if (stopped.has(life)) return
    }
  }
  writers.push(...regions.map(write))
  return done
}

const stopped = new Set<number>()
const writers: Promise<void>[] = []

describe('a server killed while it replicates', () => {
  it(`loses nothing over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_SEED=${seed}, data in ${dataDir} if this fails`)
    const chance = chanceOf(seed)
    const written: (readonly string[])[] = []
    await serving(dataDir, create)
    for (let life = 0; life < kills; life++) {
      await serving(dataDir, async (client) => {
        written.push(await writeUntilKilled(client, life))
        await delay(chance() * lifeMsMax)
      })
      stopped.add(life)
      await Promise.all(writers)
      await verify(dataDir)
    }
    await serving(dataDir, async (client) => {
      const other = client.as({ region: west })
      const isThere = async () => (await other.call('Scan', { TableName, Limit: 1 })).status === 200
      await until(isThere, () => 'the replica does not become ACTIVE')
      const acknowledged = written.flat()
      const isEqual = async () => {
        const [own, others] = await Promise.all([names(client), names(other)])
        const found = new Set(own)
        return (
          JSON.stringify(own) === JSON.stringify(others) &&
          acknowledged.every((name) => found.has(name))
        )
      }
      await until(isEqual, () => 'the regions do not become equal')
      assert.ok((await names(other)).length >= 500 + acknowledged.length)
    })
    await verify(dataDir)
    await rm(dataDir, { recursive: true })
  })
})
