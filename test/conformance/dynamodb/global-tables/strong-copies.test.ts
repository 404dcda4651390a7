/** Backups, recovery and Kinesis deliveries of a strongly consistent global table are each region's own. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, newTableName, type Client } from '../../../support/client.js'
import { expectFault } from '../../../support/expect.js'
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
const put = (from: Client, pk: string) => from.sdk.putItem({ TableName, Item: { pk: { S: pk } } })

async function keysOf(from: Client, name: string): Promise<readonly string[]> {
  const { Items } = await from.sdk.scan({ TableName: name, ConsistentRead: true })
  return Items!.map(({ pk }) => pk!.S!).sort()
}

describe('a region of a strongly consistent global table', () => {
  it('has backups, which are restored there as tables of their own', async () => {
    await put(virginia, 'a')
    const answer = await ohio.sdk.createBackup({ TableName, BackupName: 'all-of-it' })
    const { BackupArn } = answer.BackupDetails!
    await put(oregon, 'b')
    await until(
      async () => {
        const found = await ohio.sdk.describeBackup({ BackupArn })
        return found.BackupDescription!.BackupDetails!.BackupStatus === 'AVAILABLE'
      },
      () => 'the backup is not available',
    )
    const TargetTableName = newTableName('restored')
    await ohio.sdk.restoreTableFromBackup({ BackupArn, TargetTableName })
    const table = await ohio.untilActive(TargetTableName)
    assert.equal(table['Replicas'], undefined)
    assert.deepEqual(await keysOf(ohio, TargetTableName), ['a'])
    const elsewhere = await virginia.sdk.listBackups({ TableName })
    assert.deepEqual(elsewhere.BackupSummaries, [])
  })

  it('is recovered by itself, with the changes of all regions', async () => {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    for (const each of [oregon, virginia]) {
      await each.sdk.updateContinuousBackups({ TableName, PointInTimeRecoverySpecification })
    }
    await put(ohio, 'c')
    const other = await ohio.sdk.describeContinuousBackups({ TableName })
    const { PointInTimeRecoveryDescription: found } = other.ContinuousBackupsDescription!
    assert.equal(found!.PointInTimeRecoveryStatus, 'DISABLED')
    const TargetTableName = newTableName('recovered')
    await oregon.sdk.restoreTableToPointInTime({
      SourceTableName: TableName,
      TargetTableName,
      UseLatestRestorableTime: true,
    })
    await oregon.untilActive(TargetTableName)
    assert.ok((await keysOf(oregon, TargetTableName)).includes('a'))
  })

  it('delivers the changes of all regions to its own Kinesis stream', async () => {
    const enable = (from: Client, name: string) =>
      from.sdk.enableKinesisStreamingDestination({ TableName, StreamArn: streamArn(name) })
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
    await virginia.sdk.updateTable({ TableName, ReplicaUpdates })
    await virginia.untilActive(TableName)
    assert.deepEqual(await keysOf(virginia, TableName), ['a', 'b', 'c', 'd'])
    await put(virginia, 'e')
    const taken = await kinesis.untilTaken(TableName, 3)
    assert.equal(taken.filter(({ awsRegion }) => awsRegion === 'us-west-2').length, 1)
    await expectFault(
      oregon.sdk.putItem({ TableName, Item: { pk: { S: 'f' } } }),
      'ResourceNotFoundException',
      'Requested resource not found',
    )
  })
})
