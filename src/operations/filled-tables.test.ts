/** What operations answer about a table that a job fills. AWS: one that is restored is not found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import type { TableDraft } from '../catalog/table-draft.js'
import { ServiceError } from '../model/errors.js'
import type { FillingSource } from '../model/table.js'
import { unfenced } from '../storage/fence.js'
import { noPart } from '../storage/transaction-part.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const { account, region } = testCaller
const arn = `arn:aws:dynamodb:${region}:${account}:table/filled`

const draft: TableDraft = {
  account,
  region,
  name: 'filled',
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S', group: 'S' },
  indexes: [
    {
      kind: 'global',
      name: 'by-group',
      keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
      projection: { kind: 'all' },
    },
  ],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

async function filledFrom(source: FillingSource) {
  const { database, ask } = openTestDatabase(await openTestEngine())
  const { filled } = database.catalog
  const filling = { ...source, jobId: 'job-1' }
  const table = await filled.insert({ draft, filling, beside: noPart })
  const answer = async (operation: string, input: Json): Promise<string> => {
    try {
      await ask(operation, input)
    } catch (error) {
      if (error instanceof ServiceError) return `${error.type}: ${error.message}`
      throw error
    }
    return 'accepted'
  }
  return { ask, answer, filled, table }
}

const restore: FillingSource = {
  kind: 'restore',
  sourceTableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/source',
  restoresMs: 1_500,
}

const TableName = 'filled'
const Key = { pk: { S: 'a' } }
const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
const create = {
  TableName,
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

const missing = 'ResourceNotFoundException: Requested resource not found'
const missingTable = `${missing}: Table: filled not found`
const missingArn = `${missing}: ResourceArn: ${arn} not found`
const inUse = 'ResourceInUseException: Attempt to change a resource which is still in use:'

describe('operations on a table that is being restored', () => {
  const rows: readonly (readonly [operation: string, input: Json, answer: string])[] = [
    ['GetItem', { TableName, Key }, missing],
    ['PutItem', { TableName, Item: Key }, missing],
    ['Scan', { TableName }, missing],
    ['ExecuteStatement', { Statement: 'SELECT * FROM filled' }, missing],
    ['UpdateTable', { TableName, DeletionProtectionEnabled: true }, missingTable],
    ['UpdateTimeToLive', { TableName, TimeToLiveSpecification }, missingTable],
    ['DescribeTimeToLive', { TableName }, missingTable],
    ['TagResource', { ResourceArn: arn, Tags: [{ Key: 'a', Value: 'b' }] }, missingArn],
    ['UntagResource', { ResourceArn: arn, TagKeys: ['a'] }, missingArn],
    ['ListTagsOfResource', { ResourceArn: arn }, missingArn],
    ['DescribeKinesisStreamingDestination', { TableName }, missingTable],
    ['DeleteTable', { TableName }, `${inUse} Table is being created: filled`],
    ['CreateTable', create, 'ResourceInUseException: Table is being used: filled'],
  ]
  for (const [operation, input, expected] of rows) {
    it(`refuse ${operation}`, async () => {
      const { answer } = await filledFrom(restore)
      assert.equal(await answer(operation, input), expected)
    })
  }

  it('describe where it comes from, until it is complete', async () => {
    const { ask, filled, table } = await filledFrom(restore)
    assert.deepEqual((await ask('ListTables', {}))['TableNames'], ['filled'])
    const describeTable = async () => (await ask('DescribeTable', { TableName }))['Table'] as Json
    const before = await describeTable()
    assert.equal(before['TableStatus'], 'CREATING')
    assert.deepEqual(before['RestoreSummary'], {
      SourceTableArn: restore.kind === 'restore' && restore.sourceTableArn,
      RestoreDateTime: 1.5,
      RestoreInProgress: true,
    })
    const [index] = before['GlobalSecondaryIndexes'] as readonly Json[]
    assert.equal(index!['IndexName'], 'by-group')
    assert.deepEqual([index!['IndexStatus'], index!['Backfilling']], [undefined, undefined])
    await filled.completeItems(table, { fence: unfenced, mutations: [] })
    assert.equal((await describeTable())['TableStatus'], 'CREATING')
  })
})

describe('operations on a table that is being imported', () => {
  const rows: readonly (readonly [operation: string, input: Json, answer: string])[] = [
    ['GetItem', { TableName, Key }, missing],
    [
      'UpdateTable',
      { TableName, DeletionProtectionEnabled: true },
      `${inUse} Table is being created: filled`,
    ],
    [
      'UpdateTimeToLive',
      { TableName, TimeToLiveSpecification },
      `${inUse} Table filled is being created`,
    ],
    ['TagResource', { ResourceArn: arn, Tags: [{ Key: 'a', Value: 'b' }] }, missingArn],
    ['ListTagsOfResource', { ResourceArn: arn }, missingArn],
    ['DeleteTable', { TableName }, `${inUse} Table is being created: filled`],
    ['CreateTable', create, `${inUse} Table is being created: filled`],
  ]
  for (const [operation, input, expected] of rows) {
    it(`refuse ${operation}`, async () => {
      const { answer } = await filledFrom({ kind: 'import' })
      assert.equal(await answer(operation, input), expected)
    })
  }

  it('describe it as one that is being created', async () => {
    const { ask } = await filledFrom({ kind: 'import' })
    const table = (await ask('DescribeTable', { TableName }))['Table'] as Json
    const [index] = table['GlobalSecondaryIndexes'] as readonly Json[]
    const shown = [table['TableStatus'], index!['IndexStatus'], index!['Backfilling']]
    assert.deepEqual(
      [...shown, table['RestoreSummary']],
      ['CREATING', 'CREATING', undefined, undefined],
    )
  })
})
