/**
 * Kills the real server at random moments while several clients write, and checks after each kill
 * that every acknowledged write is present, that none is half applied, that counters match what was
 * acknowledged, and that indexes agree with items.
 *
 * GRAMME_CRASH_KILLS sets the number of kills; GRAMME_CRASH_SEED repeats a run's choices (not the
 * machine's timing).
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { chanceOf, type Chance } from '../support/chance.js'
import { clientOf, newTableName, testCredentials, type Client } from '../support/client.js'
import { indexed } from '../support/tables.js'
import { near } from '../support/vectors.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'
import { sharedKey, Writer } from './writer.js'

const kills = Number(process.env['GRAMME_CRASH_KILLS'] ?? 20)
const seed = Number(process.env['GRAMME_CRASH_SEED'] ?? randomInt(2 ** 31))
const writers = 6
const writingMsMax = 400
const startingMsMax = 300
/** The share of servers that are killed before they serve at all. */
const killedWhileStarting = 0.1

class CrashRun {
  readonly #dataDir: string
  readonly #chance: Chance
  readonly #table = newTableName('crash')
  readonly #writers: readonly Writer[]
  /** The last value found of the shared counter. */
  #shared = 0

  constructor(dataDir: string, chance: Chance) {
    this.#dataDir = dataDir
    this.#chance = chance
    this.#writers = Array.from(
      { length: writers },
      (_, n) => new Writer(`writer-${n}`, this.#table, chanceOf(seed + n + 1)),
    )
  }

  get acknowledged(): number {
    return this.#writers.reduce((total, writer) => total + writer.acknowledged, 0)
  }

  async createTable(): Promise<void> {
    await this.#serving(async (client) => {
      const VectorIndexes = [near()]
      await client.ask('CreateTable', { TableName: this.#table, ...indexed, VectorIndexes })
      await client.untilActive(this.#table)
    })
  }

  async round(): Promise<void> {
    if (this.#chance() < killedWhileStarting) return this.#killWhileStarting()
    await this.#serving(async (client, server) => {
      await this.#check(client)
      const before = this.acknowledged
      const writing = this.#writers.map((writer) => writer.writeUntilGone(client))
      await delay(this.#chance() * writingMsMax)
      await this.#untilMoreThan(before)
      await server.kill()
      await Promise.all(writing)
    })
    await verify(this.#dataDir)
  }

  async lastCheck(): Promise<void> {
    await this.#serving((client) => this.#check(client))
  }

  /** On a slow machine nothing may have been written within the random time. */
  #untilMoreThan(acknowledged: number): Promise<void> {
    return until(
      () => this.acknowledged > acknowledged,
      () => 'the clients did not write',
    )
  }

  async #killWhileStarting(): Promise<void> {
    const server = new ServerProcess(this.#dataDir)
    await delay(this.#chance() * startingMsMax)
    await server.kill()
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

  async #check(client: Client): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.check(client)))
    await this.#checkShared(client)
  }

  /** One increment of each writer may be uncertain; the value found settles it. */
  async #checkShared(client: Client): Promise<void> {
    const { Item } = await client.ask('GetItem', {
      TableName: this.#table,
      Key: sharedKey,
      ConsistentRead: true,
    })
    const found = Number((Item as { n?: { N: string } } | undefined)?.n?.N ?? 0)
    let [sure, doubtful] = [this.#shared, 0]
    for (const writer of this.#writers) {
      const sent = writer.takeShared()
      sure += sent.acknowledged
      doubtful += sent.inDoubt
    }
    assert.ok(found >= sure, `the shared counter lost increments: ${found} < ${sure}`)
    assert.ok(found <= sure + doubtful, `it counted ${found}, at most ${sure + doubtful} were sent`)
    this.#shared = found
  }
}

describe('a server killed at random moments', () => {
  it(`keeps what it acknowledged over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_CRASH_SEED=${seed}, data in ${dataDir} if this fails`)
    const run = new CrashRun(dataDir, chanceOf(seed))
    await run.createTable()
    for (let kill = 0; kill < kills; kill++) await run.round()
    await run.lastCheck()
    test.diagnostic(`${run.acknowledged} writes were acknowledged and found`)
    // Kept after a failure as evidence.
    await rm(dataDir, { recursive: true, force: true })
  })
})
