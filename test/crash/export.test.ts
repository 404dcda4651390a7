/**
 * Kills the real server again and again while it exports a table: the export ends all the same, with
 * every item once, and the bucket has no data files besides those in the manifest.
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { below, chanceOf, seed } from '../support/chance.js'
import {
  clientOf,
  newTableName,
  testCredentials,
  type Client,
  type Json,
} from '../support/client.js'
import { itemsOf, readExport } from '../support/read-export.js'
import { partitionOnly } from '../support/tables.js'
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const kills = 4
const TableName = newTableName('crash-export')
const bucket = 'exports'
/** So large that some files take longer than a server lives here. */
const itemCount = 2000
const batchSize = 25
const batchesAtOnce = 16
const livesMsMax = 100
const pad = 'x'.repeat(2000)

describe('a server that is killed while it exports', () => {
  it(`ends the export, seed ${seed}`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-export-'))
    const buckets = join(dataDir, 'buckets')
    await mkdir(join(buckets, bucket), { recursive: true })
    const chance = chanceOf(seed)
    let arn = ''
    await serving(dataDir, async (client) => {
      await load(client)
      arn = await begin(client)
      await delay(below(chance, livesMsMax))
    })
    for (let kill = 1; kill < kills; kill++) {
      await serving(dataDir, () => delay(below(chance, livesMsMax)))
    }
    let description: Json = {}
    await serving(dataDir, async (client) => {
      await until(
        async () => {
          description = await described(client, arn)
          return description['ExportStatus'] !== 'IN_PROGRESS'
        },
        () => 'the export did not end',
      )
    })
    assert.equal(description['ExportStatus'], 'COMPLETED', JSON.stringify(description))
    const fetch = (key: string) => readFile(join(buckets, bucket, key))
    const read = await readExport(fetch, description['ExportManifest'] as string)
    const names = itemsOf(read).map(({ pk }) => (pk as { S: string }).S)
    assert.deepEqual([names.length, new Set(names).size], [itemCount, itemCount])
    const folder = join(buckets, bucket, read.files[0]!.key, '..')
    const files = read.files.map(({ key }) => key.slice(key.lastIndexOf('/') + 1))
    assert.deepEqual((await readdir(folder)).sort(), files.sort())
    await verify(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
})

/** Kills the server once it was used. */
async function serving(dataDir: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const server = new ServerProcess(dataDir)
  try {
    await use(clientOf({ url: await server.url() }, testCredentials))
  } finally {
    await server.kill()
  }
}

async function load(client: Client): Promise<void> {
  await client.ask('CreateTable', { TableName, ...partitionOnly() })
  await client.untilActive(TableName)
  await client.ask('UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  for (let n = 0; n < itemCount; n += batchSize * batchesAtOnce) {
    const batches = Array.from({ length: batchesAtOnce }, (_, batch) => {
      const puts = Array.from({ length: batchSize }, (_, i) => {
        const Item = { pk: { S: `item-${n + batch * batchSize + i}` }, pad: { S: pad } }
        return { PutRequest: { Item } }
      })
      return client.ask('BatchWriteItem', { RequestItems: { [TableName]: puts } })
    })
    await Promise.all(batches)
  }
}

async function begin(client: Client): Promise<string> {
  const { Table } = await client.ask('DescribeTable', { TableName })
  const { TableArn } = Table as Json
  const answer = await client.ask('ExportTableToPointInTime', { TableArn, S3Bucket: bucket })
  return (answer['ExportDescription'] as { ExportArn: string }).ExportArn
}

async function described(client: Client, ExportArn: string): Promise<Json> {
  const answer = await client.ask('DescribeExport', { ExportArn })
  return answer['ExportDescription'] as Json
}
