/**
 * Kills the real server repeatedly while clients write to a table with a stream whose shards roll
 * over every fraction of a second, and a consumer follows them: it reads every change exactly once
 * and those of each item in order, across all restarts, and what it rebuilds is the table.
 *
 * GRAMME_CRASH_STREAM_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import { clientOf, newTableName, testCredentials, type Client } from '../support/client.js'
import { Replica } from '../support/replica.js'
import { StreamConsumer } from '../support/stream-consumer.js'
import { latestStream, notStreaming, streaming } from '../support/streams.js'
import { indexed } from '../support/tables.js'
import { ServerProcess, verify } from './server-process.js'
import { Writer } from './writer.js'

const kills = Number(process.env['GRAMME_CRASH_STREAM_KILLS'] ?? 5)
const writers = 4
const shardDurationMs = 250
/** Writes that a server acknowledges before it is killed. */
const writesMin = 40
const writesMax = 120

const TableName = newTableName('crash-streams')

class StreamRun {
  readonly #dataDir: string
  readonly #chance: Chance
  readonly #writers: readonly Writer[]
  readonly #replica = new Replica()
  #consumer: StreamConsumer | undefined

  constructor(dataDir: string, chance: Chance) {
    this.#dataDir = dataDir
    this.#chance = chance
    this.#writers = Array.from(
      { length: writers },
      (_, n) => new Writer(`writer-${n}`, TableName, chanceOf(seed + n + 1)),
    )
  }

  async begin(): Promise<void> {
    await this.#serving(async (client) => {
      await client.ask('CreateTable', { TableName, ...indexed, ...streaming() })
      const arn = await latestStream(client, TableName)
      this.#consumer = new StreamConsumer(arn, (record) => this.#replica.apply(record))
    })
  }

  async round(): Promise<void> {
    await this.#serving(async (client, server) => {
      await this.#checkWrites(client)
      const enough = this.#acknowledged() + writesMin + this.#chance() * (writesMax - writesMin)
      const writing = this.#writers.map((writer) => writer.writeUntilGone(client))
      const consuming = this.#consumeUntilGone(client)
      const work = Promise.all([...writing, consuming])
      let over = false
      const end = () => (over = true)
      work.then(end, end)
      while (!over && this.#acknowledged() < enough) await delay(1)
      await server.kill()
      await work
      assert.ok(this.#acknowledged() >= enough, 'the server lives until it is killed')
    })
    await verify(this.#dataDir)
    if (this.#chance() < 0.5) this.#consumer!.loseIterators()
  }

  #acknowledged(): number {
    return this.#writers.reduce((total, { acknowledged }) => total + acknowledged, 0)
  }

  async #checkWrites(client: Client): Promise<void> {
    for (const writer of this.#writers) await writer.check(client)
  }

  /** Reads to the end of the stream and returns a summary of what was read. */
  async finish(): Promise<string> {
    const consumer = this.#consumer!
    await this.#serving(async (client) => {
      await this.#checkWrites(client)
      await client.ask('UpdateTable', { TableName, ...notStreaming })
      while (!(await consumer.round(client)));
      await this.#replica.compareWith(client, TableName)
    })
    assert.ok(consumer.records >= this.#acknowledged(), 'what was acknowledged was read')
    assert.ok(consumer.children > 0, 'shards did roll over')
    return `${consumer.records} records in ${consumer.shards} shards`
  }

  async #consumeUntilGone(client: Client): Promise<void> {
    try {
      for (;;) await this.#consumer!.round(client)
    } catch (error) {
      // The test looks for records that do not fit; lost connections are expected.
      if (error instanceof assert.AssertionError) throw error
    }
  }

  async #serving(use: (client: Client, server: ServerProcess) => Promise<void>): Promise<void> {
    const server = new ServerProcess(this.#dataDir, '--shard-duration-ms', String(shardDurationMs))
    try {
      await use(clientOf({ url: await server.url() }, testCredentials), server)
    } finally {
      await server.kill()
    }
  }
}

describe('a server killed while a stream is written and read', () => {
  it(`delivers every change once and in order over ${kills} kills (seed ${seed})`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-'))
    test.diagnostic(`GRAMME_SEED=${seed}, data in ${dataDir} if this fails`)
    const run = new StreamRun(dataDir, chanceOf(seed))
    await run.begin()
    for (let kill = 0; kill < kills; kill++) await run.round()
    test.diagnostic(await run.finish())
    await rm(dataDir, { recursive: true })
  })
})
