/** Tables under keys of moto's key management service, which nobody here wrote. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CancelKeyDeletionCommand,
  CreateAliasCommand,
  CreateKeyCommand,
  DisableKeyCommand,
  EnableKeyCommand,
  KMSClient,
  ScheduleKeyDeletionCommand,
  type CreateKeyCommandInput,
} from '@aws-sdk/client-kms'
import { createGramme } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client, type Json } from '../support/client.js'
import { lendCredentials } from '../support/kinesis.js'
import { composite, indexed } from '../support/tables.js'
import { until } from '../support/until.js'
import type { Tally } from './tally.js'

const region = 'us-east-1'

export async function testMotoKms(url: string, tally: Tally): Promise<void> {
  lendCredentials()
  const kms = new KMSClient({ endpoint: url, region, credentials: testCredentials })
  const check = (name: string, run: () => Promise<void>) => tally.check(`KMS at moto: ${name}`, run)
  await check('keys that tables choose', () => chosenKeys(url, kms))
  await check('keys that cannot be used', () => unusableKeys(url, kms))
  await check('a key that is lost and found', () => lostKey(url, kms))
  await check('keys of restored and imported tables', () => keysOfCopies(url, kms))
  kms.destroy()
}

async function newKey(kms: KMSClient, options: CreateKeyCommandInput = {}): Promise<string> {
  const { KeyMetadata } = await kms.send(new CreateKeyCommand(options))
  return KeyMetadata!.Arn!
}

/** Moto knows some of its operations only by the id. */
const idOf = (arn: string) => arn.split('/')[1]!

interface Serving {
  readonly url: string
  readonly ownKey: string
  readonly dataDir: string
}

async function serving<T>(
  { url, ownKey, dataDir }: Serving,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const keys = { kmsEndpoint: url, kmsKeyArn: ownKey }
  const gramme = createGramme({ port: 0, logLevel: 'silent', dataDir, ...keys })
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  try {
    return await use(client)
  } finally {
    client.sdk.destroy()
    client.streams.destroy()
    await gramme.stop()
  }
}

async function withFolder(use: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-kms-'))
  try {
    await use(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const under = (KMSMasterKeyId: string) => ({
  SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId },
})

const described = async (client: Client, TableName: string): Promise<Json> =>
  ((await client.ask('DescribeTable', { TableName })) as { Table: Json }).Table

const item = { pk: { S: 'p' }, sk: { S: 's' }, text: { S: 'telling' } }

async function put(client: Client, TableName: string): Promise<void> {
  await client.ask('PutItem', { TableName, Item: item })
}

async function get(client: Client, TableName: string): Promise<unknown> {
  const Key = { pk: item.pk, sk: item.sk }
  return ((await client.ask('GetItem', { TableName, Key })) as { Item?: unknown }).Item
}

async function chosenKeys(url: string, kms: KMSClient): Promise<void> {
  const [ownKey, first, second] = [await newKey(kms), await newKey(kms), await newKey(kms)]
  const AliasName = `alias/orders-${Date.now()}`
  await kms.send(new CreateAliasCommand({ AliasName, TargetKeyId: first }))
  await withFolder(async (dataDir) => {
    await serving({ url, ownKey, dataDir }, async (client) => {
      await client.ask('CreateTable', { TableName: 'own', ...indexed })
      await client.ask('CreateTable', { TableName: 'chosen', ...indexed, ...under(AliasName) })
      const { SSEDescription } = await described(client, 'chosen')
      assert.deepEqual(SSEDescription, {
        Status: 'ENABLED',
        SSEType: 'KMS',
        KMSMasterKeyArn: first,
      })
      for (const name of ['own', 'chosen']) await put(client, name)
      await client.ask('UpdateTable', { TableName: 'chosen', ...under(second) })
    })
    assert.doesNotMatch((await readFile(join(dataDir, 'data.mdb'))).toString('latin1'), /telling/)
    // The key of before is not needed any longer.
    await kms.send(new DisableKeyCommand({ KeyId: idOf(first) }))
    await serving({ url, ownKey, dataDir }, async (client) => {
      for (const name of ['own', 'chosen']) assert.deepEqual(await get(client, name), item)
      const { SSEDescription } = await described(client, 'chosen')
      assert.equal((SSEDescription as Json)['KMSMasterKeyArn'], second)
    })
  })
}

async function unusableKeys(url: string, kms: KMSClient): Promise<void> {
  const ownKey = await newKey(kms)
  const disabled = await newKey(kms)
  await kms.send(new DisableKeyCommand({ KeyId: idOf(disabled) }))
  const leaving = await newKey(kms)
  await kms.send(new ScheduleKeyDeletionCommand({ KeyId: idOf(leaving), PendingWindowInDays: 7 }))
  const asymmetric = await newKey(kms, { KeySpec: 'RSA_2048', KeyUsage: 'SIGN_VERIFY' })
  const account = ownKey.split(':')[4]!
  const missing = `arn:aws:kms:${region}:${account}:key/00000000-0000-4000-8000-000000000000`
  const elsewhere = missing.replace(region, 'eu-west-1')
  const answers: readonly (readonly [string, RegExp])[] = [
    [
      disabled,
      /: KMS key disabled error: com\.amazonaws\.services\.kms\.model\.DisabledException: .* is disabled\. \(Service: AWSKMS; Status Code: 400; Error Code: DisabledException; Request ID: [\w-]+; Proxy: null\)$/,
    ],
    [
      leaving,
      /: KMS validation error: com\.amazonaws\.services\.kms\.model\.KMSInvalidStateException: .* is pending deletion\. /,
    ],
    [missing, /: KMS validation error: .*NotFoundException: Key '.*' does not exist \(/],
    [
      'alias/nobody',
      /: KMS validation error: .*NotFoundException: Alias .*alias\/nobody is not found\. \(/,
    ],
    [elsewhere, /: KMS validation error: .*NotFoundException: Invalid arn us-east-1 \(/],
    [asymmetric, /: KMS internal error: .*EncryptionContext is supported only when/],
    ['alias/aws/s3', /: KMS key access denied error: /],
  ]
  await withFolder((dataDir) =>
    serving({ url, ownKey, dataDir }, async (client) => {
      for (const [key, answer] of answers) {
        const asking = client.ask('CreateTable', {
          TableName: 'refused',
          ...indexed,
          ...under(key),
        })
        await assert.rejects(asking, (error: Error) => {
          assert.match(error.message, answer)
          return true
        })
      }
      const { TableNames } = (await client.ask('ListTables', {})) as { TableNames: unknown }
      assert.deepEqual(TableNames, [])
    }),
  )
}

async function lostKey(url: string, kms: KMSClient): Promise<void> {
  const [ownKey, lost] = [await newKey(kms), await newKey(kms)]
  await withFolder(async (dataDir) => {
    await serving({ url, ownKey, dataDir }, async (client) => {
      await client.ask('CreateTable', { TableName: 'lost', ...indexed, ...under(lost) })
      await put(client, 'lost')
    })
    await kms.send(new ScheduleKeyDeletionCommand({ KeyId: idOf(lost), PendingWindowInDays: 7 }))
    await serving({ url, ownKey, dataDir }, async (client) => {
      const { TableStatus, SSEDescription, ItemCount } = await described(client, 'lost')
      assert.equal(TableStatus, 'INACCESSIBLE_ENCRYPTION_CREDENTIALS')
      assert.equal((SSEDescription as Json)['Status'], 'ENABLED')
      assert.ok('InaccessibleEncryptionDateTime' in (SSEDescription as Json))
      assert.equal(ItemCount, 1)
      await assert.rejects(get(client, 'lost'), /KMS validation error/)
      await assert.rejects(put(client, 'lost'), /KMS validation error/)
      const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
      const changes: readonly (readonly [string, Json])[] = [
        ['UpdateTimeToLive', { TableName: 'lost', TimeToLiveSpecification }],
        ['CreateBackup', { TableName: 'lost', BackupName: 'kept' }],
        ['UpdateTable', { TableName: 'lost', ...under(ownKey) }],
      ]
      for (const [operation, input] of changes) {
        await assert.rejects(client.ask(operation, input), /KMS validation error/, operation)
      }
      const tags = { ResourceArn: String((await described(client, 'lost'))['TableArn']) }
      await client.ask('TagResource', { ...tags, Tags: [{ Key: 'a', Value: 'b' }] })
      await kms.send(new CancelKeyDeletionCommand({ KeyId: idOf(lost) }))
      await kms.send(new EnableKeyCommand({ KeyId: idOf(lost) }))
      const isBack = async () => (await described(client, 'lost'))['TableStatus'] === 'ACTIVE'
      await until(isBack, () => 'the key is not noticed to be back')
      assert.deepEqual(await get(client, 'lost'), item)
      await client.ask('DeleteTable', { TableName: 'lost' })
    })
  })
}

async function keysOfCopies(url: string, kms: KMSClient): Promise<void> {
  const [ownKey, chosen] = [await newKey(kms), await newKey(kms)]
  const AliasName = `alias/copies-${Date.now()}`
  await kms.send(new CreateAliasCommand({ AliasName, TargetKeyId: chosen }))
  await withFolder((dataDir) =>
    serving({ url, ownKey, dataDir }, async (client) => {
      const copies = await copiesOf(client)
      for (const [operation, copy] of copies) {
        const refused = client.ask(operation, copy('refused', 'alias/nobody'))
        await assert.rejects(refused, /Alias .*alias\/nobody is not found/, operation)
        const TableName = `by-${operation}`
        await client.ask(operation, copy(TableName, AliasName))
        const isActive = async () => {
          const { body } = await client.call('DescribeTable', { TableName })
          return (body['Table'] as Json | undefined)?.['TableStatus'] === 'ACTIVE'
        }
        await until(isActive, () => `${operation} does not finish`)
        const { SSEDescription } = await described(client, TableName)
        assert.equal((SSEDescription as Json)['KMSMasterKeyArn'], chosen, operation)
      }
      const imported = client.ask('ImportTable', {
        ClientToken: 'once',
        S3BucketSource: { S3Bucket: 'bucket' },
        InputFormat: 'DYNAMODB_JSON',
        TableCreationParameters: {
          TableName: 'imported',
          ...composite(),
          ...under('alias/nobody'),
        },
      })
      await assert.rejects(imported, /Alias .*alias\/nobody is not found/)
    }),
  )
}

type Copy = (target: string, key: string) => Json

/** The requests that make a table from another one. */
async function copiesOf(client: Client): Promise<readonly (readonly [string, Copy])[]> {
  await client.ask('CreateTable', { TableName: 'source', ...indexed })
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await client.ask('UpdateContinuousBackups', {
    TableName: 'source',
    PointInTimeRecoverySpecification,
  })
  const backup = { TableName: 'source', BackupName: 'kept' }
  const { BackupDetails } = await client.ask('CreateBackup', backup)
  const { BackupArn } = BackupDetails as Json
  const isMade = async () => {
    const { BackupDescription } = await client.ask('DescribeBackup', { BackupArn })
    const { BackupStatus } = (BackupDescription as { BackupDetails: Json }).BackupDetails
    return BackupStatus === 'AVAILABLE'
  }
  await until(isMade, () => 'the backup does not finish')
  const override = (key: string) => ({ SSESpecificationOverride: under(key).SSESpecification })
  const recent = { SourceTableName: 'source', UseLatestRestorableTime: true }
  return [
    [
      'RestoreTableFromBackup',
      (TargetTableName, key) => ({ TargetTableName, BackupArn, ...override(key) }),
    ],
    [
      'RestoreTableToPointInTime',
      (TargetTableName, key) => ({ TargetTableName, ...recent, ...override(key) }),
    ],
  ]
}
