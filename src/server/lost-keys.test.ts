/** A master key that is taken from a running server, and put back. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Client, Json } from '../../test/support/client.js'
import { indexed } from '../../test/support/tables.js'
import { createMasterKey } from './create-key.js'
import type { Gramme } from './gramme-interface.js'
import { serving } from './serving-suite.js'

const root = await mkdtemp(join(tmpdir(), 'gramme-lost-keys-'))
after(() => rm(root, { recursive: true, force: true }))
const masterKeyFile = join(root, 'keys')

const item = { pk: { S: 'p' }, sk: { S: 's' }, text: { S: 'text' } }
const Key = { pk: item.pk, sk: item.sk }

async function create(client: Client, TableName: string): Promise<void> {
  await client.ask('CreateTable', { TableName, ...indexed })
  await client.ask('PutItem', { TableName, Item: item })
}

const described = async (client: Client, TableName: string): Promise<Json> =>
  ((await client.ask('DescribeTable', { TableName })) as { Table: Json }).Table

async function refusal(client: Client, operation: string, body: Json): Promise<string> {
  const { type, message } = await client.call(operation, body)
  return `${type}: ${message}`
}

/** Replaces the text of the key file, and returns what it was. */
async function replaceKeys(gramme: Gramme, text: string): Promise<string> {
  const before = await readFile(masterKeyFile, 'utf8')
  await writeFile(masterKeyFile, text)
  await gramme.reload()
  return before
}

async function otherKey(): Promise<string> {
  const path = join(root, 'other')
  createMasterKey(path)
  return readFile(path, 'utf8')
}

describe('a master key that is missing from the key file', () => {
  it('takes the tables that it wraps from a running server, until it is back', async () => {
    createMasterKey(masterKeyFile)
    const second = await otherKey()
    await serving({ inMemory: true, masterKeyFile }, async (client, gramme) => {
      await create(client, 'lost')
      const first = await replaceKeys(gramme, second)
      await create(client, 'other')
      await requireLost(client)
      assert.deepEqual((await client.ask('GetItem', { TableName: 'other', Key }))['Item'], item)
      assert.equal((await described(client, 'other'))['TableStatus'], 'ACTIVE')
      await replaceKeys(gramme, `${second}\n${first}`)
      assert.deepEqual((await client.ask('GetItem', { TableName: 'lost', Key }))['Item'], item)
      const { TableStatus, SSEDescription } = await described(client, 'lost')
      assert.deepEqual([TableStatus, SSEDescription], ['ACTIVE', undefined])
      // Its data key was wrapped anew when the key was back, so the key can go now.
      await replaceKeys(gramme, second)
      assert.deepEqual((await client.ask('GetItem', { TableName: 'lost', Key }))['Item'], item)
    })
  })
})

async function requireLost(client: Client): Promise<void> {
  const TableName = 'lost'
  const { TableStatus, SSEDescription, TableArn, ItemCount } = await described(client, TableName)
  assert.equal(TableStatus, 'INACCESSIBLE_ENCRYPTION_CREDENTIALS')
  assert.ok('InaccessibleEncryptionDateTime' in (SSEDescription as Json))
  assert.equal(ItemCount, 1)
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
  const SSESpecification = { Enabled: true }
  const refused: readonly (readonly [string, Json])[] = [
    ['GetItem', { TableName, Key }],
    ['PutItem', { TableName, Item: item }],
    ['Scan', { TableName }],
    ['UpdateTimeToLive', { TableName, TimeToLiveSpecification }],
    ['CreateBackup', { TableName, BackupName: 'kept' }],
    ['UpdateTable', { TableName, SSESpecification }],
    ['UpdateContributorInsights', { TableName, ContributorInsightsAction: 'ENABLE' }],
  ]
  for (const [operation, body] of refused) {
    const told = await refusal(client, operation, body)
    assert.match(told, /^ValidationException: KMS key disabled error: /, operation)
  }
  const ResourceArn = TableArn
  await client.ask('TagResource', { ResourceArn, Tags: [{ Key: 'a', Value: 'b' }] })
  await client.ask('UpdateTable', { TableName, DeletionProtectionEnabled: false })
  await client.ask('DescribeTimeToLive', { TableName })
}
