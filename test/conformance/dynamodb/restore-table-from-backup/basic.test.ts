/** RestoreTableFromBackup: a table from a backup, perhaps after its source is gone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CreateBackupCommand,
  DescribeBackupCommand,
  RestoreTableFromBackupCommand,
} from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { hash, indexed, partitionOnly, projectAll } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect()

async function backUp(TableName: string): Promise<string> {
  const command = new CreateBackupCommand({ TableName, BackupName: 'for-restores' })
  const { BackupDetails } = await client.sdk.send(command)
  const BackupArn = BackupDetails!.BackupArn!
  await until(
    async () => {
      const found = await client.sdk.send(new DescribeBackupCommand({ BackupArn }))
      return found.BackupDescription?.BackupDetails?.BackupStatus === 'AVAILABLE'
    },
    () => 'the backup is not available',
  )
  return BackupArn
}

const source = await client.createTable(indexed)
for (const pk of ['a', 'b', 'c']) {
  const attributes = { sk: { S: 'sk' }, local: { S: 'local' }, global: { S: 'global' } }
  await client.ask('PutItem', { TableName: source, Item: { pk: { S: pk }, ...attributes } })
}
const BackupArn = await backUp(source)
const existing = await client.createTable(partitionOnly())
const target = newTableName('target')

describe('RestoreTableFromBackup', () => {
  it('restores items and indexes after the table is gone', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' }, text: { S: 'kept' } } })
    const arn = await backUp(TableName)
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' }, text: { S: 'later' } } })
    await client.ask('DeleteTable', { TableName })
    const TargetTableName = newTableName('restored')
    const { TableDescription } = await client.sdk.send(
      new RestoreTableFromBackupCommand({ BackupArn: arn, TargetTableName }),
    )
    assert.equal(TableDescription?.TableStatus, 'CREATING')
    assert.equal(TableDescription.RestoreSummary?.SourceBackupArn, arn)
    await client.untilActive(TargetTableName)
    const { Items } = await client.ask('Scan', { TableName: TargetTableName })
    assert.deepEqual(Items, [{ pk: { S: 'a' }, text: { S: 'kept' } }])
    await client.ask('DeleteTable', { TableName: TargetTableName })
  })

  it('restores with overrides', async () => {
    const TargetTableName = newTableName('overridden')
    const units = { ReadCapacityUnits: 3, WriteCapacityUnits: 4 }
    await client.ask('RestoreTableFromBackup', {
      BackupArn,
      TargetTableName,
      BillingModeOverride: 'PROVISIONED',
      ProvisionedThroughputOverride: units,
      GlobalSecondaryIndexOverride: [
        {
          IndexName: 'renamed',
          KeySchema: [hash('global')],
          Projection: projectAll,
          ProvisionedThroughput: units,
        },
      ],
    })
    const table = await client.untilActive(TargetTableName)
    const { ReadCapacityUnits, WriteCapacityUnits } = table['ProvisionedThroughput'] as Json
    assert.deepEqual({ ReadCapacityUnits, WriteCapacityUnits }, units)
    for (const IndexName of ['by-local', 'renamed']) {
      const { Count } = await client.ask('Scan', { TableName: TargetTableName, IndexName })
      assert.equal(Count, 3)
    }
    await client.ask('DeleteTable', { TableName: TargetTableName })
  })
})

describe('RestoreTableFromBackup refuses', () => {
  const unknown = BackupArn.replace(/-[0-9a-f]{8}$/, '-00000001')
  checkRefusals(client, 'RestoreTableFromBackup', { BackupArn, TargetTableName: target }, [
    ['a target without a name', { TargetTableName: '' }, say.nameLength('TableName')],
    [
      'a target with a long name',
      { TargetTableName: 'x'.repeat(256) },
      say.nameLength('TableName'),
    ],
    [
      'an index without members, whose name comes first here',
      { GlobalSecondaryIndexOverride: [{}] },
      say.failures(
        ...['indexName', 'keySchema', 'projection'].map((member) =>
          say.failure(null, `globalSecondaryIndexOverride.1.member.${member}`, say.notNull),
        ),
      ),
    ],
    ['no backup', { BackupArn: '' }, 'Invalid Backup ARN'],
    ['what is no backup', { BackupArn: `${BackupArn}/${'x'.repeat(10)}` }, 'Invalid Backup ARN'],
    [
      'an unknown backup',
      { BackupArn: unknown },
      `Backup not found: ${unknown}`,
      'BackupNotFoundException',
    ],
    [
      'a backup of another account',
      { BackupArn: BackupArn.replace(/:\d{12}:/, ':999999999999:') },
      'Access is denied',
      'AccessDeniedException',
    ],
    [
      'another region without encryption',
      { BackupArn: BackupArn.replace(client.region, 'eu-north-1') },
      'Invalid Request: sseSpecificationOverride must be provided for cross-region restores',
    ],
    [
      'a target that exists',
      { TargetTableName: existing },
      `Table already exists: ${existing}`,
      'TableAlreadyExistsException',
    ],
    [
      'a maximum where throughput is provisioned',
      {
        BillingModeOverride: 'PROVISIONED',
        ProvisionedThroughputOverride: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
        OnDemandThroughputOverride: { MaxReadRequestUnits: 1 },
      },
      'Invalid Request: Cannot override MaxReadRequestUnits for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST',
    ],
  ])
})
