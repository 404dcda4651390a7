/** ListBackups: filters, order and pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CreateBackupCommand,
  ListBackupsCommand,
  type ListBackupsCommandInput,
} from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const { sdk } = client
const table = await client.createTable(partitionOnly())
const other = await client.createTable(partitionOnly())

const arns: string[] = []
const times: Date[] = []
for (const TableName of [table, table, other, table]) {
  const input = { TableName, BackupName: `backup-${arns.length}` }
  const { BackupDetails } = await sdk.send(new CreateBackupCommand(input))
  arns.push(BackupDetails!.BackupArn!)
  times.push(BackupDetails!.BackupCreationDateTime!)
}
const ofTable = [arns[0], arns[1], arns[3]]

async function list(input: ListBackupsCommandInput) {
  const { BackupSummaries, LastEvaluatedBackupArn } = await sdk.send(new ListBackupsCommand(input))
  const found = BackupSummaries!.map(({ BackupArn }) => BackupArn)
  return { found, last: LastEvaluatedBackupArn }
}

describe('ListBackups', () => {
  it('lists the backups of a table, the oldest first', async () => {
    assert.deepEqual(await list({ TableName: table }), { found: ofTable, last: undefined })
    const { TableArn } = await client.untilActive(table)
    assert.deepEqual((await list({ TableName: TableArn as string })).found, ofTable)
  })

  it('lists those of all tables, and none of a table that does not exist', async () => {
    assert.deepEqual((await list({})).found, arns)
    assert.deepEqual((await list({ TableName: newTableName() })).found, [])
  })

  it('tells what DescribeBackup tells', async () => {
    const { BackupSummaries } = await sdk.send(new ListBackupsCommand({ TableName: other }))
    const [summary] = BackupSummaries!
    const { TableArn, TableId } = await client.untilActive(other)
    assert.deepEqual([summary!.TableName, summary!.TableId], [other, TableId])
    assert.deepEqual([summary!.TableArn, summary!.BackupName], [TableArn, 'backup-2'])
    assert.equal(summary!.BackupType, 'USER')
    assert.deepEqual(summary!.BackupCreationDateTime, times[2])
  })

  it('filters by type', async () => {
    for (const BackupType of ['USER', 'ALL'] as const) {
      assert.deepEqual((await list({ TableName: table, BackupType })).found, ofTable)
    }
    for (const BackupType of ['SYSTEM', 'AWS_BACKUP'] as const) {
      assert.deepEqual((await list({ TableName: table, BackupType })).found, [])
    }
  })

  it('filters by time: from a bound on, up to before the other', async () => {
    const from = { TableName: table, TimeRangeLowerBound: times[1] }
    const expected = ofTable.filter((_, i) => [times[0], times[1], times[3]][i]! >= times[1]!)
    assert.deepEqual((await list(from)).found, expected)
    const until = { TableName: table, TimeRangeUpperBound: times[1] }
    assert.deepEqual(
      (await list(until)).found,
      ofTable.filter((arn) => !expected.includes(arn)),
    )
    const empty = { TimeRangeLowerBound: times[1], TimeRangeUpperBound: times[1] }
    assert.deepEqual((await list(empty)).found, [])
  })

  it('has pages, and no other after exactly as many as fit', async () => {
    const first = await list({ TableName: table, Limit: 2 })
    assert.deepEqual(first, { found: ofTable.slice(0, 2), last: ofTable[1] })
    const ExclusiveStartBackupArn = first.last!
    const second = await list({ TableName: table, Limit: 2, ExclusiveStartBackupArn })
    assert.deepEqual(second, { found: ofTable.slice(2), last: undefined })
    assert.equal((await list({ TableName: table, Limit: 3 })).last, undefined)
  })

  it('continues after a backup that never was', async () => {
    const start = arns[1]!.replace(/backup\/.*$/, 'backup/00000000000001-00000000')
    assert.deepEqual((await list({ ExclusiveStartBackupArn: start })).found, arns)
    const end = arns[1]!.replace(/backup\/.*$/, 'backup/99999999999999-00000000')
    assert.deepEqual((await list({ ExclusiveStartBackupArn: end })).found, [])
  })
})
