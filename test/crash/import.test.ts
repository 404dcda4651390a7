/**
 * Kills the real server again and again while it imports a table: the import ends all the same, and
 * counts no item twice.
 */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
import { until } from '../support/until.js'
import { ServerProcess, verify } from './server-process.js'

const kills = 4
const TableName = newTableName('crash-import')
const bucket = 'imports'
const files = 3
/** So many that an import takes longer than a server lives here. */
const itemsOfFile = 8000
const livesMsMax = 150
const pad = 'x'.repeat(300)

describe('a server that is killed while it imports', () => {
  it(`ends the import, seed ${seed}`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-crash-import-'))
    await writeFiles(join(dataDir, 'buckets', bucket))
    const chance = chanceOf(seed)
    let arn = ''
    await serving(dataDir, async (client) => {
      arn = await begin(client)
      await delay(below(chance, livesMsMax))
    })
    for (let kill = 1; kill < kills; kill++) {
      await serving(dataDir, () => delay(below(chance, livesMsMax)))
    }
    let description: Json = {}
    let table: Json = {}
    await serving(dataDir, async (client) => {
      await until(
        async () => {
          description = await described(client, arn)
          return description['ImportStatus'] !== 'IN_PROGRESS'
        },
        () => 'the import did not end',
      )
      table = (await client.ask('DescribeTable', { TableName }))['Table'] as Json
    })
    const count = files * itemsOfFile
    const { ImportStatus, ImportedItemCount, ProcessedItemCount, ErrorCount } = description
    assert.deepEqual(
      [ImportStatus, ImportedItemCount, ProcessedItemCount, ErrorCount],
      ['COMPLETED', count, count, 0],
      JSON.stringify(description),
    )
    assert.deepEqual([table['TableStatus'], table['ItemCount']], ['ACTIVE', count])
    await verify(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
})

async function writeFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let file = 0; file < files; file++) {
    const lines = Array.from({ length: itemsOfFile }, (_, i) =>
      JSON.stringify({ Item: { pk: { S: `item-${file}-${i}` }, pad: { S: pad } } }),
    )
    await writeFile(join(folder, `${file}.json`), `${lines.join('\n')}\n`)
  }
}

/** Kills the server once it was used. */
async function serving(dataDir: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const server = new ServerProcess(dataDir)
  try {
    await use(clientOf({ url: await server.url() }, testCredentials))
  } finally {
    await server.kill()
  }
}

async function begin(client: Client): Promise<string> {
  const answer = await client.ask('ImportTable', {
    ClientToken: 'token',
    S3BucketSource: { S3Bucket: bucket },
    InputFormat: 'DYNAMODB_JSON',
    TableCreationParameters: {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
  })
  return (answer['ImportTableDescription'] as { ImportArn: string }).ImportArn
}

async function described(client: Client, ImportArn: string): Promise<Json> {
  const answer = await client.ask('DescribeImport', { ImportArn })
  return answer['ImportTableDescription'] as Json
}
