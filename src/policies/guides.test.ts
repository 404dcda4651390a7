/** The examples of AWS's guides to IAM and DynamoDB. */
import { describe } from 'node:test'
import {
  accountA,
  allow,
  carol,
  checkCases,
  deny,
  identity,
  indexTop,
  policyOf,
  resourcePolicy,
  sessionOf,
  tableH,
  tableT,
  type PolicyCase,
  type StatementText,
} from './policy-suite.js'

type Row = readonly [name: string, sets: Parameters<typeof checkCases>[1], ...cases: PolicyCase[]]

const books = `arn:aws:dynamodb:us-west-2:${accountA}:table/Books`
const stream = `${tableT}/stream/2026-01-01T00:00:00.000`
const times = (now: string) => ({ 'aws:CurrentTime': now })
const bucket = 'arn:aws:s3:::amzn-s3-demo-bucket'
const inHome = `${bucket}/home/\${aws:username}/*`
const named = { 'aws:username': 'alice' }

const dynamodb: readonly Row[] = [
  [
    'all operations on a table',
    identity(allow('*', books)),
    [{ action: 'PutItem', on: books }, 'A'],
    [{ action: 'DeleteTable', on: books }, 'A'],
    [{ action: 'Query', on: `${books}/index/i` }, 'D'],
    [{ action: 'GetItem', on: tableT }, 'D'],
  ],
  [
    'reading items only',
    identity(allow(['GetItem', 'BatchGetItem', 'Scan', 'Query', 'ConditionCheckItem'], books)),
    [{ action: 'GetItem', on: books }, 'A'],
    [{ action: 'Scan', on: books }, 'A'],
    [{ action: 'PutItem', on: books }, 'D'],
    [{ action: 'DescribeTable', on: books }, 'D'],
  ],
  [
    'one index and its table',
    identity(allow(['Query', 'Scan'], indexTop)),
    [{ action: 'Query', on: indexTop }, 'A'],
    [{ action: 'Scan', on: indexTop }, 'A'],
    [{ action: 'Query' }, 'D'],
    [{ action: 'Query', on: `${tableT}/index/Other` }, 'D'],
  ],
  [
    'items of a table, and streams of all',
    identity(
      allow(
        ['BatchGetItem', 'GetItem', 'Query', 'Scan', 'BatchWriteItem', 'PutItem', 'UpdateItem'],
        books,
      ),
      allow(['GetShardIterator', 'GetRecords', 'DescribeStream', 'ListStreams'], '*'),
    ),
    [{ action: 'UpdateItem', on: books }, 'A'],
    [{ action: 'DeleteItem', on: books }, 'D'],
    [{ action: 'GetRecords', on: stream }, 'A'],
    [{ action: 'ListStreams', on: '*' }, 'A'],
    [{ action: 'ListTables', on: '*' }, 'D'],
  ],
  [
    'separate environments by name',
    identity(allow('*', `arn:aws:dynamodb:us-west-2:${accountA}:table/\${aws:username}_*`)),
    [{ action: 'PutItem', on: books.replace('Books', 'alice_Books'), keys: named }, 'A'],
    [{ action: 'PutItem', on: books.replace('Books', 'bob_Books'), keys: named }, 'D'],
    [{ action: 'PutItem', on: books, keys: named }, 'D'],
  ],
  [
    'no purchases',
    identity(allow('*', '*'), deny('PurchaseReservedCapacityOfferings', '*')),
    [{ action: 'PurchaseReservedCapacityOfferings', on: '*' }, 'X'],
    [{ action: 'DescribeReservedCapacity', on: '*' }, 'A'],
  ],
  [
    'a stream without its table',
    identity(
      allow(
        ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
        `${tableT}/stream/*`,
      ),
      deny(['GetItem', 'Query', 'Scan'], tableT),
    ),
    [{ action: 'GetRecords', on: stream }, 'A'],
    [{ action: 'GetItem' }, 'X'],
    [{ action: 'GetRecords', on: `${tableH}/stream/x` }, 'D'],
  ],
  [
    'web identities: own items',
    identity(
      allow(['GetItem', 'Query', 'PutItem'], tableT, {
        'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['${www.amazon.com:user_id}'] },
      }),
    ),
    [{ action: 'GetItem', keys: { LeadingKeys: ['ann'], 'www.amazon.com:user_id': 'ann' } }, 'A'],
    [{ action: 'GetItem', keys: { LeadingKeys: ['bob'], 'www.amazon.com:user_id': 'ann' } }, 'D'],
    [{ action: 'GetItem', keys: { LeadingKeys: ['ann'], 'graph.facebook.com:id': 'ann' } }, 'D'],
  ],
  [
    'statements only by partition, and no writes',
    identity(
      allow('PartiQLSelect', '*'),
      deny('PartiQLSelect', '*', { Bool: { 'dynamodb:FullTableScan': ['true'] } }),
      deny(['PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'], '*'),
    ),
    [{ action: 'PartiQLSelect', keys: { FullTableScan: 'false' } }, 'A'],
    [{ action: 'PartiQLSelect', keys: { FullTableScan: 'true' } }, 'X'],
    [{ action: 'PartiQLUpdate' }, 'X'],
  ],
  [
    'tables by tag of the caller',
    identity(
      allow('*', '*', { StringEquals: { 'aws:ResourceTag/team': '${aws:PrincipalTag/team}' } }),
    ),
    [{ action: 'Scan', keys: { 'aws:ResourceTag/team': 'a', 'aws:PrincipalTag/team': 'a' } }, 'A'],
    [{ action: 'Scan', keys: { 'aws:ResourceTag/team': 'a', 'aws:PrincipalTag/team': 'b' } }, 'D'],
    [{ action: 'Scan', keys: { 'aws:ResourceTag/team': 'a' } }, 'D'],
    [{ action: 'Scan', keys: { 'aws:PrincipalTag/team': 'a' } }, 'D'],
  ],
]

const window: StatementText = allow('*', '*', {
  DateGreaterThan: { 'aws:CurrentTime': '2026-04-01T00:00:00Z' },
  DateLessThan: { 'aws:CurrentTime': '2026-06-30T23:59:59Z' },
})
const mfa = { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } }
const regions = { StringEquals: { 'aws:RequestedRegion': ['eu-central-1', 'eu-west-1'] } }

const iam: readonly Row[] = [
  [
    'between two dates',
    identity(window),
    [{ action: 'GetItem', keys: times('2026-05-01T00:00:00Z') }, 'A'],
    [{ action: 'GetItem', keys: times('2026-03-31T23:59:59Z') }, 'D'],
    [{ action: 'GetItem', keys: times('2026-07-01T00:00:00Z') }, 'D'],
    [{ action: 'GetItem' }, 'D'],
  ],
  [
    'some regions only',
    identity(allow('*', '*'), {
      Effect: 'Deny',
      NotAction: ['iam:*', 'sts:*'],
      Resource: '*',
      Condition: { StringNotEquals: regions.StringEquals },
    }),
    [{ action: 'GetItem', keys: { 'aws:RequestedRegion': 'eu-west-1' } }, 'A'],
    [{ action: 'GetItem', keys: { 'aws:RequestedRegion': 'us-east-1' } }, 'X'],
    [{ action: 'iam:GetUser', keys: { 'aws:RequestedRegion': 'us-east-1' } }, 'D'],
  ],
  [
    'nothing without a second factor',
    identity(allow(['*', 'iam:*'], '*'), {
      Effect: 'Deny',
      NotAction: ['iam:ListUsers', 'sts:GetSessionToken'],
      Resource: '*',
      Condition: mfa,
    }),
    [{ action: 'GetItem' }, 'X'],
    [{ action: 'GetItem', keys: { 'aws:MultiFactorAuthPresent': 'false' } }, 'X'],
    [{ action: 'GetItem', keys: { 'aws:MultiFactorAuthPresent': 'true' } }, 'A'],
    [{ action: 'iam:ListUsers', on: '*' }, 'A'],
  ],
  [
    'own folder of a bucket',
    identity(
      allow('s3:ListBucket', bucket, { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } }),
      allow(['s3:GetObject', 's3:PutObject'], inHome),
    ),
    [{ action: 's3:GetObject', on: `${bucket}/home/alice/a`, keys: named }, 'A'],
    [{ action: 's3:GetObject', on: `${bucket}/home/bob/a`, keys: named }, 'D'],
    [{ action: 's3:ListBucket', on: bucket, keys: { ...named, 's3:prefix': 'home/alice/x' } }, 'A'],
    [{ action: 's3:ListBucket', on: bucket, keys: { ...named, 's3:prefix': 'home/bob/x' } }, 'D'],
    [{ action: 's3:ListBucket', on: bucket, keys: { ...named, 's3:prefix': '' } }, 'D'],
  ],
  [
    'own keys of a user',
    identity(allow('iam:*AccessKey*', `arn:aws:iam::${accountA}:user/\${aws:username}`)),
    [
      { action: 'iam:CreateAccessKey', on: `arn:aws:iam::${accountA}:user/alice`, keys: named },
      'A',
    ],
    [{ action: 'iam:DeleteAccessKey', on: `arn:aws:iam::${accountA}:user/bob`, keys: named }, 'D'],
    [{ action: 'iam:DeleteUser', on: `arn:aws:iam::${accountA}:user/alice`, keys: named }, 'D'],
  ],
  [
    'from some addresses, except for services',
    identity(
      allow('*', '*'),
      deny('*', '*', {
        NotIpAddress: { 'aws:SourceIp': ['192.0.2.0/24', '203.0.113.0/24'] },
        Bool: { 'aws:ViaAWSService': 'false' },
      }),
    ),
    [
      { action: 'GetItem', keys: { 'aws:SourceIp': '192.0.2.1', 'aws:ViaAWSService': 'false' } },
      'A',
    ],
    [
      { action: 'GetItem', keys: { 'aws:SourceIp': '198.51.100.1', 'aws:ViaAWSService': 'false' } },
      'X',
    ],
    [
      { action: 'GetItem', keys: { 'aws:SourceIp': '198.51.100.1', 'aws:ViaAWSService': 'true' } },
      'A',
    ],
  ],
  [
    'NotAction that allows, with another statement',
    identity({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }, allow('iam:GetUser', '*')),
    [{ action: 'DeleteTable' }, 'A'],
    [{ action: 'iam:GetUser', on: '*' }, 'A'],
    [{ action: 'iam:CreateUser', on: '*' }, 'D'],
  ],
  [
    'NotResource that denies',
    identity(allow('*', '*'), {
      Effect: 'Deny',
      Action: 'dynamodb:*',
      NotResource: [tableT, `${tableT}/*`],
    }),
    [{ action: 'GetItem' }, 'A'],
    [{ action: 'Query', on: indexTop }, 'A'],
    [{ action: 'GetItem', on: tableH }, 'X'],
    [{ action: 'ListTables', on: '*' }, 'X'],
  ],
  [
    'a boundary with more, and with less',
    {
      ...identity(allow(['GetItem', 'PutItem'], '*')),
      boundary: policyOf(allow(['GetItem', 's3:*'], '*')),
    },
    [{ action: 'GetItem' }, 'A'],
    [{ action: 'PutItem' }, 'D'],
    [{ action: 's3:GetObject', on: bucket }, 'D'],
  ],
  [
    'a default for a tag that is missing',
    identity(allow('*', `${bucket}/\${aws:PrincipalTag/team, 'company-wide'}/*`)),
    [{ action: 'GetItem', on: `${bucket}/company-wide/a` }, 'A'],
    [{ action: 'GetItem', on: `${bucket}/blue/a`, keys: { 'aws:PrincipalTag/team': 'blue' } }, 'A'],
  ],
  [
    'sessions of yesterday',
    identity(
      allow('*', '*'),
      deny('*', '*', { DateLessThan: { 'aws:TokenIssueTime': '2026-11-15T00:00:00Z' } }),
    ),
    [
      {
        action: 'GetItem',
        as: sessionOf('s'),
        keys: { 'aws:TokenIssueTime': '2026-11-14T12:00:00Z' },
      },
      'X',
    ],
    [
      {
        action: 'GetItem',
        as: sessionOf('s'),
        keys: { 'aws:TokenIssueTime': '2026-11-15T12:00:00Z' },
      },
      'A',
    ],
    [{ action: 'GetItem' }, 'A'],
  ],
  [
    'everyone of an organization',
    {
      resource: resourcePolicy({
        Effect: 'Allow',
        Action: 'dynamodb:GetItem',
        Resource: tableT,
        Principal: '*',
        Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } },
      }),
    },
    [{ action: 'GetItem', as: carol, keys: { 'aws:PrincipalOrgID': 'o-1' } }, 'A'],
    [{ action: 'GetItem', as: carol, keys: { 'aws:PrincipalOrgID': 'o-2' } }, 'D'],
    [{ action: 'GetItem', as: carol }, 'D'],
  ],
]

describe('the guide to DynamoDB', () => {
  for (const [name, sets, ...cases] of dynamodb) checkCases(name, sets, cases)
})

describe('the guide to IAM', () => {
  for (const [name, sets, ...cases] of iam) checkCases(name, sets, cases)
})
