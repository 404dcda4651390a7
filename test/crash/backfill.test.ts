/**
 * Kills the real server repeatedly while it builds an index and clients write: after each kill
 * every index agrees with the items, including the finished part of the new one, and the next
 * server resumes where the last one was killed.
 *
 * GRAMME_CRASH_BACKFILL_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { attribute, hash, indexed, projectAll, range } from '../support/tables.js'
import { until } from '../support/until.js'
import { filter, near } from '../support/vectors.js'
import { ServerProcess, verify } from './server-process.js'
import { Writer } from './writer.js'

const kills = Number(process.env['GRAMME_CRASH_BACKFILL_KILLS'] ?? 3)
const writers = 3
/** A dozen batches: building them takes longer than a server lives here. */
const itemsToIndex = 2400
const loadingAtOnce = 100
const buildingMsMax = 150

const TableName = newTableName('crash-backfill')

/** A kind of index to be built. */
interface Built {
  readonly creation: Json
  readonly deletion: Json
  /** The member of a description that lists such indexes. */
  readonly member: string
}

const builtName = 'is-built'
const global: Built = {
  creation: {
    TableName,
    AttributeDefinitions: [attribute('revision', 'N'), attribute('global', 'S')],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: builtName,
          KeySchema: [hash('revision'), range('global')],
          Projection: projectAll,
        },
      },
    ],
  },
  deletion: {
    TableName,
    GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: builtName } }],
  },
  member: 'GlobalSecondaryIndexes',
}
const vectors: Built = {
  creation: {
    TableName,
    AttributeDefinitions: [attribute('global', 'S')],
    VectorIndexUpdates: [
      { Create: near({ IndexName: builtName, SearchSchema: [filter('global')] }) },
    ],
  },
  deletion: { TableName, VectorIndexUpdates: [{ Delete: { IndexName: builtName } }] },
  member: 'VectorIndexes',
}

class BackfillRun {
  readonly #dataDir: string
  readonly #built: Built
  readonly #chance: Chance
  readonly #writers: readonly Writer[]
  /** How many servers found a half-built index. */
  resumed = 0

  constructor(dataDir: string, built: Built, chance: Chance) {
    this.#dataDir = dataDir
    this.#built = built
    this.#chance = chance
    this.#writers = Array.from(
      { length: writers },
      (_, n) => new Writer(`writer-${n}`, TableName, chanceOf(seed + n + 1)),
    )
  }

  async load(): Promise<void> {
    await this.#serving(async (client) => {
      await client.ask('CreateTable', { TableName, ...indexed })
      for (let n = 0; n < itemsToIndex; n += loadingAtOnce) {
        await Promise.all(
          Array.from({ length: loadingAtOnce }, (_, i) => client.ask('PutItem', loaded(n + i))),
        )
      }
      await client.ask('UpdateTable', this.#built.creation)
    })
  }

  async round(): Promise<void> {
    await this.#serving(async (client, server) => {
      const index = await builtIndex(client, this.#built)
      if (index?.['IndexStatus'] === 'CREATING') this.resumed++
      else await startOver(client, this.#built, index)
      const writing = this.#writers.map((writer) => writer.writeUntilGone(client))
      await delay(this.#chance() * buildingMsMax)
      await server.kill()
      await Promise.all(writing)
    })
    await verify(this.#dataDir)
    await this.#serving(async (client) => {
      for (const writer of this.#writers) await writer.check(client)
    })
  }

  async finish(): Promise<void> {
    await this.#serving(async (client) => {
      const built = this.#built
      if (!(await builtIndex(client, built))) await client.ask('UpdateTable', built.creation)
      const isActive = async () => (await builtIndex(client, built))?.['IndexStatus'] === 'ACTIVE'
      await until(isActive, () => 'the index is not built')
      const found = await builtIndex(client, built)
      assert.ok(Number(found?.['ItemCount']) >= itemsToIndex)
    })
    await verify(this.#dataDir)
  }

  async #serving(use: (client: Client, server: ServerProcess) => Promise<void>): Promise<void> {
    const server = new ServerProcess(this.#dataDir)
    try {
      await use(clientOf({ url: await server.url() }, testCredentials), server)
    } finally {
      await server.kill()
    }
  }
}

function loaded(n: number): Json {
  const name = String(n).padStart(5, '0')
  const key = { pk: { S: `loaded-${n % 50}` }, sk: { S: name } }
  const attributes = {
    revision: { N: String(n % 9) },
    global: { S: `global-${name}` },
    emb: { L: [{ N: String(n) }, { N: '0.5' }] },
  }
  return { TableName, Item: { ...key, ...attributes, filler: { S: '.'.repeat(n % 300) } } }
}

async function builtIndex(client: Client, { member }: Built): Promise<Json | undefined> {
  const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
  const indexes = (Table[member] ?? []) as readonly Json[]
  return indexes.find(({ IndexName }) => IndexName === builtName)
}

/** Starts another build if the last one finished before the kill. */
async function startOver(client: Client, built: Built, index: Json | undefined): Promise<void> {
  if (index !== undefined) await client.ask('UpdateTable', built.deletion)
  await client.ask('UpdateTable', built.creation)
}

describe('a server killed while it builds an index', () => {
  losesNothing('a global index', global)
  losesNothing('a vector index', vectors)
})

function losesNothing(name: string, built: Built): void {
  it(`${name} loses nothing over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_SEED=${seed}, data in ${dataDir} if this fails`)
    const run = new BackfillRun(dataDir, built, chanceOf(seed))
    await run.load()
    for (let kill = 0; kill < kills; kill++) await run.round()
    await run.finish()
    test.diagnostic(`${run.resumed} of ${kills} servers resumed a build`)
    // Kept after a failure as evidence.
    await rm(dataDir, { recursive: true, force: true })
  })
}
