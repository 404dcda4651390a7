/** RestoreTableToPointInTime: a second table with the items of a moment. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import {
  DeleteTableCommand,
  DescribeTableCommand,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { attribute, hash, indexed, partitionOnly, projectAll } from '../../../support/tables.js'

const client = await connect()

async function recovering(shape: Json): Promise<string> {
  const TableName = await client.createTable(shape)
  await client.ask('UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  return TableName
}

const source = await recovering(indexed)
const unprotected = await client.createTable(partitionOnly())
const absent = newTableName('absent')
const target = newTableName('target')
const { Table } = (await client.ask('DescribeTable', { TableName: source })) as { Table: Json }
const SourceTableArn = Table['TableArn'] as string
const longAgo = Date.UTC(2020, 0, 1) / 1000

function thing(pk: string, global: string): Json {
  const [sk, local] = [{ S: 'sk' }, { S: 'local' }]
  return { TableName: source, Item: { pk: { S: pk }, sk, local, global: { S: global } } }
}

/** The next moment that is later than everything so far. */
async function nextMoment(): Promise<Date> {
  await delay(2)
  const moment = new Date()
  await delay(2)
  return moment
}

describe('RestoreTableToPointInTime', () => {
  it('restores items and indexes as they were, while the table goes on', async () => {
    for (const pk of ['a', 'b', 'c']) await client.ask('PutItem', thing(pk, 'first'))
    const RestoreDateTime = await nextMoment()
    await client.ask('PutItem', thing('b', 'second'))
    await client.ask('PutItem', thing('d', 'second'))
    await client.ask('DeleteItem', { TableName: source, Key: { pk: { S: 'c' }, sk: { S: 'sk' } } })
    await nextMoment()
    const TargetTableName = newTableName('restored')
    const { TableDescription } = await client.sdk.send(
      new RestoreTableToPointInTimeCommand({ SourceTableArn, TargetTableName, RestoreDateTime }),
    )
    assert.equal(TableDescription?.TableStatus, 'CREATING')
    assert.equal(TableDescription.RestoreSummary?.RestoreInProgress, true)
    assert.equal(TableDescription.RestoreSummary.SourceTableArn, SourceTableArn)
    assert.equal(TableDescription.RestoreSummary.SourceBackupArn, undefined)
    assert.deepEqual(TableDescription.RestoreSummary.RestoreDateTime, RestoreDateTime)
    assert.equal(TableDescription.GlobalSecondaryIndexes?.[0]?.IndexStatus, undefined)
    const { sdk } = client
    const waiting = { client: sdk, maxWaitTime: 120, minDelay: 1, maxDelay: 1 }
    await waitUntilTableExists(waiting, { TableName: TargetTableName })
    const { Table: restored } = await sdk.send(
      new DescribeTableCommand({ TableName: TargetTableName }),
    )
    assert.equal(restored?.RestoreSummary, undefined)
    assert.equal(restored?.GlobalSecondaryIndexes?.[0]?.IndexStatus, 'ACTIVE')
    for (const IndexName of [undefined, 'by-local', 'by-global']) {
      const { Items } = await client.ask('Scan', { TableName: TargetTableName, IndexName })
      const found = (Items as { pk: { S: string }; global: { S: string } }[])
        .map(({ pk, global }) => `${pk.S} ${global.S}`)
        .sort()
      assert.deepEqual(found, ['a first', 'b first', 'c first'])
    }
    await sdk.send(new DeleteTableCommand({ TableName: TargetTableName }))
  })

  it('restores the latest state', async () => {
    const TableName = await recovering(partitionOnly())
    await client.ask('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    const TargetTableName = newTableName('latest')
    await client.ask('RestoreTableToPointInTime', {
      SourceTableName: TableName,
      TargetTableName,
      UseLatestRestorableTime: true,
    })
    await client.untilActive(TargetTableName)
    assert.equal((await client.ask('Scan', { TableName: TargetTableName }))['Count'], 1)
    await client.ask('DeleteTable', { TableName: TargetTableName })
  })

  it('restores the indexes that are listed, under their new names', async () => {
    const TargetTableName = newTableName('renamed')
    await client.ask('RestoreTableToPointInTime', {
      SourceTableName: source,
      TargetTableName,
      UseLatestRestorableTime: true,
      LocalSecondaryIndexOverride: [],
      GlobalSecondaryIndexOverride: [
        { IndexName: 'renamed', KeySchema: [hash('global')], Projection: projectAll },
      ],
    })
    const table = await client.untilActive(TargetTableName)
    assert.equal(table['LocalSecondaryIndexes'], undefined)
    const [index] = table['GlobalSecondaryIndexes'] as readonly Json[]
    assert.equal(index?.['IndexName'], 'renamed')
    assert.deepEqual(
      table['AttributeDefinitions'],
      ['global', 'pk', 'sk'].map((name) => attribute(name, 'S')),
    )
    await client.ask('DeleteTable', { TableName: TargetTableName })
  })
})

describe('RestoreTableToPointInTime refuses', () => {
  const latest = { UseLatestRestorableTime: true }
  const base = { TargetTableName: target, SourceTableName: source, ...latest }
  const invalid = (sentence: string) => `Invalid Request: ${sentence}`
  checkRefusals(client, 'RestoreTableToPointInTime', base, [
    [
      'a target name that is too short, before everything',
      { TargetTableName: 'no', SourceTableArn },
      say.nameLength('TableName'),
    ],
    ['a target without a name', { TargetTableName: '' }, say.nameLength('TableName')],
    [
      'a target name with other characters',
      { TargetTableName: 'bad name!' },
      say.prefixed(say.failure('bad name!', 'targetTableName', say.namePattern)),
    ],
    [
      'two sources',
      { SourceTableArn },
      'Must provide exactly one of: sourceTableArn, sourceTableName',
    ],
    [
      'no source',
      { SourceTableName: undefined },
      "The parameter 'TableName' is required but was not present in the request",
    ],
    [
      'two times',
      { RestoreDateTime: longAgo },
      invalid(
        'Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. Please specify either RestoreDateTime time or UseLatestRestorableTime',
      ),
    ],
    [
      'no time',
      { UseLatestRestorableTime: undefined },
      invalid(
        'Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both',
      ),
    ],
    [
      'an unknown table',
      { SourceTableName: absent },
      `Table not found: ${absent}`,
      'TableNotFoundException',
    ],
    [
      'an unknown table by its ARN',
      { SourceTableName: undefined, SourceTableArn: SourceTableArn.replace(source, absent) },
      'Table not found',
      'TableNotFoundException',
    ],
    [
      'a table of another region without encryption',
      {
        SourceTableName: undefined,
        SourceTableArn: SourceTableArn.replace(client.region, 'eu-north-1'),
      },
      invalid('sseSpecificationOverride must be provided for cross-region restores'),
    ],
    [
      'a table without recovery',
      { SourceTableName: unprotected },
      `Point in time recovery is not enabled for table '${unprotected}'`,
      'PointInTimeRecoveryUnavailableException',
    ],
    [
      'a moment before recovery',
      { UseLatestRestorableTime: undefined, RestoreDateTime: longAgo },
      /^RestoreDateTime '2020-01-01T00:00:00Z' must be within EarliestRestorableDateTime '\S+Z' and LatestRestorableDateTime '\S+Z'$/,
      'InvalidRestoreTimeException',
    ],
    [
      'a target that exists',
      { TargetTableName: unprotected },
      `Table already exists: ${unprotected}`,
      'TableAlreadyExistsException',
    ],
    [
      'an index that does not match',
      {
        GlobalSecondaryIndexOverride: [
          { IndexName: 'by-global', KeySchema: [hash('local')], Projection: projectAll },
        ],
      },
      invalid(
        'Index by-global does not match a secondary index that existed in the source table and cannot be created during the restore operation',
      ),
    ],
    [
      'throughput on demand',
      { ProvisionedThroughputOverride: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
      invalid('Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED'),
    ],
    [
      'provisioned billing without throughput',
      { BillingModeOverride: 'PROVISIONED' },
      invalid('Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED'),
    ],
    [
      'a maximum of zero',
      { OnDemandThroughputOverride: { MaxReadRequestUnits: 0 } },
      invalid('Requested MaxReadRequestUnits for OnDemandThroughput is outside of valid range'),
    ],
  ])

  it('and leaves no target behind', async () => {
    await expectError(
      client.call('DescribeTable', { TableName: target }),
      'ResourceNotFoundException',
      `Requested resource not found: Table: ${target} not found`,
    )
  })
})
