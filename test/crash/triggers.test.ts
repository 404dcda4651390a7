/**
 * Kills the server at random moments while a trigger is working and shards roll over. Afterwards
 * the handler has seen every change at least once, and the changes of each item in order.
 *
 * GRAMME_CRASH_TRIGGER_KILLS sets the number of kills; GRAMME_CRASH_SEED repeats a run's choices
 * (not the machine's timing).
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { chanceOf } from '../support/chance.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { until } from '../support/until.js'
import { ServerProcess } from './server-process.js'

const kills = Number(process.env['GRAMME_CRASH_TRIGGER_KILLS'] ?? 5)
const servingMsMax = 3_000
const items = 8
const seed = Number(process.env['GRAMME_CRASH_SEED'] ?? randomInt(2 ** 31))

const handler = `
import { appendFileSync } from 'node:fs'
export const handler = async ({ Records }) => {
  const lines = Records.map(({ dynamodb: { NewImage } }) => NewImage.pk.S + ' ' + NewImage.v.N + '\\n')
  appendFileSync('seen', lines.join(''))
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
}`

class TriggerRun {
  readonly #folder: string
  readonly #chance = chanceOf(seed)
  /** The acknowledged versions, by item. */
  readonly written = new Map<string, number[]>()
  readonly #tried = new Map<string, number>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async prepare(): Promise<void> {
    await writeFile(join(this.#folder, 'handler.mjs'), handler)
    const trigger = { Name: 'seen', Table: 'things', Module: 'handler.mjs', BatchSize: 7 }
    const lanes = { ParallelizationFactor: 2, Timeout: 60 }
    const text = JSON.stringify({ Triggers: [{ ...trigger, ...lanes }] })
    await writeFile(join(this.#folder, 'triggers.json'), text)
    await this.#serving(async (client) => {
      await client.ask('CreateTable', {
        TableName: 'things',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      })
    })
  }

  round(): Promise<void> {
    return this.#serving(async (client, server) => {
      // On a slow machine nothing may have been written within the random time.
      const lived = Promise.all([delay(this.#chance() * servingMsMax), this.#untilAllWritten()])
      const killed = lived.then(() => server.kill())
      while (await this.#write(client));
      await killed
    })
  }

  async finish(): Promise<void> {
    await this.#serving(async () => {
      await until(
        () => this.#isComplete(),
        async () => `not all was seen (seed ${seed}): ${await this.#log()}`,
      )
    })
  }

  /** The versions of an item in the order in which they were first seen. */
  async seen(): Promise<ReadonlyMap<string, readonly number[]>> {
    const seen = new Map<string, number[]>()
    const text = await readFile(join(this.#folder, 'seen'), 'utf8').catch(() => '')
    for (const line of text.split('\n').slice(0, -1)) {
      const [pk, v] = line.split(' ')
      const versions = seen.get(pk!) ?? []
      if (!versions.includes(Number(v))) versions.push(Number(v))
      seen.set(pk!, versions)
    }
    return seen
  }

  #untilAllWritten(): Promise<void> {
    return until(
      () => this.written.size === items,
      () => 'the clients did not write',
    )
  }

  async #isComplete(): Promise<boolean> {
    const seen = await this.seen()
    return [...this.written].every(([pk, versions]) => {
      const found = new Set(seen.get(pk))
      return versions.every((v) => found.has(v))
    })
  }

  /**
   * Each item has one writer, which continues with the next version whether it was answered or not.
   */
  async #write(client: Client): Promise<boolean> {
    const pks = Array.from({ length: items }, (_, i) => `item${i}`)
    const outcomes = await Promise.allSettled(
      pks.map(async (pk) => {
        const v = (this.#tried.get(pk) ?? 0) + 1
        this.#tried.set(pk, v)
        const Item = { pk: { S: pk }, v: { N: String(v) } }
        await client.ask('PutItem', { TableName: 'things', Item })
        this.written.set(pk, [...(this.written.get(pk) ?? []), v])
      }),
    )
    return outcomes.every(({ status }) => status === 'fulfilled')
  }

  async #serving(use: (client: Client, server: ServerProcess) => Promise<void>): Promise<void> {
    const server = new ServerProcess(this.#folder, '--shard-duration-ms', '700')
    try {
      const client = clientOf({ url: await server.url() }, testCredentials)
      await use(client, server)
      client.sdk.destroy()
      client.streams.destroy()
    } finally {
      await server.kill()
    }
  }

  #log(): Promise<string> {
    return readFile(join(this.#folder, 'trigger-logs/seen.log'), 'utf8').catch(() => 'no log')
  }
}

describe('a trigger of a server that is killed', () => {
  it(`sees every change at least once and in order, through ${kills} kills`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    try {
      const run = new TriggerRun(folder)
      await run.prepare()
      for (let i = 0; i < kills; i++) await run.round()
      await run.finish()
      const seen = await run.seen()
      for (const [pk, versions] of seen) {
        const inOrder = versions.toSorted((a, b) => a - b)
        assert.deepEqual(versions, inOrder, `${pk} is in order (seed ${seed})`)
      }
      assert.equal(seen.size, items)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
