/** What is refused while a table is CREATING, UPDATING or DELETING. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../support/client.js'
import { expectError } from '../../support/expect.js'
import { resourceNotFound } from '../../support/sentences.js'
import { partitionOnly, provisioned } from '../../support/tables.js'

const client = await connect({ tableTransitionMs: 1500 })
const fixed = { ...partitionOnly(), BillingMode: null, ...provisioned(5, 5) }
const Key = { pk: { S: 'a' } }
const status = async (TableName: string): Promise<unknown> =>
  ((await client.ask('DescribeTable', { TableName }))['Table'] as Json)['TableStatus']
const inUse = (state: string, name: string): string =>
  `Attempt to change a resource which is still in use: Table is being ${state}: ${name}`

/** Asserts that changes to a table are refused while it is created or deleted. */
async function refusesChange(TableName: string, state: string): Promise<void> {
  for (const change of [provisioned(9, 9), { DeletionProtectionEnabled: true }]) {
    const update = client.call('UpdateTable', { TableName, ...change })
    await expectError(update, 'ResourceInUseException', inUse(state, TableName))
  }
  const deletion = client.call('DeleteTable', { TableName })
  await expectError(deletion, 'ResourceInUseException', inUse(state, TableName))
}

/** Asserts that time to live cannot be described. */
async function hidesTimeToLive(TableName: string, state: string): Promise<void> {
  await expectError(
    client.call('DescribeTimeToLive', { TableName }),
    'ValidationException',
    `Cannot describe time to live while table is in ${state} state: Current table state is ${state}`,
  )
}

/** Asserts that time to live cannot be changed. */
async function refusesTimeToLive(TableName: string, sentence: string): Promise<void> {
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
  const change = client.call('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  await expectError(change, 'ResourceInUseException', sentence)
}

/** Asserts that tags are not found. */
async function hidesTags(TableName: string): Promise<void> {
  const { Table } = await client.ask('DescribeTable', { TableName })
  const ResourceArn = (Table as Json)['TableArn'] as string
  for (const [operation, rest] of [
    ['TagResource', { Tags: [{ Key: 'a', Value: 'b' }] }],
    ['UntagResource', { TagKeys: ['a'] }],
    ['ListTagsOfResource', {}],
  ] as const) {
    await expectError(
      client.call(operation, { ResourceArn, ...rest }),
      'ResourceNotFoundException',
      `Requested resource not found: ResourceArn: ${ResourceArn} not found`,
    )
  }
}

async function refusesItems(TableName: string): Promise<void> {
  for (const [operation, rest] of [
    ['PutItem', { Item: Key }],
    ['GetItem', { Key }],
    ['UpdateItem', { Key }],
    ['DeleteItem', { Key }],
  ] as const) {
    const refused = client.call(operation, { TableName, ...rest })
    await expectError(refused, 'ResourceNotFoundException', resourceNotFound)
  }
}

describe('a table', () => {
  it('that is CREATING exists but cannot be used', async () => {
    const TableName = newTableName('life')
    await client.ask('CreateTable', { TableName, ...fixed })
    assert.equal(await status(TableName), 'CREATING')
    await refusesItems(TableName)
    await refusesChange(TableName, 'created')
    const again = client.call('CreateTable', { TableName, ...fixed })
    await expectError(again, 'ResourceInUseException', inUse('created', TableName))
    await hidesTimeToLive(TableName, 'CREATING')
    await hidesTags(TableName)
    await refusesTimeToLive(
      TableName,
      `Attempt to change a resource which is still in use: Table ${TableName} is being created`,
    )
    const { TableNames } = await client.ask('ListTables', {})
    assert.ok((TableNames as string[]).includes(TableName))
    await client.untilActive(TableName)
    await client.ask('PutItem', { TableName, Item: Key })
  })

  it('that is UPDATING serves items', async () => {
    const TableName = await client.createTable(fixed)
    await client.ask('UpdateTable', { TableName, ...provisioned(6, 6) })
    assert.equal(await status(TableName), 'UPDATING')
    await client.ask('PutItem', { TableName, Item: Key })
    assert.deepEqual(await client.ask('GetItem', { TableName, Key }), { Item: Key })
    const { TimeToLiveDescription } = await client.ask('DescribeTimeToLive', { TableName })
    assert.deepEqual(TimeToLiveDescription, { TimeToLiveStatus: 'DISABLED' })
  })

  it('that is UPDATING can be tagged and given time to live, and stays UPDATING', async () => {
    const TableName = await client.createTable(fixed)
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' }
    const answer = await client.ask('UpdateTable', { TableName, StreamSpecification })
    const before = answer['TableDescription'] as Json
    const ResourceArn = before['TableArn']
    await client.ask('TagResource', { ResourceArn, Tags: [{ Key: 'a', Value: 'b' }] })
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
    await client.ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    assert.equal(await status(TableName), 'UPDATING')
    await client.untilActive(TableName)
    const { Table } = await client.ask('DescribeTable', { TableName })
    assert.equal((Table as Json)['LatestStreamArn'], before['LatestStreamArn'])
    const { Tags } = await client.ask('ListTagsOfResource', { ResourceArn })
    assert.deepEqual(Tags, [{ Key: 'a', Value: 'b' }])
    const { TimeToLiveDescription } = await client.ask('DescribeTimeToLive', { TableName })
    assert.deepEqual(TimeToLiveDescription, {
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'expires',
    })
  })

  it('that is DELETING is described and refuses everything else', async () => {
    const TableName = await client.createTable(fixed)
    await client.ask('DeleteTable', { TableName })
    assert.equal(await status(TableName), 'DELETING')
    await refusesItems(TableName)
    await refusesChange(TableName, 'deleted')
    await hidesTimeToLive(TableName, 'DELETING')
    await refusesTimeToLive(TableName, inUse('deleted', TableName))
    const again = client.call('CreateTable', { TableName, ...fixed })
    await expectError(again, 'ResourceInUseException', `Table already exists: ${TableName}`)
  })
})
