/** UpdateContinuousBackups and DescribeContinuousBackups: what was set is described. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DescribeContinuousBackupsCommand,
  UpdateContinuousBackupsCommand,
  type PointInTimeRecoverySpecification,
} from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const absent = newTableName('absent')

async function update(TableName: string, setting: PointInTimeRecoverySpecification) {
  const command = new UpdateContinuousBackupsCommand({
    TableName,
    PointInTimeRecoverySpecification: setting,
  })
  return (await client.sdk.send(command)).ContinuousBackupsDescription
}

async function described(TableName: string) {
  const answer = await client.sdk.send(new DescribeContinuousBackupsCommand({ TableName }))
  return answer.ContinuousBackupsDescription
}

const on = { PointInTimeRecoveryEnabled: true }
const off = { PointInTimeRecoveryEnabled: false }
const disabled = {
  ContinuousBackupsStatus: 'ENABLED',
  PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
}

describe('continuous backups', () => {
  it('are there from the start, and point-in-time recovery is not', async () => {
    assert.deepEqual(await described(table), disabled)
  })

  it('can be restored from the moment recovery is turned on', async () => {
    const TableName = await client.createTable(partitionOnly())
    const answer = await update(TableName, on)
    const recovery = answer?.PointInTimeRecoveryDescription
    assert.equal(answer?.ContinuousBackupsStatus, 'ENABLED')
    assert.equal(recovery?.PointInTimeRecoveryStatus, 'ENABLED')
    assert.equal(recovery?.RecoveryPeriodInDays, 35)
    const earliest = recovery?.EarliestRestorableDateTime
    assert.equal(earliest?.getMilliseconds(), 0)
    const later = (await described(TableName))?.PointInTimeRecoveryDescription
    assert.deepEqual(later?.EarliestRestorableDateTime, earliest)
    assert.ok(Number(later?.LatestRestorableDateTime) >= Number(earliest))
    const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
    assert.equal(Table['TableStatus'], 'ACTIVE')
    assert.equal(Table['LatestStreamArn'], undefined)
  })

  it('change nothing when they are asked for what they are', async () => {
    const TableName = await client.createTable(partitionOnly())
    assert.deepEqual(await update(TableName, off), disabled)
    await update(TableName, { ...on, RecoveryPeriodInDays: 7 })
    const before = (await described(TableName))?.PointInTimeRecoveryDescription
    const after = (await update(TableName, on))?.PointInTimeRecoveryDescription
    assert.equal(after?.RecoveryPeriodInDays, 7)
    assert.deepEqual(after?.EarliestRestorableDateTime, before?.EarliestRestorableDateTime)
  })

  it('forget the period when recovery is turned off', async () => {
    const TableName = await client.createTable(partitionOnly())
    for (const RecoveryPeriodInDays of [1, 35, 2]) {
      const answer = await update(TableName, { ...on, RecoveryPeriodInDays })
      assert.equal(
        answer?.PointInTimeRecoveryDescription?.RecoveryPeriodInDays,
        RecoveryPeriodInDays,
      )
    }
    assert.deepEqual(await update(TableName, off), disabled)
    const again = await update(TableName, on)
    assert.equal(again?.PointInTimeRecoveryDescription?.RecoveryPeriodInDays, 35)
  })

  it('begin without recovery in a later table of the same name', async () => {
    const TableName = await client.createTable(partitionOnly())
    await update(TableName, on)
    await client.ask('DeleteTable', { TableName })
    await until(
      async () =>
        (await client.call('CreateTable', { TableName, ...partitionOnly() })).status === 200,
      () => 'the name is still taken',
    )
    await client.untilActive(TableName)
    assert.deepEqual(await described(TableName), disabled)
  })

  it('are found by the ARN of the table', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as { Table: Json }
    assert.deepEqual(await described(Table['TableArn'] as string), disabled)
  })
})

describe('UpdateContinuousBackups refuses', () => {
  const setting = (specification: Json): Json => ({
    PointInTimeRecoverySpecification: specification,
  })
  const at = (member: string): string => `pointInTimeRecoverySpecification.${member}`
  const periodWhileOff =
    'Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.'
  checkRefusals(client, 'UpdateContinuousBackups', { TableName: table, ...setting(on) }, [
    [
      'a table that does not exist',
      { TableName: absent },
      `Table not found: ${absent}`,
      'TableNotFoundException',
    ],
    [
      'a period of more than 35 days',
      setting({ ...on, RecoveryPeriodInDays: 36 }),
      say.prefixed(say.failure('36', at('recoveryPeriodInDays'), say.valueAtMost(35))),
    ],
    [
      'a period of no day',
      setting({ ...on, RecoveryPeriodInDays: 0 }),
      say.prefixed(say.failure('0', at('recoveryPeriodInDays'), say.valueAtLeast(1))),
    ],
    [
      'a period below one day, also while it is turned off',
      setting({ ...off, RecoveryPeriodInDays: -1 }),
      say.prefixed(say.failure('-1', at('recoveryPeriodInDays'), say.valueAtLeast(1))),
    ],
    [
      'a period while it is turned off',
      setting({ ...off, RecoveryPeriodInDays: 35 }),
      periodWhileOff,
    ],
    [
      'a period while it is turned off before a missing table',
      { TableName: absent, ...setting({ ...off, RecoveryPeriodInDays: 1 }) },
      periodWhileOff,
    ],
    [
      'a setting without a value',
      setting({}),
      say.prefixed(say.failure(null, at('pointInTimeRecoveryEnabled'), say.notNull)),
    ],
  ])
})

describe('DescribeContinuousBackups refuses', () => {
  checkRefusals(client, 'DescribeContinuousBackups', {}, [
    [
      'a table that does not exist',
      { TableName: absent },
      `Table not found: ${absent}`,
      'TableNotFoundException',
    ],
  ])
})

describe('continuous backups of a table that is being created', () => {
  it('are being enabled', async () => {
    const slow = await connect({ tableTransitionMs: 60_000 })
    const TableName = newTableName('slow')
    await slow.ask('CreateTable', { TableName, ...partitionOnly() })
    const answer = await slow.ask('DescribeContinuousBackups', { TableName })
    assert.deepEqual(answer['ContinuousBackupsDescription'], {
      ...disabled,
      ContinuousBackupsStatus: 'DISABLED',
    })
    const request = { TableName, PointInTimeRecoverySpecification: on }
    await expectError(
      slow.call('UpdateContinuousBackups', request),
      'ContinuousBackupsUnavailableException',
      `Backups are being enabled for the table: ${TableName}. Please retry later`,
    )
  })
})
