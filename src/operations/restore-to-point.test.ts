/** RestoreTableToPointInTime: the order of its refusals, and what it restores. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine, openTestEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import { RestoringDatabase } from './restores-suite.js'

const source = {
  TableName: 'source',
  AttributeDefinitions: ['pk', 'local', 'global', 'sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'by-local',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'local', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-global',
      KeySchema: [{ AttributeName: 'global', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
  Tags: [{ Key: 'a', Value: 'b' }],
  DeletionProtectionEnabled: true,
  TableClass: 'STANDARD_INFREQUENT_ACCESS',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
}

const arnOf = (name: string, { region, account } = testCaller) =>
  `arn:aws:dynamodb:${region}:${account}:table/${name}`

async function open(): Promise<RestoringDatabase> {
  const server = new RestoringDatabase(memoryEngine())
  await server.ask('CreateTable', source)
  await server.ask('CreateTable', { ...source, TableName: 'unprotected' })
  await server.recover('source')
  server.clock.advance(60_000)
  return server
}

async function answer(server: RestoringDatabase, input: Json): Promise<string> {
  try {
    await server.ask('RestoreTableToPointInTime', input)
  } catch (error) {
    if (error instanceof ServiceError) return `${error.type}: ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('RestoreTableToPointInTime', () => {
  const TargetTableName = 'target'
  const SourceTableName = 'source'
  const latest = { UseLatestRestorableTime: true }
  const named = { SourceTableName, TargetTableName }
  const invalid = (sentence: string) => `ValidationException: Invalid Request: ${sentence}`
  const parameter = (sentence: string) =>
    `ValidationException: One or more parameter values were invalid: ${sentence}`
  const neitherTime = invalid(
    'Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both',
  )
  const elsewhere = arnOf('source', { ...testCaller, region: 'eu-west-1' })
  const window =
    "EarliestRestorableDateTime '2026-01-01T00:00:00Z' and LatestRestorableDateTime '2026-01-01T00:01:00Z'"
  const startSeconds = Date.UTC(2026, 0, 1) / 1000
  const exists = (name: string) => `TableAlreadyExistsException: Table already exists: ${name}`

  const rows: readonly (readonly [what: string, input: Json, expected: string])[] = [
    [
      'two sources',
      { ...named, SourceTableArn: arnOf('source') },
      'ValidationException: Must provide exactly one of: sourceTableArn, sourceTableName',
    ],
    [
      'no source, before the time',
      { TargetTableName },
      "ValidationException: The parameter 'TableName' is required but was not present in the request",
    ],
    [
      'two times',
      { ...named, ...latest, RestoreDateTime: startSeconds },
      invalid(
        'Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. Please specify either RestoreDateTime time or UseLatestRestorableTime',
      ),
    ],
    ['no time', named, neitherTime],
    ['no time, explicitly', { ...named, UseLatestRestorableTime: false }, neitherTime],
    ['no time, before the ARN', { SourceTableArn: 'no', TargetTableName }, neitherTime],
    [
      'no ARN',
      { SourceTableArn: 'source', TargetTableName, ...latest },
      parameter("ARNs must start with 'arn:': source"),
    ],
    [
      'an ARN of something else',
      { SourceTableArn: `${arnOf('source')}/index/by-global`, TargetTableName, ...latest },
      parameter('sourceTableArn is not a valid ARN'),
    ],
    [
      'an ARN of another account',
      {
        SourceTableArn: arnOf('source', { ...testCaller, account: '999999999999' }),
        TargetTableName,
        ...latest,
      },
      "ValidationException: This action is only supported by accounts that match the resource owner's account.",
    ],
    [
      'another region',
      { SourceTableArn: elsewhere, TargetTableName, ...latest },
      invalid('sseSpecificationOverride must be provided for cross-region restores'),
    ],
    [
      'no such table',
      { SourceTableName: 'nothing', TargetTableName, ...latest },
      'TableNotFoundException: Table not found: nothing',
    ],
    [
      'no such table, by its ARN',
      { SourceTableArn: arnOf('nothing'), TargetTableName, ...latest },
      'TableNotFoundException: Table not found',
    ],
    [
      'no such table in another region',
      { SourceTableArn: elsewhere, TargetTableName, ...latest, SSESpecificationOverride: {} },
      'TableNotFoundException: Table not found',
    ],
    [
      'a table without recovery, before the target',
      { SourceTableName: 'unprotected', TargetTableName: 'source', ...latest },
      "PointInTimeRecoveryUnavailableException: Point in time recovery is not enabled for table 'unprotected'",
    ],
    [
      'too early, before the target',
      { SourceTableName, TargetTableName: SourceTableName, RestoreDateTime: startSeconds - 1 },
      `InvalidRestoreTimeException: RestoreDateTime '2025-12-31T23:59:59Z' must be within ${window}`,
    ],
    [
      'too late',
      { ...named, RestoreDateTime: startSeconds + 61 },
      `InvalidRestoreTimeException: RestoreDateTime '2026-01-01T00:01:01Z' must be within ${window}`,
    ],
    [
      'onto its source',
      { ...named, TargetTableName: SourceTableName, ...latest },
      exists('source'),
    ],
    [
      'onto another table, before the overrides',
      { ...named, TargetTableName: 'unprotected', ...latest, BillingModeOverride: 'PROVISIONED' },
      exists('unprotected'),
    ],
    [
      'overrides that do not fit',
      { ...named, ...latest, BillingModeOverride: 'PROVISIONED' },
      invalid('Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED'),
    ],
    [
      'a vector index',
      {
        ...named,
        ...latest,
        VectorIndexOverride: [
          {
            IndexName: 'vectors',
            VectorAttribute: { AttributeName: 'v' },
            Dimensions: 3,
            Projection: { ProjectionType: 'ALL' },
            DistanceFunction: 'COSINE',
          },
        ],
      },
      invalid(
        'Index vectors does not match a secondary index that existed in the source table and cannot be created during the restore operation',
      ),
    ],
    ['the earliest moment', { ...named, RestoreDateTime: startSeconds }, 'accepted'],
    ['the latest moment', { ...named, RestoreDateTime: startSeconds + 60 }, 'accepted'],
  ]
  for (const [what, input, expected] of rows) {
    it(`answers ${what}`, async () => {
      const server = await open()
      assert.equal(await answer(server, input), expected)
      const isThere =
        (await server.database.catalog.loadTable(testCaller, TargetTableName)) !== undefined
      assert.equal(isThere, expected === 'accepted')
    })
  }

  it('keeps AWS’s distance to the present if asked to', async () => {
    const server = new RestoringDatabase(memoryEngine(), { recoveryDelayMs: 300_000 })
    await server.ask('CreateTable', source)
    await server.ask('PutItem', { TableName: 'source', Item: { pk: { S: 'a' }, sk: { S: 'a' } } })
    server.clock.advance(1)
    await server.recover('source')
    const enabledAtMs = server.clock.now()
    server.clock.advance(1)
    await server.ask('PutItem', { TableName: 'source', Item: { pk: { S: 'b' }, sk: { S: 'b' } } })
    server.clock.advance(299_000)
    const restored = await server.ask('RestoreTableToPointInTime', { ...named, ...latest })
    const { RestoreSummary } = restored['TableDescription'] as Json
    assert.equal((RestoreSummary as Json)['RestoreDateTime'], enabledAtMs / 1000)
    await server.finish('target')
    const { Items } = await server.ask('Scan', { TableName: 'target' })
    assert.deepEqual(Items, [{ pk: { S: 'a' }, sk: { S: 'a' } }])
  })

  it('restores the items and what AWS restores of the settings', async () => {
    const server = new RestoringDatabase(await openTestEngine())
    await server.ask('CreateTable', source)
    await server.recover('source')
    const put = (pk: string, global: string) =>
      server.ask('PutItem', {
        TableName: 'source',
        Item: { pk: { S: pk }, sk: { S: 's' }, local: { S: 'l' }, global: { S: global } },
      })
    await put('a', 'first')
    await put('b', 'first')
    server.clock.advance(10_000)
    const RestoreDateTime = server.clock.now() / 1000
    await put('b', 'second')
    await put('c', 'second')
    server.clock.advance(10_000)
    const input = { ...named, RestoreDateTime }
    const { TableDescription } = await server.ask('RestoreTableToPointInTime', input)
    const begun = TableDescription as Json
    assert.equal(begun['TableStatus'], 'CREATING')
    assert.deepEqual(begun['RestoreSummary'], {
      SourceTableArn: arnOf('source'),
      RestoreDateTime,
      RestoreInProgress: true,
    })
    assert.equal(await answer(server, input), exists('target'))
    await server.finish('target')
    const table = await server.describe('target')
    const before = await server.describe('source')
    assert.notEqual(table['TableId'], before['TableId'])
    assert.equal(table['RestoreSummary'], undefined)
    assert.equal(table['DeletionProtectionEnabled'], false)
    assert.deepEqual(
      [table['StreamSpecification'], table['TableClassSummary'], table['LatestStreamArn']],
      [undefined, undefined, undefined],
    )
    assert.deepEqual(table['KeySchema'], before['KeySchema'])
    assert.deepEqual(table['AttributeDefinitions'], before['AttributeDefinitions'])
    const { Tags } = await server.ask('ListTagsOfResource', { ResourceArn: arnOf('target') })
    assert.deepEqual(Tags, [])
    const { Items } = await server.ask('Query', {
      TableName: 'target',
      IndexName: 'by-global',
      KeyConditionExpression: '#g = :g',
      ExpressionAttributeNames: { '#g': 'global' },
      ExpressionAttributeValues: { ':g': { S: 'first' } },
    })
    assert.deepEqual((Items as { pk: { S: string } }[]).map(({ pk }) => pk.S).sort(), ['a', 'b'])
    await server.ask('PutItem', { TableName: 'target', Item: { pk: { S: 'z' }, sk: { S: 's' } } })
  })

  it('restores a table of another region', async () => {
    const server = new RestoringDatabase(memoryEngine())
    await server.ask('CreateTable', source)
    await server.recover('source')
    const caller = { ...testCaller, region: 'eu-west-1' }
    const input = {
      SourceTableArn: arnOf('source'),
      TargetTableName,
      ...latest,
      SSESpecificationOverride: {},
    }
    const { TableDescription } = await server.ask('RestoreTableToPointInTime', input, caller)
    assert.equal((TableDescription as Json)['TableArn'], arnOf('target', caller))
  })
})
