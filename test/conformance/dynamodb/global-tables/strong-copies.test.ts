/** Backups, recovery and Kinesis deliveries of a strongly consistent global table are each region's own. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, newTableName, type Client, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { KinesisStandIn, lendCredentials, streamArn } from '../../../support/kinesis.js'
import { createStrongTable, remove } from '../../../support/strong-tables.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('first', 'second')
after(() => kinesis.stop())
const client = await connect({ kinesisEndpoint: kinesis.url })
const strong = await createStrongTable([client.url], partitionOnly())
after(() => {
  for (const { sdk, streams } of strong.each) {
    sdk.destroy()
    streams.destroy()
  }
})
const [virginia, ohio, oregon] = strong.each as [Client, Client, Client]
const TableName = strong.tableName
const put = (from: Client, pk: string) =>
  from.ask('PutItem', { TableName, Item: { pk: { S: pk } } })

async function keysOf(from: Client, name: string): Promise<readonly string[]> {
  const { Items } = await from.ask('Scan', { TableName: name, ConsistentRead: true })
  return (Items as readonly { readonly pk: { readonly S: string } }[]).map(({ pk }) => pk.S).sort()
}

describe('a region of a strongly consistent global table', () => {
  it('has backups, which are restored there as tables of their own', async () => {
    await put(virginia, 'a')
    const answer = await ohio.ask('CreateBackup', { TableName, BackupName: 'all-of-it' })
    const { BackupArn } = answer['BackupDetails'] as Json
    await put(oregon, 'b')
    await until(
      async () => {
        const found = await ohio.ask('DescribeBackup', { BackupArn })
        const { BackupDetails } = found['BackupDescription'] as { BackupDetails: Json }
        return BackupDetails['BackupStatus'] === 'AVAILABLE'
      },
      () => 'the backup is not available',
    )
    const TargetTableName = newTableName('restored')
    await ohio.ask('RestoreTableFromBackup', { BackupArn, TargetTableName })
    const table = await ohio.untilActive(TargetTableName)
    assert.equal(table['Replicas'], undefined)
    assert.deepEqual(await keysOf(ohio, TargetTableName), ['a'])
    const elsewhere = await virginia.ask('ListBackups', { TableName })
    assert.deepEqual(elsewhere['BackupSummaries'], [])
  })

  it('is recovered by itself, with the changes of all regions', async () => {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    for (const each of [oregon, virginia]) {
      await each.ask('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification })
    }
    await put(ohio, 'c')
    const other = await ohio.ask('DescribeContinuousBackups', { TableName })
    const { PointInTimeRecoveryDescription: found } = other[
      'ContinuousBackupsDescription'
    ] as Record<string, Json>
    assert.equal(found!['PointInTimeRecoveryStatus'], 'DISABLED')
    const TargetTableName = newTableName('recovered')
    await oregon.ask('RestoreTableToPointInTime', {
      SourceTableName: TableName,
      TargetTableName,
      UseLatestRestorableTime: true,
    })
    await oregon.untilActive(TargetTableName)
    assert.ok((await keysOf(oregon, TargetTableName)).includes('a'))
  })

  it('delivers the changes of all regions to its own Kinesis stream', async () => {
    const enable = (from: Client, name: string) =>
      from.ask('EnableKinesisStreamingDestination', { TableName, StreamArn: streamArn(name) })
    await enable(virginia, 'first')
    await enable(oregon, 'second')
    await put(ohio, 'd')
    const changes = await kinesis.untilTaken(TableName, 2)
    assert.deepEqual(
      changes.map(({ awsRegion, dynamodb }) => [awsRegion, dynamodb.Keys['pk']]).sort(),
      [
        ['us-east-1', { S: 'd' }],
        ['us-west-2', { S: 'd' }],
      ],
    )
  })

  it('ends with what it has of its own, and leaves the rest to the one that stays', async () => {
    const ReplicaUpdates = [remove('us-east-2'), remove('us-west-2')]
    await virginia.ask('UpdateTable', { TableName, ReplicaUpdates })
    await virginia.untilActive(TableName)
    assert.deepEqual(await keysOf(virginia, TableName), ['a', 'b', 'c', 'd'])
    await put(virginia, 'e')
    const taken = await kinesis.untilTaken(TableName, 3)
    assert.equal(taken.filter(({ awsRegion }) => awsRegion === 'us-west-2').length, 1)
    await expectError(
      oregon.call('PutItem', { TableName, Item: { pk: { S: 'f' } } }),
      'ResourceNotFoundException',
      'Requested resource not found',
    )
  })
})
