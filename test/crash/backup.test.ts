/**
 * Kills the real server repeatedly while it backs up a table, or removes a backup, and clients go on
 * writing: every backup that was acknowledged becomes AVAILABLE and is whole, one that was deleted
 * stays deleted, and no files are left of it.
 *
 * GRAMME_CRASH_BACKUP_KILLS sets the number of kills; GRAMME_SEED repeats a run's choices.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { BackupReader } from '../../src/backups/backup-reader.js'
import { openBackupPlace } from '../../src/server/open-backups.js'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { indexed } from '../support/tables.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'
import { Writer } from './writer.js'

const kills = Number(process.env['GRAMME_CRASH_BACKUP_KILLS'] ?? 5)
/** More than one data file. */
const itemCount = 500
const filler = 'x'.repeat(20_000)
const batchSize = 25
const livingMsMax = 250

const TableName = newTableName('crash-backup')

class BackupRun {
  readonly #dataDir: string
  readonly #chance: Chance
  readonly #writer = new Writer('writer', TableName, chanceOf(seed + 1))
  /** The ARNs of backups that were acknowledged and not deleted. */
  readonly kept: string[] = []
  readonly #deleted: string[] = []

  constructor(dataDir: string, chance: Chance) {
    this.#dataDir = dataDir
    this.#chance = chance
  }

  async load(): Promise<void> {
    await this.#serving(async (client) => {
      await client.ask('CreateTable', { TableName, ...indexed })
      for (let first = 0; first < itemCount; first += batchSize) {
        const puts = Array.from({ length: batchSize }, (_, i) => loaded(first + i))
        await client.ask('BatchWriteItem', { RequestItems: { [TableName]: puts } })
      }
    })
  }

  async round(): Promise<void> {
    await this.#serving(async (client, server) => {
      await this.#writer.check(client)
      const input = { TableName, BackupName: 'backup' }
      const { BackupDetails } = (await client.ask('CreateBackup', input)) as { BackupDetails: Json }
      await this.#deleteOne(client)
      this.kept.push(BackupDetails['BackupArn'] as string)
      const writing = this.#writer.writeUntilGone(client)
      await delay(this.#chance() * livingMsMax)
      await server.kill()
      await writing
    })
    await verify(this.#dataDir)
  }

  /** The oldest, if it is there already. */
  async #deleteOne(client: Client): Promise<void> {
    const [BackupArn] = this.kept
    if (BackupArn === undefined || (await statusOf(client, BackupArn)) !== 'AVAILABLE') return
    await client.ask('DeleteBackup', { BackupArn })
    this.kept.shift()
    this.#deleted.push(BackupArn)
  }

  async finish(): Promise<void> {
    await this.#serving(async (client) => {
      await this.#writer.check(client)
      for (const arn of this.kept) {
        await until(
          async () => (await statusOf(client, arn)) === 'AVAILABLE',
          () => `${arn} never became AVAILABLE`,
        )
      }
      for (const arn of this.#deleted) assert.equal(await statusOf(client, arn), undefined)
      await until(
        async () => (await this.#folders()).length === this.kept.length,
        async () => `files were left: ${(await this.#folders()).join()}`,
      )
    })
    await verify(this.#dataDir)
    await this.#readAll()
  }

  async #folders(): Promise<readonly string[]> {
    const names = await readdir(join(this.#dataDir, 'backups'), { recursive: true })
    return names.filter((name) => name.endsWith('00001.json.gz'))
  }

  async #readAll(): Promise<void> {
    const backupsTo = join(this.#dataDir, 'backups')
    const place = await openBackupPlace({ backupsTo, inMemory: false, s3Endpoint: undefined })
    for (const arn of this.kept) {
      const [, table, , ticket] = arn.split('/')
      const folder = `000000000000/us-east-1/${table}/${ticket}`
      const reader = await BackupReader.open(place, folder)
      assert.ok(reader.partCount > 1)
      const found = new Set<string>()
      for (let part = 0; part < reader.partCount; part++) {
        for await (const batch of reader.itemsOf(part)) {
          for (const { item } of batch) found.add(JSON.stringify(item['sk']))
        }
      }
      for (let n = 0; n < itemCount; n++) assert.ok(found.has(JSON.stringify({ S: `loaded ${n}` })))
    }
  }

  async #serving(use: (client: Client, server: ServerProcess) => Promise<void>): Promise<void> {
    const server = new ServerProcess(this.#dataDir)
    try {
      const client = clientOf({ url: await server.url() }, testCredentials)
      await use(client, server)
      client.sdk.destroy()
      client.streams.destroy()
    } finally {
      await server.kill()
    }
  }
}

async function statusOf(client: Client, BackupArn: string): Promise<unknown> {
  const { type, body } = await client.call('DescribeBackup', { BackupArn })
  if (type === 'BackupNotFoundException') return undefined
  const { BackupDetails } = body['BackupDescription'] as { BackupDetails: Json }
  return BackupDetails['BackupStatus']
}

function loaded(n: number): Json {
  const Item = { pk: { S: `p${n % 11}` }, sk: { S: `loaded ${n}` }, filler: { S: filler } }
  return { PutRequest: { Item } }
}

describe('backups', () => {
  it(`survive ${kills} kills (seed ${seed})`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-backup-'))
    const run = new BackupRun(dataDir, chanceOf(seed))
    await run.load()
    for (let i = 0; i < kills; i++) await run.round()
    await run.finish()
    assert.ok(run.kept.length > 0)
    await rm(dataDir, { recursive: true, force: true })
  })
})
