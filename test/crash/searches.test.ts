/**
 * Kills the real server at random moments while clients write vectors, search them and build an index. The next
 * server finds exactly what looking at all items finds, from its first search on and after every write. Its threads
 * keep most vectors as bytes and signs, as those of large indexes are (`small-shares-process.ts`).
 *
 * GRAMME_CRASH_SEARCH_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { below, chanceOf, seed, type Chance } from '../support/chance.js'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { until } from '../support/until.js'
import { vectorSet, type MakeVector } from '../support/vector-sets.js'
import type { SearchAnswer } from '../support/vectors.js'
import {
  allItems,
  dimensions,
  rebuilt,
  searchedTable,
  someItem,
  SomeSearch,
} from './searched-table.js'
import { ServerProcess, verify } from './server-process.js'

const kills = Number(process.env['GRAMME_CRASH_SEARCH_KILLS'] ?? 6)
const items = 150
const writers = 3
const searchers = 2
const writingMsMax = 300
const comparedSearches = 8
const smallShares = `--import=${new URL('./small-shares-process.js', import.meta.url).href}`

const TableName = newTableName('crash-searches')

class SearchRun {
  readonly #dataDir: string
  readonly #chance: Chance
  readonly #next: MakeVector
  #writes = 0
  #searches = 0

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#chance = chanceOf(seed)
    this.#next = vectorSet('clustered', dimensions, seed)
  }

  async load(): Promise<void> {
    await this.#serving(async (client) => {
      await client.ask('CreateTable', { TableName, ...searchedTable })
      await client.untilActive(TableName)
      for (let n = 0; n < items; n++) {
        const Item = someItem(`item ${n}`, this.#next, this.#chance)
        await client.ask('PutItem', { TableName, Item })
      }
    })
  }

  async round(): Promise<void> {
    await this.#serving(async (client, server) => {
      await this.#compare(client)
      for (let n = 0; n < 5; n++) await this.#write(client)
      await this.#compare(client)
      assert.match(server.errors, /searching bytes and signs/)
      if (this.#chance() < 0.5) await rebuild(client)
      const [written, searched] = [this.#writes, this.#searches]
      const busy = [
        ...Array.from({ length: writers }, () => this.#untilGone(() => this.#write(client))),
        ...Array.from({ length: searchers }, () => this.#untilGone(() => this.#search(client))),
      ]
      await delay(this.#chance() * writingMsMax)
      await until(
        () => this.#writes > written && this.#searches > searched,
        () => 'the clients neither wrote nor searched',
      )
      await server.kill()
      await Promise.all(busy)
    })
    await verify(this.#dataDir)
  }

  async lastCheck(): Promise<void> {
    await this.#serving((client) => this.#compare(client))
  }

  async #compare(client: Client): Promise<void> {
    await untilBuilt(client)
    const all = await allItems(client, TableName)
    for (let n = 0; n < comparedSearches; n++) {
      const search = new SomeSearch(this.#next, this.#chance)
      const found = await client.ask('SearchVectors', search.inputFor(TableName))
      assert.deepEqual(pairs(found), search.amongAll(all), search.indexName)
    }
  }

  async #untilGone(act: () => Promise<boolean>): Promise<void> {
    while (await act());
  }

  /** Returns whether the server is still there. */
  async #write(client: Client): Promise<boolean> {
    const pk = `item ${below(this.#chance, items)}`
    const writing =
      this.#chance() < 0.3
        ? client.call('DeleteItem', { TableName, Key: { pk: { S: pk } } })
        : client.call('PutItem', { TableName, Item: someItem(pk, this.#next, this.#chance) })
    const answer = await writing.catch(gone)
    if (answer === undefined) return false
    assert.equal(answer.status, 200, answer.message)
    this.#writes++
    return true
  }

  /** The index that is being built may refuse it. */
  async #search(client: Client): Promise<boolean> {
    const search = new SomeSearch(this.#next, this.#chance)
    const answer = await client.call('SearchVectors', search.inputFor(TableName)).catch(gone)
    if (answer === undefined) return false
    const mayBeRefused = search.indexName === rebuilt['IndexName'] && answer.status === 400
    if (!mayBeRefused) assert.equal(answer.status, 200, answer.message)
    this.#searches++
    return true
  }

  async #serving(use: (client: Client, server: ServerProcess) => Promise<void>): Promise<void> {
    const server = new ServerProcess(this.#dataDir, '--vector-threads', '2', smallShares)
    try {
      await use(clientOf({ url: await server.url() }, testCredentials), server)
    } finally {
      await server.kill()
    }
  }
}

const gone = () => undefined

function pairs({ SearchResults }: Json): readonly (readonly [string, number])[] {
  const results = SearchResults as SearchAnswer['SearchResults']
  return results.map(({ Item, Score }) => [(Item['pk'] as { S: string }).S, Score])
}

async function rebuild(client: Client): Promise<void> {
  const { IndexName } = rebuilt
  const { AttributeDefinitions } = searchedTable
  await client.ask('UpdateTable', { TableName, VectorIndexUpdates: [{ Delete: { IndexName } }] })
  await client.ask('UpdateTable', {
    TableName,
    AttributeDefinitions,
    VectorIndexUpdates: [{ Create: rebuilt }],
  })
}

async function untilBuilt(client: Client): Promise<void> {
  await until(
    async () => {
      const { VectorIndexes } = await client.untilActive(TableName)
      return (VectorIndexes as readonly { IndexStatus: string }[]).every(
        ({ IndexStatus }) => IndexStatus === 'ACTIVE',
      )
    },
    () => 'the index is not built',
  )
}

describe('a server killed while it searches', () => {
  it(`finds what there is over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_SEED=${seed}, data in ${dataDir} if this fails`)
    const run = new SearchRun(dataDir)
    await run.load()
    for (let kill = 0; kill < kills; kill++) await run.round()
    await run.lastCheck()
    // Kept after a failure as evidence.
    await rm(dataDir, { recursive: true, force: true })
  })
})
