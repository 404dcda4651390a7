/** What every operation declares that it touches, before it runs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { payloadOf } from '../model/attribute-value.js'
import type { KeyAttribute } from '../model/key-schema.js'
import { VirtualClock } from '../stdx/clock.js'
import { encodeIterator } from '../streams/shard-iterator.js'
import { leadingKeys, readsAllPartitions, type Access } from './access.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import type { Operation } from './operation.js'
import { allOperations } from './registry.js'

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/things'
const ticketArn = (kind: string) => `${table}/${kind}/01791504762511-2779fadd`
const backup = ticketArn('backup')
const stream = `${table}/stream/2026-11-15T00:00:00.000`
const kinesis = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'

const attribute = (name: string): KeyAttribute => ({ name, type: 'S' })
const groups = { name: 'groups', keySchema: { partition: [attribute('grp')], sort: [] } }
const schema = {
  keySchema: { partition: attribute('pk') },
  indexes: [groups],
} as unknown as Parameters<typeof leadingKeys>[1]

/**
 * Action, resource, then for items the attributes, after a colon the leading keys, and in brackets what else
 * a policy can ask for.
 */
function shown({ action, resource, isPrefix, items, tags, tagKeys, keys }: Access): string {
  const place = `${resource.replace(table, 'T')}${isPrefix === true ? '*' : ''}`
  const brought = tags?.map(({ key, value }) => ` ${key}=${value}`).join('') ?? ''
  const others = Object.entries(keys ?? {}).map(([name, value]) => ` ${name}=${value}`)
  const beside = `${brought}${tagKeys?.map((key) => ` -${key}`).join('') ?? ''}${others.join('')}`
  if (items === undefined) return `${action} ${place}${beside}`
  const leading = leadingKeys(items, schema)?.map(payloadOf).join(' ')
  const { select, returnValues, returnConsumedCapacity, enclosingOperation } = items
  const isScan = action === 'dynamodb:PartiQLSelect' && readsAllPartitions(items, schema)
  const details = [select, returnValues, enclosingOperation, isScan ? 'scan' : undefined].filter(
    (each) => each !== undefined,
  )
  const capacity = returnConsumedCapacity === undefined ? '' : ` ${returnConsumedCapacity}`
  return `${action} ${place} ${items.attributes().join(' ')}: ${leading ?? 'any'} [${details.join(' ')}]${capacity}`
}

const S = (text: string): Json => ({ S: text })
const TableName = 'things'
const Key = { pk: S('a') }
const names = { ExpressionAttributeNames: { '#n': 'n' } }
const values = { ExpressionAttributeValues: { ':v': S('v') } }
const condition = { ConditionExpression: '#n.deep = :v', ...names, ...values }
const projection = { ProjectionExpression: '#n[0]', ...names }

type Row = readonly [input: Json, ...expected: string[]]

const own = (name: string, input: Json = {}): readonly Row[] => [
  [{ TableName, ...input }, `dynamodb:${name} T`],
]
const anywhere = (name: string): readonly Row[] => [[{}, `dynamodb:${name} *`]]

const ticket = (name: string, kind: string, member: string): readonly Row[] => [
  [{ [member]: ticketArn(kind) }, `dynamodb:${name} ${ticketArn(kind).replace(table, 'T')}`],
]

const keyedByText = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

function policyFor(Resource: string, action: string): string {
  const Principal = { AWS: '111122223333' }
  const statement = { Effect: 'Allow', Principal, Action: `dynamodb:${action}`, Resource }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
}

/** AWS: who restores must be allowed to write the items. */
const onRestored = [
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
].map((name) => `dynamodb:${name} ${table.replace('things', 'restored')}`)

/** By name for DynamoDB and its streams, by `service.Operation` for other services. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'sts.GetCallerIdentity': [[{}]],
  'tagging.GetResources': [[{}, 'tag:GetResources *']],
  GetItem: [
    [{ TableName, Key, ...projection }, 'dynamodb:GetItem T pk n: a [SPECIFIC_ATTRIBUTES] NONE'],
    [
      { TableName: table, Key, ReturnConsumedCapacity: 'TOTAL' },
      'dynamodb:GetItem T pk: a [ALL_ATTRIBUTES] TOTAL',
    ],
  ],
  PutItem: [
    [
      { TableName, Item: { ...Key, x: S('y') }, ...condition },
      'dynamodb:PutItem T pk x n: a [NONE] NONE',
    ],
    [
      { TableName, Item: Key, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      'dynamodb:PutItem T pk: a [ALL_OLD] NONE',
    ],
  ],
  DeleteItem: [
    [{ TableName, Key, ...condition }, 'dynamodb:DeleteItem T pk n: a [NONE] NONE'],
    [{ TableName, Key, ReturnValues: 'ALL_OLD' }, 'dynamodb:DeleteItem T pk: a [ALL_OLD] NONE'],
  ],
  UpdateItem: [
    [
      { TableName, Key, UpdateExpression: 'SET x = if_not_exists(y, :v)', ...values },
      'dynamodb:UpdateItem T pk x y: a [NONE] NONE',
    ],
    [
      { TableName, Key, ReturnValues: 'UPDATED_NEW', ReturnConsumedCapacity: 'INDEXES' },
      'dynamodb:UpdateItem T pk: a [UPDATED_NEW] INDEXES',
    ],
    // A failed condition could show more than that.
    [
      {
        TableName,
        Key,
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
      'dynamodb:UpdateItem T pk: a [ALL_OLD] NONE',
    ],
    [
      { TableName, Key, ReturnValues: 'ALL_NEW', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      'dynamodb:UpdateItem T pk: a [ALL_NEW] NONE',
    ],
  ],
  Query: [
    [
      {
        TableName,
        KeyConditionExpression: 'pk = :v AND sk > :v',
        FilterExpression: '#n = :v',
        ...names,
        ...values,
      },
      'dynamodb:Query T pk sk n: v [ALL_ATTRIBUTES] NONE',
    ],
    [
      { TableName, IndexName: 'groups', KeyConditionExpression: 'grp = :v', ...values },
      'dynamodb:Query T/index/groups grp: v [ALL_PROJECTED_ATTRIBUTES] NONE',
    ],
    [
      { TableName, Select: 'COUNT', KeyConditionExpression: 'pk = :v', ...values },
      'dynamodb:Query T pk: v [COUNT] NONE',
    ],
  ],
  Scan: [
    [{ TableName }, 'dynamodb:Scan T : any [ALL_ATTRIBUTES] NONE'],
    [
      { TableName, IndexName: 'groups', AttributesToGet: ['x'] },
      'dynamodb:Scan T/index/groups x: any [SPECIFIC_ATTRIBUTES] NONE',
    ],
  ],
  BatchGetItem: [
    [
      {
        RequestItems: {
          things: { Keys: [Key, { pk: S('b') }], ...projection },
          other: { Keys: [Key] },
        },
      },
      'dynamodb:BatchGetItem T pk n: a b [SPECIFIC_ATTRIBUTES] NONE',
      'dynamodb:BatchGetItem arn:aws:dynamodb:us-east-1:000000000000:table/other pk: a [ALL_ATTRIBUTES] NONE',
    ],
  ],
  BatchWriteItem: [
    [
      {
        RequestItems: {
          things: [{ PutRequest: { Item: { pk: S('b'), x: S('y') } } }, { DeleteRequest: { Key } }],
        },
      },
      'dynamodb:BatchWriteItem T pk x: b a [] NONE',
    ],
  ],
  TransactGetItems: [
    [
      { TransactItems: [{ Get: { TableName, Key, ...projection } }] },
      'dynamodb:GetItem T pk n: a [SPECIFIC_ATTRIBUTES TransactGetItems] NONE',
    ],
  ],
  TransactWriteItems: [
    [
      {
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { ...Key, x: S('y') },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          { Update: { TableName, Key, UpdateExpression: 'REMOVE x' } },
          { Delete: { TableName, Key, ...condition } },
          { ConditionCheck: { TableName, Key, ...condition } },
        ],
      },
      'dynamodb:PutItem T pk x: a [ALL_OLD TransactWriteItems] NONE',
      'dynamodb:UpdateItem T pk x: a [NONE TransactWriteItems] NONE',
      'dynamodb:DeleteItem T pk n: a [NONE TransactWriteItems] NONE',
      'dynamodb:ConditionCheckItem T pk n: a [NONE TransactWriteItems] NONE',
    ],
  ],
  ExecuteStatement: [
    [
      { Statement: `SELECT x FROM things WHERE pk = 'a' AND n > 1` },
      'dynamodb:PartiQLSelect T pk n x: a [SPECIFIC_ATTRIBUTES]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE pk IN ['a', 'b'] OR (pk = 'c' AND n = 1)` },
      'dynamodb:PartiQLSelect T pk n: a b c [ALL_ATTRIBUTES]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE n = 1` },
      'dynamodb:PartiQLSelect T n: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE pk = 'a' OR pk > 'b'` },
      'dynamodb:PartiQLSelect T pk: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE NOT pk = 'a'` },
      'dynamodb:PartiQLSelect T pk: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE pk = 'a' OR n = 1` },
      'dynamodb:PartiQLSelect T pk n: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things."groups" WHERE grp = 'g' ORDER BY grp` },
      'dynamodb:PartiQLSelect T/index/groups grp: g [ALL_PROJECTED_ATTRIBUTES]',
    ],
    [
      { Statement: `INSERT INTO things VALUE {'pk': 'a', 'x': 1}` },
      'dynamodb:PartiQLInsert T pk x: a []',
    ],
    [
      { Statement: `UPDATE things SET x = y + 1 WHERE pk = 'a'` },
      'dynamodb:PartiQLUpdate T x y pk: a [NONE]',
    ],
    [
      { Statement: `UPDATE things SET x = 1 WHERE pk = 'a' RETURNING MODIFIED OLD *` },
      'dynamodb:PartiQLUpdate T x pk: a [UPDATED_OLD]',
    ],
    [{ Statement: `DELETE FROM things WHERE pk = 'a'` }, 'dynamodb:PartiQLDelete T pk: a [NONE]'],
    [
      { Statement: `DELETE FROM things WHERE pk = 'a' RETURNING ALL OLD *` },
      'dynamodb:PartiQLDelete T pk: a [ALL_OLD]',
    ],
  ],
  ExecuteTransaction: [
    [
      {
        TransactStatements: [
          { Statement: `EXISTS(SELECT * FROM things WHERE pk = 'a' AND n = 1)` },
          {
            Statement: `DELETE FROM things WHERE pk = 'b'`,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        ],
      },
      'dynamodb:PartiQLSelect T pk n: a [ALL_ATTRIBUTES ExecuteTransaction]',
      'dynamodb:PartiQLDelete T pk: b [ALL_OLD ExecuteTransaction]',
    ],
  ],
  BatchExecuteStatement: [
    [
      {
        Statements: [
          { Statement: `no statement` },
          { Statement: `SELECT * FROM things WHERE pk = 'a'` },
        ],
      },
      'dynamodb:PartiQLSelect T pk: a [ALL_ATTRIBUTES]',
    ],
  ],
  CreateTable: [
    [
      {
        TableName,
        ...keyedByText,
        Tags: [{ Key: 'a', Value: 'b' }],
        ResourcePolicy: policyFor(table, 'GetItem'),
      },
      'dynamodb:CreateTable T a=b',
      'dynamodb:TagResource T a=b',
      'dynamodb:PutResourcePolicy T',
    ],
    [{ TableName, ...keyedByText }, 'dynamodb:CreateTable T'],
  ],
  DeleteTable: own('DeleteTable'),
  DescribeTable: own('DescribeTable'),
  DescribeTimeToLive: own('DescribeTimeToLive'),
  UpdateTable: own('UpdateTable', { DeletionProtectionEnabled: true }),
  UpdateTimeToLive: own('UpdateTimeToLive', {
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
  }),
  TagResource: [
    [{ ResourceArn: table, Tags: [{ Key: 'a', Value: 'b' }] }, 'dynamodb:TagResource T a=b'],
  ],
  PutResourcePolicy: [
    [{ ResourceArn: table, Policy: policyFor(table, 'GetItem') }, 'dynamodb:PutResourcePolicy T'],
    [
      { ResourceArn: stream, Policy: policyFor(stream, 'GetRecords') },
      `dynamodb:PutResourcePolicy ${stream.replace(table, 'T')}`,
    ],
  ],
  GetResourcePolicy: [[{ ResourceArn: table }, 'dynamodb:GetResourcePolicy T']],
  DeleteResourcePolicy: [[{ ResourceArn: table }, 'dynamodb:DeleteResourcePolicy T']],
  UntagResource: [[{ ResourceArn: table, TagKeys: ['a'] }, 'dynamodb:UntagResource T -a']],
  ListTagsOfResource: [[{ ResourceArn: table }, 'dynamodb:ListTagsOfResource T']],
  DescribeKinesisStreamingDestination: own('DescribeKinesisStreamingDestination'),
  DisableKinesisStreamingDestination: own('DisableKinesisStreamingDestination', {
    StreamArn: kinesis,
  }),
  UpdateKinesisStreamingDestination: own('UpdateKinesisStreamingDestination', {
    StreamArn: kinesis,
    UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MILLISECOND' },
  }),
  EnableKinesisStreamingDestination: [
    [
      { TableName, StreamArn: kinesis },
      'dynamodb:EnableKinesisStreamingDestination T',
      `kinesis:DescribeStream ${kinesis}`,
      `kinesis:PutRecord ${kinesis}`,
      `kinesis:PutRecords ${kinesis}`,
    ],
  ],
  CreateBackup: own('CreateBackup', { BackupName: 'name' }),
  DescribeBackup: ticket('DescribeBackup', 'backup', 'BackupArn'),
  DeleteBackup: ticket('DeleteBackup', 'backup', 'BackupArn'),
  ListBackups: anywhere('ListBackups'),
  RestoreTableFromBackup: [
    [
      { BackupArn: backup, TargetTableName: 'restored' },
      `dynamodb:RestoreTableFromBackup ${backup.replace(table, 'T')}`,
      ...onRestored,
    ],
  ],
  RestoreTableToPointInTime: [
    [
      { SourceTableName: 'things', TargetTableName: 'restored', UseLatestRestorableTime: true },
      'dynamodb:RestoreTableToPointInTime T',
      ...onRestored,
    ],
  ],
  DescribeContinuousBackups: own('DescribeContinuousBackups'),
  UpdateContinuousBackups: own('UpdateContinuousBackups', {
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  }),
  ExportTableToPointInTime: [
    [
      { TableArn: table, S3Bucket: 'files', S3Prefix: 'mine' },
      'dynamodb:ExportTableToPointInTime T',
      's3:PutObject arn:aws:s3:::files/mine/*',
      's3:AbortMultipartUpload arn:aws:s3:::files/mine/*',
    ],
  ],
  DescribeExport: ticket('DescribeExport', 'export', 'ExportArn'),
  ListExports: [[{ TableArn: table }, 'dynamodb:ListExports T'], ...anywhere('ListExports')],
  ImportTable: [
    [
      {
        ClientToken: 'token',
        S3BucketSource: { S3Bucket: 'files', S3KeyPrefix: 'mine/' },
        InputFormat: 'DYNAMODB_JSON',
        TableCreationParameters: { TableName, ...keyedByText },
      },
      'dynamodb:ImportTable T',
      's3:GetObject arn:aws:s3:::files/mine/*',
      's3:ListBucket arn:aws:s3:::files s3:prefix=mine/',
    ],
  ],
  DescribeImport: ticket('DescribeImport', 'import', 'ImportArn'),
  ListImports: [[{ TableArn: table }, 'dynamodb:ListImports T'], ...anywhere('ListImports')],
  StartBulkPutItems: [
    [
      {
        TableName,
        InputS3Configuration: { S3Bucket: 'files', InputFormat: 'DYNAMODB_JSON' },
        OutputS3Configuration: { S3Bucket: 'files', OutputType: ['ERROR'] },
      },
      'dynamodb:StartBulkPutItems T',
      's3:GetObject arn:aws:s3:::files/*',
      's3:ListBucket arn:aws:s3:::files s3:prefix=',
      's3:PutObject arn:aws:s3:::files/*',
      's3:AbortMultipartUpload arn:aws:s3:::files/*',
    ],
  ],
  DescribeBulkOperation: ticket('DescribeBulkOperation', 'bulk-operation', 'BulkOperationArn'),
  CancelBulkOperation: ticket('CancelBulkOperation', 'bulk-operation', 'BulkOperationArn'),
  ListBulkOperations: anywhere('ListBulkOperations'),
  ListTables: [[{}, `dynamodb:ListTables ${table.replace('things', '*')}`]],
  DescribeLimits: anywhere('DescribeLimits'),
  DescribeEndpoints: anywhere('DescribeEndpoints'),
  ListStreams: anywhere('ListStreams'),
  DescribeStream: [
    [{ StreamArn: stream }, `dynamodb:DescribeStream ${stream.replace(table, 'T')}`],
  ],
  GetShardIterator: [
    [
      {
        StreamArn: stream,
        ShardId: 'shardId-00000000000000000000-00000000',
        ShardIteratorType: 'LATEST',
      },
      `dynamodb:GetShardIterator ${stream.replace(table, 'T')}`,
    ],
  ],
  GetRecords: [
    [
      {
        ShardIterator: encodeIterator({
          arn: stream,
          space: 1,
          shard: 0,
          lane: 0,
          position: 1,
          issuedAtMs: new VirtualClock().now(),
        }),
      },
      `dynamodb:GetRecords ${stream.replace(table, 'T')}`,
    ],
  ],
}

describe('what an operation touches', () => {
  for (const operation of allOperations) {
    const { id } = operation.definition
    it(`is known for ${id}`, () => {
      const ofOperation = rows[id.replace(/^dynamodb(-streams)?\./, '')] ?? []
      assert.ok(ofOperation.length > 0, 'add a row for the operation')
      for (const [json, ...expected] of ofOperation) check(operation, json, expected)
    })
  }
})

function check(operation: Operation, json: Json, expected: readonly string[]): void {
  const ctx = { caller: testCaller, host: 'here', requestId: 'test', clock: new VirtualClock() }
  const input = operation.definition.decodeJson(json)
  operation.definition.checkConstraints(input)
  const request = operation.read(input, ctx)
  assert.deepEqual(operation.access(ctx, request).map(shown), expected)
}
