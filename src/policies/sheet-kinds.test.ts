/** What our sheet of facts says about tags, streams, backups and several policies together, by its numbers. */
import { describe } from 'node:test'
import {
  accountA,
  accountB,
  alice,
  allow,
  bob,
  carol,
  checkCases,
  deny,
  identity,
  indexTop,
  policyOf,
  resourcePolicy,
  roleArn,
  rootOfA,
  sessionOf,
  tableH,
  tableT,
  type PolicyCase,
  type StatementText,
} from './policy-suite.js'

const everything = allow('*', '*')
const get = { action: 'GetItem' }
const stream = `${tableT}/stream/2026-01-01T00:00:00.000`
const backup = `${tableT}/backup/01791504762511-2779fadd`
const vectors = `${tableT}/index/Vectors`
const aliceArn = `arn:aws:iam::${accountA}:user/alice`
const bobArn = `arn:aws:iam::${accountB}:user/bob`
const s3 = policyOf(allow('s3:*', '*'))

const tagged = (key: string, value: string) => ({ StringEquals: { [key]: value } })
const grant = (Action: string, Principal: unknown, rest: Partial<StatementText> = {}) =>
  resourcePolicy({
    Effect: 'Allow',
    Action: `dynamodb:${Action}`,
    Resource: tableT,
    Principal,
    ...rest,
  })
const refusal = (Action: string, Principal: unknown = '*') =>
  resourcePolicy({ Effect: 'Deny', Action: `dynamodb:${Action}`, Resource: tableT, Principal })

type Row = readonly [name: string, sets: Parameters<typeof checkCases>[1], ...cases: PolicyCase[]]

const production = { 'aws:ResourceTag/environment': 'production' }
const named = ['UserId', 'GameTitle', 'Name']
const projected = { Attributes: named, Select: 'SPECIFIC_ATTRIBUTES' }

const rows: readonly Row[] = [
  [
    '33: actions in any case',
    identity({ Effect: 'Allow', Action: 'DYNAMODB:getitem', Resource: tableT }),
    [get, 'A'],
  ],
  ['33: resources in their own', identity(allow('*', tableT.toLowerCase())), [get, 'D']],
  [
    '34: Get*',
    identity(allow('Get*', '*')),
    [{ action: 'BatchGetItem' }, 'D'],
    [{ action: 'GetRecords', on: stream }, 'A'],
  ],
  [
    '35: a table is not its stream',
    identity(allow(['DescribeStream', 'GetRecords'], tableT)),
    [{ action: 'GetRecords', on: stream }, 'D'],
  ],
  [
    '44: tags of a table',
    identity(allow('UpdateItem', '*', tagged('aws:ResourceTag/environment', 'production'))),
    [{ action: 'UpdateItem', keys: production }, 'A'],
    [{ action: 'UpdateItem' }, 'D'],
    [{ action: 'UpdateItem', keys: { 'aws:ResourceTag/environment': 'test' } }, 'D'],
  ],
  [
    '45: tags of a table, for its index',
    identity(allow('Query', '*', tagged('aws:ResourceTag/environment', 'production'))),
    [{ action: 'Query', on: indexTop, keys: production }, 'A'],
  ],
  [
    '45: a key that is never there',
    identity(allow('UpdateItem', '*', tagged('dynamodb:ResourceTag/environment', 'production'))),
    [{ action: 'UpdateItem', keys: production }, 'D'],
  ],
  [
    '49: tags of a new table',
    identity(
      allow('CreateTable', '*', {
        StringEquals: { 'aws:RequestTag/env': 'dev' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': ['env'] },
      }),
      allow('TagResource', '*'),
    ),
    [{ action: 'CreateTable', keys: { 'aws:RequestTag/env': 'dev', 'aws:TagKeys': ['env'] } }, 'A'],
    [{ action: 'TagResource', keys: { 'aws:RequestTag/env': 'dev', 'aws:TagKeys': ['env'] } }, 'A'],
    [
      {
        action: 'CreateTable',
        keys: { 'aws:RequestTag/env': 'dev', 'aws:RequestTag/x': '1', 'aws:TagKeys': ['env', 'x'] },
      },
      'D',
    ],
    [{ action: 'CreateTable' }, 'D'],
  ],
  [
    '50: a new table',
    identity(allow('CreateTable', tableT)),
    [{ action: 'CreateTable' }, 'A'],
    [{ action: 'TagResource' }, 'D'],
    [{ action: 'PutResourcePolicy' }, 'D'],
  ],
  [
    '54: a table that does not exist',
    identity(allow('UpdateItem', '*')),
    [{ action: 'UpdateItem', on: tableH }, 'A'],
  ],
  ['54: … without a policy', {}, [{ action: 'UpdateItem', on: tableH }, 'D']],
  ['55: no policy', {}, [get, 'D'], [{ ...get, as: rootOfA }, 'A']],
  [
    '61: a policy around the account',
    {
      ...identity(allow('GetItem', '*')),
      ceilings: [{ kind: 'service control policy', policies: [s3] }],
    },
    [get, 'D'],
    [{ ...get, as: rootOfA }, 'D'],
  ],
  [
    '64: a policy on the way',
    {
      ...identity(everything),
      ceilings: [{ kind: 'VPC endpoint policy', policies: [policyOf(allow('Scan', '*'))] }],
    },
    [{ action: 'Query' }, 'D'],
    [{ action: 'Scan' }, 'A'],
  ],
  [
    '69: another account, all actions',
    { ...identity(everything), resource: grant('*', { AWS: accountB }) },
    [{ ...get, as: bob }, 'A'],
    [{ action: 'UpdateTimeToLive', as: bob }, 'A'],
    [{ action: 'Query', as: bob, on: indexTop }, 'D'],
  ],
  [
    '71: a table that cannot be deleted',
    { ...identity(everything), resource: refusal('DeleteTable') },
    [{ action: 'DeleteTable' }, 'X'],
    [{ action: 'DeleteTable', as: rootOfA }, 'X'],
    [{ action: 'DescribeTable' }, 'A'],
  ],
  [
    '72: a table that cannot be changed',
    { ...identity(everything), resource: refusal('UpdateTable') },
    [{ action: 'UpdateTable' }, 'X'],
    [{ action: 'UpdateTimeToLive' }, 'A'],
    [{ action: 'TagResource' }, 'A'],
  ],
  [
    '74: all but some',
    {
      ...identity(everything),
      resource: resourcePolicy({
        Effect: 'Deny',
        Action: 'dynamodb:*',
        Resource: tableT,
        NotPrincipal: { AWS: [aliceArn, `arn:aws:iam::${accountA}:root`] },
      }),
    },
    [get, 'A'],
    [{ ...get, as: carol }, 'X'],
    [{ ...get, as: rootOfA }, 'A'],
    [{ ...get, as: sessionOf('s1') }, 'X'],
  ],
  [
    '74: all but a session',
    {
      ...identity(everything),
      resource: resourcePolicy({
        Effect: 'Deny',
        Action: 'dynamodb:*',
        Resource: tableT,
        NotPrincipal: {
          AWS: [accountA, roleArn, `arn:aws:sts::${accountA}:assumed-role/R/s1`],
        },
      }),
    },
    [{ ...get, as: sessionOf('s1') }, 'A'],
    [{ ...get, as: sessionOf('s2') }, 'X'],
    [get, 'X'],
  ],
  [
    '75: another account, some attributes',
    {
      ...identity(allow('GetItem', tableT)),
      resource: grant(
        'GetItem',
        { AWS: bobArn },
        {
          Condition: {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': named },
            StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
          },
        },
      ),
    },
    [{ ...get, as: bob, keys: projected }, 'A'],
    [{ ...get, as: bob, keys: { ...projected, Select: 'ALL_ATTRIBUTES' } }, 'D'],
    [{ ...get, as: bob, keys: { ...projected, Attributes: [...named, 'SSN'] } }, 'D'],
  ],
  [
    '76: who locks itself out',
    { ...identity(everything), resource: refusal('*ResourcePolicy', { AWS: aliceArn }) },
    [{ action: 'PutResourcePolicy' }, 'X'],
    [{ action: 'DeleteResourcePolicy' }, 'X'],
    [{ action: 'DeleteResourcePolicy', as: rootOfA }, 'A'],
    [{ action: 'DeleteResourcePolicy', as: carol }, 'A'],
  ],
  [
    '78: SearchVectors on a table',
    identity(allow('SearchVectors', tableT)),
    [{ action: 'SearchVectors', on: vectors }, 'D'],
  ],
  [
    '78: SearchVectors on an index',
    identity(allow('SearchVectors', vectors)),
    [{ action: 'SearchVectors', on: vectors }, 'A'],
  ],
  [
    '78: SearchVectors has no Select',
    identity(allow('SearchVectors', vectors, tagged('dynamodb:Select', 'SPECIFIC_ATTRIBUTES'))),
    [{ action: 'SearchVectors', on: vectors }, 'D'],
  ],
  [
    '78: statements about items do not let it through',
    identity(
      allow('*', '*', { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['u1'] } }),
      allow('*', '*', { StringEqualsIfExists: { 'dynamodb:Select': 'COUNT' } }),
    ),
    [{ action: 'SearchVectors', on: vectors }, 'D'],
    [{ action: 'Query', on: indexTop }, 'A'],
  ],
  [
    '79: a restore',
    identity(allow('RestoreTableFromBackup', [backup, tableH])),
    [{ action: 'RestoreTableFromBackup', on: backup }, 'A'],
    [{ action: 'BatchWriteItem', on: tableH }, 'D'],
  ],
  [
    '79: … and its items',
    identity(
      allow('RestoreTableFromBackup', backup),
      allow(
        ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'],
        tableH,
      ),
    ),
    ...['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'].map(
      (action): PolicyCase => [{ action, on: tableH }, 'A'],
    ),
    [{ action: 'PutItem', on: tableT }, 'D'],
  ],
  [
    'a boundary that denies',
    { ...identity(everything), boundary: policyOf([everything, deny('GetItem', '*')]) },
    [get, 'X'],
    [{ action: 'Query' }, 'A'],
  ],
  [
    'a session that denies',
    { ...identity(everything), session: [policyOf([everything, deny('GetItem', '*')])] },
    [{ ...get, as: sessionOf('s1') }, 'X'],
    [{ action: 'Query', as: sessionOf('s1') }, 'A'],
  ],
  [
    'several session policies: one of them has to allow',
    { ...identity(everything), session: [s3, policyOf(allow('GetItem', '*'))] },
    [{ ...get, as: sessionOf('s1') }, 'A'],
    [{ action: 'PutItem', as: sessionOf('s1') }, 'D'],
  ],
  [
    'several policies of a user: one of them has to allow, none may deny',
    { identity: [s3, policyOf(allow('*', '*')), policyOf(deny('PutItem', tableT))] },
    [get, 'A'],
    [{ action: 'PutItem' }, 'X'],
    [{ action: 'PutItem', on: tableH }, 'A'],
    [{ ...get, as: alice }, 'A'],
  ],
]

describe('our sheet of facts, several kinds of policy', () => {
  for (const [name, sets, ...cases] of rows) checkCases(name, sets, cases)
})
