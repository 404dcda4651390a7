/** The operations of 2017, as the service answers them since 2026: nothing can be made, so nothing is found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
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

async function check(
  [operation, body]: readonly [operation: string, body: Json],
  [type, message]: readonly [type: string, message: string],
  region = 'us-east-1',
): Promise<void> {
  const told = await client.as({ region }).call(operation, body)
  assert.deepEqual([told.type, told.message], [type, message])
}

const group = (GlobalTableName: string, ...regions: readonly string[]): Json => ({
  GlobalTableName,
  ReplicationGroup: regions.map((RegionName) => ({ RegionName })),
})
const update = (GlobalTableName: string, ...ReplicaUpdates: readonly Json[]): Json => ({
  GlobalTableName,
  ReplicaUpdates,
})
const region = { RegionName: 'us-west-2' }

describe('CreateGlobalTable', () => {
  it('is refused, whether or not there is a table', async () => {
    for (const tableName of [name, 'missing']) {
      const asked = ['CreateGlobalTable', group(tableName, 'us-east-1', 'us-west-2')] as const
      await check(asked, ['ValidationException', unsupported])
    }
  })

  it('names the regions that had it where there never was any', async () => {
    const asked = ['CreateGlobalTable', group(name, 'ap-south-1')] as const
    await check(asked, ['ValidationException', elsewhere], 'ap-south-1')
  })

  it('is checked for its shape first', async () => {
    const { type, message } = await client.call('CreateGlobalTable', group('x!', 'us-east-1'))
    assert.equal(type, 'ValidationException')
    assert.match(message ?? '', /globalTableName/)
  })
})

describe('UpdateGlobalTable', () => {
  it('refuses a replica before it looks for the table', async () => {
    const asked = ['UpdateGlobalTable', update('missing', { Create: region })] as const
    await check(asked, ['ValidationException', unsupported])
  })

  it('finds nothing that a replica could be removed from', async () => {
    const asked = ['UpdateGlobalTable', update(name, { Delete: region })] as const
    await check(asked, ['GlobalTableNotFoundException', absent(name)])
  })

  it('wants something to do', async () => {
    await check(['UpdateGlobalTable', update(name)], ['ValidationException', invalid])
  })
})

describe('what describes global tables of 2017', () => {
  it('finds none, with the sentence of each operation', async () => {
    const type = 'GlobalTableNotFoundException'
    for (const GlobalTableName of [name, 'missing']) {
      const settings = { GlobalTableName, GlobalTableBillingMode: 'PAY_PER_REQUEST' }
      const message = absent(GlobalTableName)
      const described = `Global table not found: ${message}`
      await check(['DescribeGlobalTable', { GlobalTableName }], [type, described])
      await check(['DescribeGlobalTableSettings', { GlobalTableName }], [type, message])
      await check(['UpdateGlobalTableSettings', settings], [type, message])
    }
  })
})

describe('ListGlobalTables', () => {
  it('lists none', async () => {
    for (const body of [{}, region, { Limit: 1 }]) {
      assert.deepEqual(await client.ask('ListGlobalTables', body), { GlobalTables: [] })
    }
  })

  it('fails for a region that AWS does not have', async () => {
    const { status, type, message } = await client.call('ListGlobalTables', {
      RegionName: 'us-fake-9',
    })
    assert.deepEqual([status, type, message], [500, 'InternalServerError', 'Internal server error'])
  })
})
