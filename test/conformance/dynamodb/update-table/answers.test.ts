/** The answers to UpdateTable: some of what they show is new, some is old. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { attribute, hash, partitionOnly, projectAll, provisioned } from '../../../support/tables.js'

const client = await connect()
const onDemandTable = (): Promise<string> => client.createTable(partitionOnly())
const provisionedTable = (): Promise<string> =>
  client.createTable({ ...partitionOnly(), BillingMode: null, ...provisioned(5, 5) })
const withIndex: Json = {
  AttributeDefinitions: [attribute('pk', 'S'), attribute('g', 'S')],
  KeySchema: [hash('pk')],
  ...provisioned(1, 1),
  GlobalSecondaryIndexes: [
    { IndexName: 'by-g', KeySchema: [hash('g')], Projection: projectAll, ...provisioned(1, 1) },
  ],
}
const indexUpdate = (change: Json): Json => ({
  GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'by-g', ...change } }],
})
const indexIn = (table: Json): Json => (table['GlobalSecondaryIndexes'] as Json[])[0]!
const answerTo = async (TableName: string, change: Json): Promise<Json> =>
  (await client.ask('UpdateTable', { TableName, ...change }))['TableDescription'] as Json

describe('UpdateTable answers', () => {
  it('with a table that is UPDATING', async () => {
    const TableName = await provisionedTable()
    const { TableDescription } = await client.ask('UpdateTable', {
      TableName,
      ...provisioned(6, 5),
    })
    assert.equal((TableDescription as Json)['TableStatus'], 'UPDATING')
  })

  it('with the old throughput and the new time of its increase', async () => {
    const answer = await answerTo(await provisionedTable(), provisioned(7, 8))
    const throughput = answer['ProvisionedThroughput'] as Json
    assert.equal(throughput['ReadCapacityUnits'], 5)
    assert.equal(throughput['WriteCapacityUnits'], 5)
    assert.equal(typeof throughput['LastIncreaseDateTime'], 'number')
    const warm = answer['WarmThroughput'] as Json
    assert.equal(warm['ReadUnitsPerSecond'], 5)
  })

  it('with the new time and the old count of decreases', async () => {
    const answer = await answerTo(await provisionedTable(), provisioned(4, 4))
    const throughput = answer['ProvisionedThroughput'] as Json
    assert.equal(throughput['NumberOfDecreasesToday'], 0)
    assert.equal(typeof throughput['LastDecreaseDateTime'], 'number')
  })

  it('with the old throughput of an index', async () => {
    const TableName = await client.createTable(withIndex)
    const answer = await answerTo(TableName, indexUpdate(provisioned(2, 3)))
    assert.equal(answer['TableStatus'], 'ACTIVE')
    assert.equal(indexIn(answer)['IndexStatus'], 'UPDATING')
    const unitsOf = (table: Json): unknown =>
      (indexIn(table)['ProvisionedThroughput'] as Json)['WriteCapacityUnits']
    assert.equal(unitsOf(answer), 1)
    assert.equal(unitsOf(await client.untilActive(TableName)), 3)
  })

  it('with the new throughput and the billing mode alone when that changes', async () => {
    const TableName = await onDemandTable()
    const answer = await answerTo(TableName, { BillingMode: 'PROVISIONED', ...provisioned(2, 3) })
    assert.deepEqual(answer['BillingModeSummary'], { BillingMode: 'PROVISIONED' })
    assert.equal((answer['ProvisionedThroughput'] as Json)['ReadCapacityUnits'], 2)
  })

  it('with the time of the switch to on-demand as that of a decrease', async () => {
    const TableName = await provisionedTable()
    const answer = await answerTo(TableName, { BillingMode: 'PAY_PER_REQUEST' })
    assert.deepEqual(answer['BillingModeSummary'], { BillingMode: 'PAY_PER_REQUEST' })
    const throughput = answer['ProvisionedThroughput'] as Json
    assert.equal(throughput['ReadCapacityUnits'], 0)
    assert.equal(typeof throughput['LastDecreaseDateTime'], 'number')
    const later = await client.untilActive(TableName)
    assert.equal('LastDecreaseDateTime' in (later['ProvisionedThroughput'] as Json), false)
  })

  it('with the old warm throughput, of which alone it says that it is UPDATING', async () => {
    const TableName = await onDemandTable()
    const change = { WarmThroughput: { ReadUnitsPerSecond: 13000 } }
    const answer = await answerTo(TableName, change)
    assert.equal(answer['TableStatus'], 'ACTIVE')
    const old = { ReadUnitsPerSecond: 12000, WriteUnitsPerSecond: 4000 }
    assert.deepEqual(answer['WarmThroughput'], { ...old, Status: 'UPDATING' })
  })

  it('with the old warm throughput of an index', async () => {
    const TableName = await client.createTable(withIndex)
    const change = indexUpdate({ WarmThroughput: { ReadUnitsPerSecond: 9 } })
    const index = indexIn(await answerTo(TableName, change))
    assert.equal(index['IndexStatus'], 'ACTIVE')
    const old = { ReadUnitsPerSecond: 1, WriteUnitsPerSecond: 1 }
    assert.deepEqual(index['WarmThroughput'], { ...old, Status: 'UPDATING' })
  })

  it('with encryption that is UPDATING, and the key that it had', async () => {
    const TableName = await onDemandTable()
    const encryptionIn = async (SSESpecification: Json): Promise<unknown> => {
      const answer = await answerTo(TableName, { SSESpecification })
      assert.equal(answer['TableStatus'], 'ACTIVE')
      return answer['SSEDescription']
    }
    assert.deepEqual(await encryptionIn({ Enabled: true }), { Status: 'UPDATING' })
    const managed = (await client.untilActive(TableName))['SSEDescription'] as Json
    assert.equal(managed['Status'], 'ENABLED')
    const updating = { ...managed, Status: 'UPDATING' }
    const key = 'arn:aws:kms:us-east-1:000000000000:key/1'
    const other = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: key }
    assert.deepEqual(await encryptionIn(other), updating)
    const off = { ...updating, KMSMasterKeyArn: key }
    assert.deepEqual(await encryptionIn({ Enabled: false }), off)
  })

  it('with the old table class', async () => {
    const TableName = await onDemandTable()
    const answer = await answerTo(TableName, { TableClass: 'STANDARD_INFREQUENT_ACCESS' })
    assert.equal('TableClassSummary' in answer, false)
  })
})
