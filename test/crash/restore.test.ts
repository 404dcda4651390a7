/**
 * Kills the real server repeatedly while it restores a table to a moment and clients go on writing: the
 * restore goes on where it was, nobody sees its table before it is complete, and it has exactly the
 * items of the moment.
 *
 * GRAMME_CRASH_RESTORE_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { indexed } from '../support/tables.js'
import { ServerProcess, verify } from './server-process.js'
import { Writer } from './writer.js'

const kills = Number(process.env['GRAMME_CRASH_RESTORE_KILLS'] ?? 5)
/** A dozen pages: restoring them takes longer than a server lives here. */
const itemCount = 2500
const batchSize = 25
const livingMsMax = 150

const TableName = newTableName('crash-restore')

class RestoreRun {
  readonly #dataDir: string
  readonly #chance: Chance
  readonly #writer = new Writer('writer', TableName, chanceOf(seed + 1))
  readonly targets: string[] = []
  /** How many servers found a restore under way. */
  resumed = 0
  #momentMs = 0

  constructor(dataDir: string, chance: Chance) {
    this.#dataDir = dataDir
    this.#chance = chance
  }

  async load(): Promise<void> {
    await this.#serving(async (client) => {
      await client.ask('CreateTable', { TableName, ...indexed })
      await client.ask('UpdateContinuousBackups', {
        TableName,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      })
      for (let first = 0; first < itemCount; first += batchSize) {
        const puts = Array.from({ length: batchSize }, (_, i) => loaded(first + i))
        await client.ask('BatchWriteItem', { RequestItems: { [TableName]: puts } })
      }
      await delay(2)
      this.#momentMs = Date.now()
    })
  }

  async round(): Promise<void> {
    await this.#serving(async (client, server) => {
      await this.#writer.check(client)
      if (this.targets.length > 0 && (await this.#isRestoring(client))) this.resumed++
      else await this.#begin(client)
      const writing = this.#writer.writeUntilGone(client)
      await delay(this.#chance() * livingMsMax)
      await server.kill()
      await writing
    })
    await verify(this.#dataDir)
  }

  async finish(): Promise<void> {
    await this.#serving(async (client) => {
      await this.#writer.check(client)
      for (const target of this.targets) {
        await client.untilActive(target)
        await checkItems(client, target)
      }
    })
    await verify(this.#dataDir)
  }

  async #begin(client: Client): Promise<void> {
    const TargetTableName = newTableName('crash-restored')
    const RestoreDateTime = this.#momentMs / 1000
    const input = { SourceTableName: TableName, TargetTableName, RestoreDateTime }
    await client.ask('RestoreTableToPointInTime', input)
    this.targets.push(TargetTableName)
  }

  /** Whatever a server finds is either not there yet or complete. */
  async #isRestoring(client: Client): Promise<boolean> {
    const target = this.targets.at(-1)!
    const { Table } = (await client.ask('DescribeTable', { TableName: target })) as { Table: Json }
    if (Table['TableStatus'] === 'ACTIVE') {
      await checkItems(client, target)
      return false
    }
    const { type } = await client.call('Scan', { TableName: target })
    // It may have become ACTIVE in between.
    if (type === undefined) await checkItems(client, target)
    else assert.equal(type, 'ResourceNotFoundException')
    return type !== undefined
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
  const Item = {
    pk: { S: `loaded-${n % 50}` },
    sk: { S: name },
    local: { S: `local-${n % 7}` },
    global: { S: `global-${n % 11}` },
    filler: { S: '.'.repeat(n % 300) },
  }
  return { PutRequest: { Item } }
}

/** What the writer has put since is not there. */
async function checkItems(client: Client, target: string): Promise<void> {
  for (const IndexName of [undefined, 'by-local', 'by-global']) {
    let [count, start]: [number, unknown] = [0, undefined]
    do {
      const input = { TableName: target, IndexName, ExclusiveStartKey: start, Select: 'COUNT' }
      const page = await client.ask('Scan', input)
      count += page['Count'] as number
      start = page['LastEvaluatedKey']
    } while (start !== undefined)
    assert.equal(count, itemCount)
  }
}

describe('a server killed while it restores a table', () => {
  it(`goes on where it was over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_SEED=${seed}, data in ${dataDir} if this fails`)
    const run = new RestoreRun(dataDir, chanceOf(seed))
    await run.load()
    for (let kill = 0; kill < kills; kill++) await run.round()
    await run.finish()
    test.diagnostic(`${run.resumed} of ${kills} servers resumed a restore`)
    // Kept after a failure as evidence.
    await rm(dataDir, { recursive: true, force: true })
  })
})
