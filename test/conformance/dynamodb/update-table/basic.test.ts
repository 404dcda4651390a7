/** Successful UpdateTable requests: settings change and the description shows it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const onDemandTable = (): Promise<string> => client.createTable(partitionOnly())
const provisionedTable = (): Promise<string> =>
  client.createTable({ ...partitionOnly(), BillingMode: null, ...provisioned(5, 5) })

async function update(TableName: string, change: Json): Promise<Json> {
  const { TableDescription } = await client.ask('UpdateTable', { TableName, ...change })
  assert.equal((TableDescription as Json)['TableName'], TableName)
  return client.untilActive(TableName)
}

describe('UpdateTable changes', () => {
  it('throughput, and records when', async () => {
    const TableName = await provisionedTable()
    const raised = (await update(TableName, provisioned(7, 8)))['ProvisionedThroughput'] as Json
    assert.equal(raised['ReadCapacityUnits'], 7)
    assert.equal(raised['WriteCapacityUnits'], 8)
    assert.equal(raised['NumberOfDecreasesToday'], 0)
    assert.equal(typeof raised['LastIncreaseDateTime'], 'number')
    const lowered = (await update(TableName, provisioned(7, 3)))['ProvisionedThroughput'] as Json
    assert.equal(lowered['WriteCapacityUnits'], 3)
    assert.equal(lowered['NumberOfDecreasesToday'], 1)
    assert.equal(typeof lowered['LastDecreaseDateTime'], 'number')
  })

  it('to on-demand billing', async () => {
    const TableName = await provisionedTable()
    const table = await update(TableName, { BillingMode: 'PAY_PER_REQUEST' })
    const summary = table['BillingModeSummary'] as Json
    assert.equal(summary['BillingMode'], 'PAY_PER_REQUEST')
    assert.equal(typeof summary['LastUpdateToPayPerRequestDateTime'], 'number')
    const throughput = table['ProvisionedThroughput'] as Json
    assert.equal(throughput['ReadCapacityUnits'], 0)
    assert.equal(throughput['WriteCapacityUnits'], 0)
  })

  it('to provisioned billing', async () => {
    const TableName = await onDemandTable()
    const table = await update(TableName, { BillingMode: 'PROVISIONED', ...provisioned(2, 3) })
    assert.equal((table['BillingModeSummary'] as Json)['BillingMode'], 'PROVISIONED')
    assert.equal((table['ProvisionedThroughput'] as Json)['ReadCapacityUnits'], 2)
  })

  it('deletion protection', async () => {
    const TableName = await onDemandTable()
    const on = await update(TableName, { DeletionProtectionEnabled: true })
    assert.equal(on['DeletionProtectionEnabled'], true)
  })

  it('the table class', async () => {
    const TableName = await onDemandTable()
    const table = await update(TableName, { TableClass: 'STANDARD_INFREQUENT_ACCESS' })
    const summary = table['TableClassSummary'] as Json
    assert.equal(summary['TableClass'], 'STANDARD_INFREQUENT_ACCESS')
    assert.equal(typeof summary['LastUpdateDateTime'], 'number')
  })

  it('nothing by the class that the table has', async () => {
    const TableName = await onDemandTable()
    const table = await update(TableName, { TableClass: 'STANDARD' })
    assert.equal('TableClassSummary' in table, false)
  })

  it('encryption', async () => {
    const TableName = await onDemandTable()
    const table = await update(TableName, { SSESpecification: { Enabled: true } })
    assert.equal((table['SSEDescription'] as Json)['SSEType'], 'KMS')
  })

  it('the limits of on-demand throughput, and removes them with -1', async () => {
    const TableName = await onDemandTable()
    const limits = { MaxReadRequestUnits: 20, MaxWriteRequestUnits: 15 }
    const limited = await update(TableName, { OnDemandThroughput: limits })
    assert.deepEqual(limited['OnDemandThroughput'], limits)
    const freed = await update(TableName, {
      OnDemandThroughput: { MaxReadRequestUnits: -1, MaxWriteRequestUnits: 15 },
    })
    const left = (freed['OnDemandThroughput'] ?? {}) as Json
    assert.notEqual(left['MaxReadRequestUnits'], 20)
    assert.equal(left['MaxWriteRequestUnits'], 15)
  })

  it('streams on and off', async () => {
    const TableName = await onDemandTable()
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    const on = await update(TableName, { StreamSpecification })
    assert.deepEqual(on['StreamSpecification'], StreamSpecification)
    assert.match(on['LatestStreamArn'] as string, /\/stream\/\d{4}-/)
    const off = await update(TableName, { StreamSpecification: { StreamEnabled: false } })
    assert.notEqual((off['StreamSpecification'] as Json | undefined)?.['StreamEnabled'], true)
    assert.equal(off['LatestStreamArn'], on['LatestStreamArn'])
  })

  it('nothing of the items', async () => {
    const TableName = await provisionedTable()
    const Item = { pk: { S: 'kept' } }
    await client.ask('PutItem', { TableName, Item })
    await update(TableName, { BillingMode: 'PAY_PER_REQUEST' })
    assert.deepEqual(await client.ask('GetItem', { TableName, Key: Item }), { Item })
  })
})
