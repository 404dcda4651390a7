/** Backups from their creation to their deletion, through the SDK. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CreateBackupCommand,
  DeleteBackupCommand,
  DescribeBackupCommand,
  ListBackupsCommand,
  type BackupDescription,
} from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import {
  attribute,
  composite,
  hash,
  indexed,
  partitionOnly,
  projectAll,
  provisioned,
  range,
} from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect()
const { sdk } = client

async function describeBackup(BackupArn: string): Promise<BackupDescription> {
  const { BackupDescription } = await sdk.send(new DescribeBackupCommand({ BackupArn }))
  return BackupDescription!
}

async function available(TableName: string, BackupName = 'a-backup'): Promise<BackupDescription> {
  const { BackupDetails } = await sdk.send(new CreateBackupCommand({ TableName, BackupName }))
  const BackupArn = BackupDetails!.BackupArn!
  await until(
    async () => (await describeBackup(BackupArn)).BackupDetails?.BackupStatus === 'AVAILABLE',
    () => 'the backup never became AVAILABLE',
  )
  return describeBackup(BackupArn)
}

describe('CreateBackup', () => {
  it('answers at once, and the backup becomes AVAILABLE', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    const answer = await sdk.send(new CreateBackupCommand({ TableName, BackupName: 'first' }))
    const details = answer.BackupDetails!
    assert.deepEqual([details.BackupStatus, details.BackupType], ['CREATING', 'USER'])
    assert.deepEqual([details.BackupName, details.BackupExpiryDateTime], ['first', undefined])
    const [, ticket] = /:table\/[^/]+\/backup\/(\d{14})-[0-9a-f]{8}$/.exec(details.BackupArn!)!
    assert.equal(Number(ticket), details.BackupCreationDateTime!.getTime())
    await until(
      async () => {
        const { BackupDetails } = await describeBackup(details.BackupArn!)
        return BackupDetails?.BackupStatus === 'AVAILABLE'
      },
      () => 'the backup never became AVAILABLE',
    )
  })

  it('makes another backup of the same name', async () => {
    const TableName = await client.createTable(partitionOnly())
    const made = await Promise.all([1, 2, 3].map(() => available(TableName, 'same')))
    const arns = new Set(made.map(({ BackupDetails }) => BackupDetails!.BackupArn))
    assert.equal(arns.size, 3)
  })

  it('accepts the ARN of a table', async () => {
    const TableName = await client.createTable(partitionOnly())
    const { TableArn } = await client.untilActive(TableName)
    const { SourceTableDetails } = await available(TableArn as string)
    assert.equal(SourceTableDetails!.TableName, TableName)
  })
})

describe('DescribeBackup', () => {
  it('tells what the table was', async () => {
    const TableName = await client.createTable({
      ...composite(),
      AttributeDefinitions: [attribute('pk', 'S'), attribute('sk', 'S'), attribute('g', 'N')],
      BillingMode: 'PROVISIONED',
      ...provisioned(3, 4),
      LocalSecondaryIndexes: [
        { IndexName: 'local', KeySchema: [hash('pk'), range('g')], Projection: projectAll },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'global',
          KeySchema: [hash('g')],
          Projection: projectAll,
          ...provisioned(5, 6),
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      Tags: [{ Key: 'a', Value: 'b' }],
    })
    const table = await client.untilActive(TableName)
    await client.ask('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    })
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' }, sk: { S: 'b' } } })
    const { SourceTableDetails: source, SourceTableFeatureDetails: features } =
      await available(TableName)
    assert.equal(source!.TableId, table['TableId'])
    assert.equal(source!.TableArn, table['TableArn'])
    assert.deepEqual(source!.KeySchema, table['KeySchema'])
    assert.deepEqual(source!.ProvisionedThroughput, { ReadCapacityUnits: 3, WriteCapacityUnits: 4 })
    assert.deepEqual([source!.BillingMode, source!.ItemCount], ['PROVISIONED', 1])
    assert.deepEqual(features!.StreamDescription, {
      StreamEnabled: true,
      StreamViewType: 'KEYS_ONLY',
    })
    assert.deepEqual(features!.TimeToLiveDescription, {
      AttributeName: 'ttl',
      TimeToLiveStatus: 'ENABLED',
    })
    assert.deepEqual(features!.LocalSecondaryIndexes, [
      { IndexName: 'local', KeySchema: [hash('pk'), range('g')], Projection: projectAll },
    ])
    assert.deepEqual(features!.GlobalSecondaryIndexes, [
      {
        IndexName: 'global',
        KeySchema: [hash('g')],
        Projection: projectAll,
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
      },
    ])
  })

  it('has no features of a plain table', async () => {
    const TableName = await client.createTable(partitionOnly())
    const { SourceTableFeatureDetails, SourceTableDetails } = await available(TableName)
    assert.deepEqual(SourceTableFeatureDetails, {})
    assert.equal('OnDemandThroughput' in SourceTableDetails!, false)
  })

  it('ignores another region in the ARN, and tells it back', async () => {
    const TableName = await client.createTable(partitionOnly())
    const { BackupDetails } = await available(TableName)
    const elsewhere = BackupDetails!.BackupArn!.replace(/us-east-1/, 'eu-west-1')
    assert.equal((await describeBackup(elsewhere)).BackupDetails!.BackupArn, elsewhere)
    await expectError(
      client
        .as({ region: 'eu-west-1' })
        .call('DescribeBackup', { BackupArn: BackupDetails!.BackupArn }),
      'BackupNotFoundException',
      `Backup not found: ${BackupDetails!.BackupArn}`,
    )
  })
})

describe('DeleteBackup', () => {
  it('answers with the whole description, after which there is none', async () => {
    const TableName = await client.createTable(partitionOnly())
    const before = await available(TableName)
    const { BackupArn } = before.BackupDetails!
    const { BackupDescription } = await sdk.send(new DeleteBackupCommand({ BackupArn }))
    assert.deepEqual(BackupDescription, {
      ...before,
      BackupDetails: { ...before.BackupDetails, BackupStatus: 'DELETED' },
    })
    for (const operation of ['DescribeBackup', 'DeleteBackup']) {
      await expectError(
        client.call(operation, { BackupArn }),
        'BackupNotFoundException',
        `Backup not found: ${BackupArn}`,
      )
    }
    const { BackupSummaries } = await sdk.send(new ListBackupsCommand({ TableName }))
    assert.deepEqual(BackupSummaries, [])
  })
})

describe('a backup', () => {
  it('outlives its table', async () => {
    const TableName = newTableName()
    await client.ask('CreateTable', { TableName, ...partitionOnly() })
    const first = await client.untilActive(TableName)
    const { BackupDetails } = await available(TableName)
    await client.ask('DeleteTable', { TableName })
    await client.ask('CreateTable', { TableName, ...partitionOnly() })
    await client.untilActive(TableName)
    await available(TableName)
    const { BackupSummaries } = await sdk.send(new ListBackupsCommand({ TableName }))
    assert.equal(BackupSummaries!.length, 2)
    assert.equal(BackupSummaries![0]!.BackupArn, BackupDetails!.BackupArn)
    assert.equal(BackupSummaries![0]!.TableId, first['TableId'])
    assert.notEqual(BackupSummaries![1]!.TableId, first['TableId'])
  })
})

describe('the deletion of a table with point-in-time recovery', () => {
  it('leaves a system backup that nobody can delete', async () => {
    const TableName = await client.createTable(indexed)
    await client.ask('UpdateContinuousBackups', {
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' }, sk: { S: 'b' } } })
    await client.ask('DeleteTable', { TableName })
    const list = async () => {
      const input = { TableName, BackupType: 'SYSTEM' } as const
      return (await sdk.send(new ListBackupsCommand(input))).BackupSummaries!
    }
    await until(
      async () => (await list())[0]?.BackupStatus === 'AVAILABLE',
      () => 'there is no system backup',
    )
    const [backup] = await list()
    assert.equal(backup!.BackupName, `${TableName}$DeletedTableBackup`)
    assert.match(backup!.BackupArn!, /-00000000$/)
    assert.equal(backup!.BackupType, 'SYSTEM')
    const [made, expiry] = [backup!.BackupCreationDateTime!, backup!.BackupExpiryDateTime!]
    assert.equal(expiry.getTime() - made.getTime(), 35 * 24 * 60 * 60 * 1000)
    const description = await describeBackup(backup!.BackupArn!)
    assert.deepEqual(description.SourceTableFeatureDetails, {})
    assert.equal(description.SourceTableDetails!.ItemCount, 1)
    await expectError(
      client.call('DeleteBackup', { BackupArn: backup!.BackupArn }),
      'ValidationException',
      `Invalid Request: User is not allowed to delete the system backup with arn ${backup!.BackupArn}. It will automatically expire on ${expiry.toISOString()}`,
    )
    assert.equal((await sdk.send(new ListBackupsCommand({ TableName }))).BackupSummaries!.length, 0)
  })
})
