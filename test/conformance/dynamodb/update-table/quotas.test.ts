/** How much throughput a table, an index and an account may have. */
import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkAccepted, checkRefusals, expectError } from '../../../support/expect.js'
import {
  attribute,
  hash,
  onDemand,
  partitionOnly,
  projectAll,
  provisioned,
} from '../../../support/tables.js'

const client = await connect()
const { region } = client
const limit = 'LimitExceededException'
const guide =
  'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.'
const perTable = (kind: string, units: number): string =>
  `The requested ${kind}CapacityUnits, ${units}, is above the per table maximum for the account in ${region}. Per table maximum: 40000. ${guide}`
const perIndex = (kind: string, name: string, units: number): string =>
  `The requested ${kind}CapacityUnits for index ${name}, ${units}, is above the per index maximum for the account in ${region}. Per table maximum: 40000. ${guide}`
const exceeds = (what: string, kind: string): string =>
  `Subscriber limit exceeded: Requested ${what} exceeds TableMax${kind}CapacityUnits of the account in region ${region}`

const fixed = (read: number, write = read): Json => ({
  ...partitionOnly(),
  BillingMode: null,
  ...provisioned(read, write),
})
const indexed = (table: Json, index: Json): Json => ({
  AttributeDefinitions: [attribute('pk', 'S'), attribute('g', 'S')],
  KeySchema: [hash('pk')],
  ...table,
  GlobalSecondaryIndexes: [
    { IndexName: 'by-g', KeySchema: [hash('g')], Projection: projectAll, ...index },
  ],
})
const maxima = (MaxReadRequestUnits: number, MaxWriteRequestUnits: number): Json => ({
  OnDemandThroughput: { MaxReadRequestUnits, MaxWriteRequestUnits },
})
const warm = (ReadUnitsPerSecond: number, WriteUnitsPerSecond: number): Json => ({
  WarmThroughput: { ReadUnitsPerSecond, WriteUnitsPerSecond },
})

describe('CreateTable', () => {
  checkRefusals(client, 'CreateTable', { TableName: newTableName() }, [
    ['refuses 40001 read units', fixed(40001, 1), perTable('Read', 40001), limit],
    ['refuses 40001 write units', fixed(1, 40001), perTable('Write', 40001), limit],
    [
      'refuses 40001 units of an index',
      indexed(provisioned(1, 1), provisioned(1, 40001)),
      perIndex('Write', 'by-g', 40001),
      limit,
    ],
    [
      'refuses a maximum of 40001 units',
      { ...partitionOnly(), ...maxima(40000, 40001) },
      exceeds('MaxWriteRequestUnits for OnDemandThroughput for table', 'Write'),
      limit,
    ],
    [
      'refuses a maximum of 40001 units of an index',
      indexed(onDemand, maxima(40001, 1)),
      exceeds('MaxReadRequestUnits for OnDemandThroughput for index : by-g', 'Read'),
      limit,
    ],
    [
      'refuses warm throughput of 40001 units',
      { ...partitionOnly(), ...warm(40001, 4000) },
      exceeds('ReadUnitsPerSecond for WarmThroughput for table', 'Read'),
      limit,
    ],
  ])
  checkAccepted(client, 'CreateTable', { TableName: newTableName() }, [
    [
      'accepts 40000 units of everything',
      indexed(
        { ...onDemand, ...maxima(40000, 40000), ...warm(40000, 40000) },
        { ...maxima(40000, 40000), ...warm(40000, 40000) },
      ),
    ],
  ])
})

describe('UpdateTable', () => {
  it('checks what it changes', async () => {
    const TableName = await client.createTable(indexed(onDemand, {}))
    const rows: readonly (readonly [Json, string])[] = [
      [maxima(40001, 1), exceeds('MaxReadRequestUnits for OnDemandThroughput for table', 'Read')],
      [warm(12000, 40001), exceeds('WriteUnitsPerSecond for WarmThroughput for table', 'Write')],
      [
        {
          GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'by-g', ...warm(40001, 4000) } }],
        },
        exceeds('ReadUnitsPerSecond for WarmThroughput for index by-g', 'Read'),
      ],
    ]
    for (const [change, message] of rows) {
      await expectError(client.call('UpdateTable', { TableName, ...change }), limit, message)
    }
  })

  it('fails at throughput without members, and at warm throughput of no index', async () => {
    const TableName = await client.createTable(partitionOnly())
    const ghost = { Update: { IndexName: 'ghost', ...warm(12001, 4001) } }
    for (const change of [
      { OnDemandThroughput: {} },
      { WarmThroughput: {} },
      { GlobalSecondaryIndexUpdates: [ghost] },
    ]) {
      const { status, type, message } = await client.call('UpdateTable', { TableName, ...change })
      assert.deepEqual([status, type, message], [500, 'InternalFailure', undefined])
    }
    const beside = { DeletionProtectionEnabled: false, WarmThroughput: {} }
    await client.ask('UpdateTable', { TableName, ...beside })
  })
})

describe('an account', () => {
  // Of its own, so that no other test provisions there.
  const alone = client.as({ region: 'ap-south-1' })
  const full = (kind: string, reserved: number, requested: number): string =>
    `This request would have caused the ${kind}CapacityUnits limit to be exceeded for the account in ap-south-1. Current ${kind}CapacityUnits reserved by the account: ${reserved}. Limit: 80000. Requested: ${requested}. ${guide}`

  it('has 80000 units for all its tables and indexes', async () => {
    const first = await alone.createTable(indexed(provisioned(30000, 1), provisioned(10000, 1)))
    const second = await alone.createTable(fixed(39999, 1))
    await alone.createTable(partitionOnly())
    const create = { TableName: newTableName(), ...fixed(2, 1) }
    await expectError(alone.call('CreateTable', create), limit, full('Read', 79999, 2))
    const raise = { TableName: second, ...provisioned(40001, 1) }
    // The account is checked before the table.
    await expectError(alone.call('UpdateTable', raise), limit, full('Read', 79999, 2))
    await alone.ask('UpdateTable', { TableName: second, ...provisioned(40000, 1) })
    const taken = { TableName: first, ...fixed(2, 1) }
    await expectError(
      alone.call('CreateTable', taken),
      'ResourceInUseException',
      `Table already exists: ${first}`,
    )
    await alone.ask('UpdateTable', { TableName: first, ...provisioned(29998, 1) })
    await alone.ask('CreateTable', create)
    await alone.ask('DeleteTable', { TableName: second })
    await alone.createTable(fixed(40000, 1))
  })
})
