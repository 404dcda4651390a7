/** The operations of 2017, as the service answers them since 2026: nothing can be made, so nothing is found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReplicaUpdate } from '@aws-sdk/client-dynamodb'
import { connect } from '../../../support/client.js'
import { expectFault } from '../../../support/expect.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const name = await client.createTable(partitionOnly())

const invalid = 'One or more parameter values were invalid'
const unsupported =
  `${invalid}: DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB ` +
  'global tables version 2019.11.21, instead of version 2017.11.29 (Legacy).'
const elsewhere =
  `${invalid}: DynamoDB global tables version 2017.11.29 is not supported in this region 'ap-south-1', ` +
  'supported regions are : [eu-west-2, eu-west-1, ap-southeast-1, ap-southeast-2, ap-northeast-2, ' +
  'eu-central-1, ap-northeast-1, us-east-1, us-east-2, us-west-1, us-west-2]'
const absent = (tableName: string) => `Global table with name: '${tableName}' does not exist.`

const { sdk } = client

const group = (GlobalTableName: string, ...regions: readonly string[]) => ({
  GlobalTableName,
  ReplicationGroup: regions.map((RegionName) => ({ RegionName })),
})
const update = (GlobalTableName: string, ...ReplicaUpdates: ReplicaUpdate[]) => ({
  GlobalTableName,
  ReplicaUpdates,
})
const region = { RegionName: 'us-west-2' }

describe('CreateGlobalTable', () => {
  it('is refused, whether or not there is a table', async () => {
    for (const tableName of [name, 'missing']) {
      const asked = sdk.createGlobalTable(group(tableName, 'us-east-1', 'us-west-2'))
      await expectFault(asked, 'ValidationException', unsupported)
    }
  })

  it('names the regions that had it where there never was any', async () => {
    const there = client.as({ region: 'ap-south-1' })
    const asked = there.sdk.createGlobalTable(group(name, 'ap-south-1'))
    await expectFault(asked, 'ValidationException', elsewhere)
  })

  it('is checked for its shape first', async () => {
    const asked = sdk.createGlobalTable(group('x!', 'us-east-1'))
    await expectFault(asked, 'ValidationException', /globalTableName/)
  })
})

describe('UpdateGlobalTable', () => {
  it('refuses a replica before it looks for the table', async () => {
    const asked = sdk.updateGlobalTable(update('missing', { Create: region }))
    await expectFault(asked, 'ValidationException', unsupported)
  })

  it('finds nothing that a replica could be removed from', async () => {
    const asked = sdk.updateGlobalTable(update(name, { Delete: region }))
    await expectFault(asked, 'GlobalTableNotFoundException', absent(name))
  })

  it('wants something to do', async () => {
    await expectFault(sdk.updateGlobalTable(update(name)), 'ValidationException', invalid)
  })
})

describe('what describes global tables of 2017', () => {
  it('finds none, with the sentence of each operation', async () => {
    const type = 'GlobalTableNotFoundException'
    for (const GlobalTableName of [name, 'missing']) {
      const asked = { GlobalTableName }
      const settings = { ...asked, GlobalTableBillingMode: 'PAY_PER_REQUEST' } as const
      const message = absent(GlobalTableName)
      const described = `Global table not found: ${message}`
      await expectFault(sdk.describeGlobalTable(asked), type, described)
      await expectFault(sdk.describeGlobalTableSettings(asked), type, message)
      await expectFault(sdk.updateGlobalTableSettings(settings), type, message)
    }
  })
})

describe('ListGlobalTables', () => {
  it('lists none', async () => {
    for (const body of [{}, region, { Limit: 1 }]) {
      const { GlobalTables, LastEvaluatedGlobalTableName } = await sdk.listGlobalTables(body)
      assert.deepEqual([GlobalTables, LastEvaluatedGlobalTableName], [[], undefined])
    }
  })

  it('fails for a region that AWS does not have', async () => {
    await assert.rejects(sdk.listGlobalTables({ RegionName: 'us-fake-9' }), {
      name: 'InternalServerError',
      message: 'Internal server error',
    })
  })
})
