/** DescribeTable: the full description of a table, by name and by ARN. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(indexed),
])
const describeTable = async (TableName: string): Promise<Json> =>
  (await client.ask('DescribeTable', { TableName }))['Table'] as Json

describe('DescribeTable', () => {
  it('answers with every field of an on-demand table', async () => {
    const description = await describeTable(table)
    assert.deepEqual(Object.keys(description).sort(), [
      'AttributeDefinitions',
      'BillingModeSummary',
      'CreationDateTime',
      'DeletionProtectionEnabled',
      'ItemCount',
      'KeySchema',
      'ProvisionedThroughput',
      'TableArn',
      'TableId',
      'TableName',
      'TableSizeBytes',
      'TableStatus',
      'WarmThroughput',
    ])
    assert.equal(description['TableStatus'], 'ACTIVE')
    assert.equal(description['TableName'], table)
  })

  it('answers the same again, and by ARN', async () => {
    const description = await describeTable(withIndexes)
    assert.deepEqual(await describeTable(withIndexes), description)
    assert.deepEqual(await describeTable(description['TableArn'] as string), description)
  })

  it('answers with numbers for counts and sizes', async () => {
    const description = await describeTable(withIndexes)
    const [local] = description['LocalSecondaryIndexes'] as readonly Json[]
    const [global] = description['GlobalSecondaryIndexes'] as readonly Json[]
    for (const value of [
      description['ItemCount'],
      description['TableSizeBytes'],
      local?.['ItemCount'],
      local?.['IndexSizeBytes'],
      global?.['ItemCount'],
      global?.['IndexSizeBytes'],
    ]) {
      assert.equal(typeof value, 'number')
    }
  })
})
