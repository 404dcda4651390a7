/** Requests for every operation, and what each declares that it touches. */
import { VirtualClock } from '../stdx/clock.js'
import { encodeIterator } from '../streams/shard-iterator.js'
import { alarmAccessRows } from './alarm-access-rows-suite.js'
import { autoscalingAccessRows } from './autoscaling-access-rows-suite.js'
import { cloudwatchAccessRows } from './cloudwatch-access-rows-suite.js'
import type { Json } from './database-suite.js'
import { daxAccessRows } from './dax-access-rows-suite.js'
import { globalTableAccessRows, replicaRows } from './global-table-access-rows-suite.js'
import { iamAccessRows } from './iam-access-rows-suite.js'
import { linkedReplicationRows } from './linked-access-rows-suite.js'
import type { Operation } from './operation.js'
import { statementRows, type AccessRow } from './statement-access-rows-suite.js'

export const thingsArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things'
const table = thingsArn
const ticketArn = (kind: string) => `${table}/${kind}/01791504762511-2779fadd`
const backup = ticketArn('backup')
const stream = `${table}/stream/2026-11-15T00:00:00.000`
const roleArn = 'arn:aws:iam::000000000000:role/readers'
const federated = 'arn:aws:sts::000000000000:federated-user/ann'
const kinesis = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'

const S = (text: string): Json => ({ S: text })
const TableName = 'things'
const Key = { pk: S('a') }
const names = { ExpressionAttributeNames: { '#n': 'n' } }
const values = { ExpressionAttributeValues: { ':v': S('v') } }
const condition = { ConditionExpression: '#n.deep = :v', ...names, ...values }
const projection = { ProjectionExpression: '#n[0]', ...names }

const own = (name: string, input: Json = {}): readonly AccessRow[] => [
  [{ TableName, ...input }, `dynamodb:${name} T`],
]
const anywhere = (name: string): readonly AccessRow[] => [[{}, `dynamodb:${name} *`]]

const ticket = (name: string, kind: string, member: string): readonly AccessRow[] => [
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
const rows: Readonly<Record<string, readonly AccessRow[]>> = {
  ...autoscalingAccessRows,
  ...daxAccessRows,
  ...cloudwatchAccessRows,
  ...alarmAccessRows,
  ...iamAccessRows,
  ...globalTableAccessRows,
  'sts.GetCallerIdentity': [[{}]],
  // The trust policy of the role has a say, so the operation decides itself.
  'sts.AssumeRole': [[{ RoleArn: roleArn, RoleSessionName: 'ann' }]],
  'sts.AssumeRoleWithWebIdentity': [
    [
      {
        RoleArn: roleArn,
        RoleSessionName: 'ann',
        WebIdentityToken: 'eyJhbGciOiJSUzI1NiJ9.e30.AAAA',
      },
    ],
  ],
  'sts.GetSessionToken': [[{}]],
  'sts.GetFederationToken': [
    [{ Name: 'ann' }, `sts:GetFederationToken ${federated}`],
    [
      { Name: 'ann', Tags: [{ Key: 'team', Value: 'red' }] },
      `sts:GetFederationToken ${federated} team=red`,
      `sts:TagSession ${federated} team=red`,
    ],
  ],
  'sts.GetAccessKeyInfo': [[{ AccessKeyId: 'AKIAIOSFODNN7EXAMPLE' }, 'sts:GetAccessKeyInfo *']],
  'tagging.GetResources': [[{}, 'tag:GetResources *']],
  'gramme.GetTriggerLog': [[{ Name: 'orders' }, 'gramme:GetTriggerLog *']],
  'gramme.ListDeadLetters': [[{ Name: 'orders' }, 'gramme:ListDeadLetters *']],
  'gramme.ListReplicationLinks': [[{}, 'gramme:ListReplicationLinks *']],
  'gramme.UpdateReplicationLink': [
    [{ TableName: 'orders', Paused: true }, 'gramme:UpdateReplicationLink *'],
  ],
  'gramme.ListTriggers': [[{}, 'gramme:ListTriggers *']],
  ...linkedReplicationRows,
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
  SearchVectors: [
    [
      { TableName, IndexName: 'near', SearchVector: [{ N: '1' }], TopK: 1 },
      'dynamodb:SearchVectors T/index/near',
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
  ...statementRows,
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
  DescribeContributorInsights: [
    [{ TableName }, 'dynamodb:DescribeContributorInsights T'],
    [{ TableName, IndexName: 'groups' }, 'dynamodb:DescribeContributorInsights T/index/groups'],
  ],
  ListContributorInsights: [[{}, 'dynamodb:ListContributorInsights *']],
  UpdateContributorInsights: own('UpdateContributorInsights', {
    ContributorInsightsAction: 'ENABLE',
  }),
  UpdateTable: [...own('UpdateTable', { DeletionProtectionEnabled: true }), ...replicaRows],
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

/** None, if somebody has forgotten them. */
export function accessRows({ definition }: Operation): readonly AccessRow[] {
  return rows[definition.id.replace(/^dynamodb(-streams)?\./, '')] ?? []
}

export function checkedInput({ definition }: Operation, json: Json): unknown {
  const input = definition.decodeJson(json)
  definition.checkConstraints(input)
  return input
}
