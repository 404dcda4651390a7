/** RestoreTableFromBackup: its refusals, what it restores, and damaged backups. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine, openTestEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import { unfenced } from '../storage/fence.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import { RestoringDatabase } from './restores-suite.js'

const TargetTableName = 'target'
const { signal } = new AbortController()

const source = {
  TableName: 'source',
  AttributeDefinitions: ['pk', 'global'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-global',
      KeySchema: [{ AttributeName: 'global', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
}

async function open(items = 3, engine = memoryEngine()) {
  const server = new RestoringDatabase(engine)
  await server.ask('CreateTable', source)
  for (let i = 0; i < items; i++) await put(server, `item-${i}`, `g${i % 3}`)
  return { server, BackupArn: await server.backUp('source') }
}

function put(server: RestoringDatabase, pk: string, global: string): Promise<Json> {
  const Item = { pk: { S: pk }, global: { S: global } }
  return server.ask('PutItem', { TableName: 'source', Item })
}

async function answer(
  server: RestoringDatabase,
  operation: string,
  input: Json,
  caller = testCaller,
): Promise<string> {
  try {
    await server.ask(operation, input, caller)
  } catch (error) {
    if (error instanceof ServiceError) return `${error.type}: ${error.message}`
    throw error
  }
  return 'accepted'
}

function restore(server: RestoringDatabase, input: Json, caller = testCaller): Promise<string> {
  return answer(server, 'RestoreTableFromBackup', { TargetTableName, ...input }, caller)
}

describe('RestoreTableFromBackup', () => {
  it('restores what the table was, even after it is gone', async () => {
    const { server, BackupArn } = await open(450, await openTestEngine())
    const { Items: before } = await server.ask('Scan', { TableName: 'source' })
    const backedUp = await server.describe('source')
    await put(server, 'item-1', 'later')
    await server.ask('DeleteTable', { TableName: 'source' })
    const input = { TargetTableName, BackupArn }
    const { TableDescription } = await server.ask('RestoreTableFromBackup', input)
    const begun = TableDescription as Json
    assert.equal(begun['TableStatus'], 'CREATING')
    const { BackupDescription } = await server.ask('DescribeBackup', { BackupArn })
    const details = (BackupDescription as Json)['BackupDetails'] as Json
    assert.deepEqual(begun['RestoreSummary'], {
      SourceBackupArn: BackupArn,
      SourceTableArn: backedUp['TableArn'],
      RestoreDateTime: details['BackupCreationDateTime'],
      RestoreInProgress: true,
    })
    await server.finish('target')
    const { Items: after } = await server.ask('Scan', { TableName: 'target' })
    assert.deepEqual(after, before)
    const { Count } = await server.ask('Scan', { TableName: 'target', IndexName: 'by-global' })
    assert.equal(Count, 450)
    const { ItemCount, TableSizeBytes, TableId } = await server.describe('target')
    assert.deepEqual([ItemCount, TableSizeBytes], [450, backedUp['TableSizeBytes']])
    assert.notEqual(TableId, backedUp['TableId'])
  })

  it('leaves out the policy of the table', async () => {
    const { server, BackupArn } = await open(1)
    const ResourceArn = String((await server.describe('source'))['TableArn'])
    const Statement = [
      {
        Effect: 'Deny',
        Principal: { AWS: '111122223333' },
        Action: 'dynamodb:GetItem',
        Resource: ResourceArn,
      },
    ]
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
    await server.ask('PutResourcePolicy', { ResourceArn, Policy })
    const later = await server.backUp('source')
    for (const [i, arn] of [BackupArn, later].entries()) {
      const name = `target-${i}`
      const input = { TargetTableName: name, BackupArn: arn }
      assert.equal(await answer(server, 'RestoreTableFromBackup', input), 'accepted')
      await server.finish(name)
      const asked = { ResourceArn: ResourceArn.replace('source', name) }
      assert.match(await answer(server, 'GetResourcePolicy', asked), /^PolicyNotFoundException/)
    }
    assert.equal(await answer(server, 'GetResourcePolicy', { ResourceArn }), 'accepted')
  })

  it('restores an empty table', async () => {
    const { server, BackupArn } = await open(0)
    assert.equal(await restore(server, { BackupArn }), 'accepted')
    await server.finish('target')
    assert.equal((await server.ask('Scan', { TableName: 'target' }))['Count'], 0)
  })

  it('refuses backups that are not there', async () => {
    const { server, BackupArn } = await open()
    const check = async (arn: string, expected: string) => {
      assert.equal(await restore(server, { BackupArn: arn }), expected)
    }
    const unknown = BackupArn.replace(/-[0-9a-f]{8}$/, '-00000001')
    await check(unknown, `BackupNotFoundException: Backup not found: ${unknown}`)
    await check(
      BackupArn.replace('/backup/', '/export/'),
      'ValidationException: Invalid Backup ARN',
    )
    const foreign = BackupArn.replace(testCaller.account, '999999999999')
    await check(foreign, 'AccessDeniedException: Access is denied')
  })

  it('needs to know the encryption for a backup of another region', async () => {
    const { server, BackupArn } = await open()
    const elsewhere = { ...testCaller, region: 'eu-west-1' }
    const refused =
      'ValidationException: Invalid Request: sseSpecificationOverride must be provided for cross-region restores'
    assert.equal(await restore(server, { BackupArn }, elsewhere), refused)
    const local = BackupArn.replace(testCaller.region, 'eu-west-1')
    assert.equal(await restore(server, { BackupArn: local }), refused)
    const encrypted = { BackupArn, SSESpecificationOverride: {} }
    assert.equal(await restore(server, encrypted, elsewhere), 'accepted')
    assert.equal(
      await restore(server, { BackupArn: local, SSESpecificationOverride: {} }),
      `BackupInUseException: Backup is being used to restore another table: ${local}`,
    )
  })

  it('uses a backup for one restore at a time, and keeps it meanwhile', async () => {
    const { server, BackupArn } = await open()
    assert.equal(await restore(server, { BackupArn }), 'accepted')
    assert.equal(
      await restore(server, { BackupArn, TargetTableName: 'second' }),
      `BackupInUseException: Backup is being used to restore another table: ${BackupArn}`,
    )
    assert.equal(
      await restore(server, { BackupArn }),
      `TableInUseException: Table: target is already being restored from backup: ${BackupArn}`,
    )
    assert.equal(
      await answer(server, 'DeleteBackup', { BackupArn }),
      `BackupInUseException: Backup is being used to restore table: ${BackupArn}`,
    )
    await server.finish('target')
    assert.equal(
      await restore(server, { BackupArn }),
      'TableAlreadyExistsException: Table already exists: target',
    )
    assert.equal(await restore(server, { BackupArn, TargetTableName: 'second' }), 'accepted')
    await server.finish('second')
    assert.equal(await answer(server, 'DeleteBackup', { BackupArn }), 'accepted')
  })

  it('applies the overrides', async () => {
    const { server, BackupArn } = await open()
    assert.equal(
      await restore(server, { BackupArn, BillingModeOverride: 'PROVISIONED' }),
      'ValidationException: Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED',
    )
    const ProvisionedThroughputOverride = { ReadCapacityUnits: 3, WriteCapacityUnits: 4 }
    const provisioned = { BillingModeOverride: 'PROVISIONED', ProvisionedThroughputOverride }
    const none = { GlobalSecondaryIndexOverride: [] }
    assert.equal(await restore(server, { BackupArn, ...provisioned, ...none }), 'accepted')
    await server.finish('target')
    const table = await server.describe('target')
    assert.equal(table['GlobalSecondaryIndexes'], undefined)
    const { ReadCapacityUnits, WriteCapacityUnits } = table['ProvisionedThroughput'] as Json
    assert.deepEqual([ReadCapacityUnits, WriteCapacityUnits], [3, 4])
  })

  it('leaves no table if the backup is damaged', async () => {
    const { server, BackupArn } = await open()
    const { objects } = await server.store.list('backups', { entriesMax: 100 })
    const data = objects.find(({ key }) => key.includes('data'))!
    const body = (await server.store.read('backups', data.key))!
    const chunks: Uint8Array[] = []
    for await (const chunk of body.chunks) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    bytes[bytes.length >> 1]! ^= 1
    const writer = await server.store.write('backups', data.key)
    await writer.write(bytes)
    await writer.finish()
    assert.equal(await restore(server, { BackupArn }), 'accepted')
    await server.longJobs.step(unfenced, signal)
    const [record] = await server.database.jobs.list('restore', testCaller)
    assert.deepEqual([record?.state, record?.code], ['failed', 'DamagedBackup'])
    assert.match(record!.reason!, /does not match its checksum/)
    assert.equal(await server.database.catalog.loadTable(testCaller, 'target'), undefined)
  })
})
