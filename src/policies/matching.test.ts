/** Actions, resources, variables and the keys that every request has. */
import { describe } from 'node:test'
import {
  accountA,
  accountB,
  alice,
  allow,
  checkCases,
  deny,
  identity,
  indexTop,
  policyOf,
  roleArn,
  sessionOf,
  tableH,
  tableT,
  type AskedRequest,
} from './policy-suite.js'

describe('actions and resources', () => {
  const table = (name: string) => `arn:aws:dynamodb:us-west-2:${accountA}:table/${name}`
  checkCases('a table is not its indexes', identity(allow('*', tableT)), [
    [{ action: 'Query', on: indexTop }, 'D'],
    [{ action: 'Query' }, 'A'],
  ])
  checkCases('its indexes as well', identity(allow('*', [tableT, `${tableT}/index/*`])), [
    [{ action: 'Query', on: indexTop }, 'A'],
  ])
  checkCases('a wildcard crosses slashes', identity(allow('*', table('Game*'))), [
    [{ action: 'Query', on: indexTop }, 'A'],
    [{ action: 'GetRecords', on: `${tableT}/stream/2026-01-01T00:00:00.000` }, 'A'],
    [{ action: 'GetItem', on: tableH }, 'D'],
  ])
  checkCases(
    'actions are compared without case, resources with it',
    identity({ Effect: 'Allow', Action: 'DYNAMODB:getitem', Resource: tableT }),
    [
      [{ action: 'GetItem' }, 'A'],
      [{ action: 'GetItem', on: tableT.toLowerCase() }, 'D'],
    ],
  )
  checkCases(
    'wildcards in actions',
    identity({ Effect: 'Allow', Action: 'dynamodb:Get*', Resource: '*' }),
    [
      [{ action: 'BatchGetItem' }, 'D'],
      [{ action: 'GetRecords' }, 'A'],
      [{ action: 's3:GetObject' }, 'D'],
    ],
  )
  checkCases(
    'all but an action',
    identity({ Effect: 'Allow', NotAction: 'dynamodb:DeleteTable', Resource: '*' }),
    [
      [{ action: 'GetItem' }, 'A'],
      [{ action: 'DeleteTable' }, 'D'],
    ],
  )
  checkCases(
    'all but a resource',
    identity(allow('*', '*'), { Effect: 'Deny', Action: 'dynamodb:*', NotResource: tableT }),
    [
      [{ action: 'GetItem' }, 'A'],
      [{ action: 'GetItem', on: tableH }, 'X'],
      [{ action: 'Query', on: indexTop }, 'X'],
    ],
  )
  const lists = { action: 'ListTables', on: table('*') }
  checkCases('listing tables, of one table', identity(allow('ListTables', tableT)), [[lists, 'D']])
  checkCases('listing tables, of all', identity(allow('ListTables', table('*'))), [[lists, 'A']])
  checkCases('listing tables, of anything', identity(allow('ListTables', '*')), [[lists, 'A']])
  checkCases(
    'an action without a resource needs *',
    identity(allow('DescribeLimits', table('*'))),
    [[{ action: 'DescribeLimits', on: '*' }, 'D']],
  )
  checkCases(
    'a short ARN in a policy of a principal is filled up',
    identity(allow('GetItem', 'arn:aws:dynamodb')),
    [[{ action: 'GetItem' }, 'A']],
  )
})

describe('variables', () => {
  const table = (name: string) => `arn:aws:dynamodb:us-west-2:${accountA}:table/${name}`
  const named = { 'aws:username': 'alice' }
  const byName = allow('*', table('${aws:username}'))
  const own = { action: 'GetItem', on: table('alice') }
  checkCases('are replaced', identity(byName), [
    [{ ...own, keys: named }, 'A'],
    [{ ...own, as: sessionOf('s1') }, 'D'],
    [{ ...own, on: table('bob'), keys: named }, 'D'],
    [{ ...own, on: table('a'), keys: { 'aws:username': '*' } }, 'D'],
  ])
  checkCases(
    'are text in the older version',
    { identity: [policyOf(byName, { version: '2008-10-17' })] },
    [
      [{ ...own, keys: named }, 'D'],
      [{ ...own, on: table('${aws:username}'), keys: named }, 'A'],
    ],
  )
  checkCases('have defaults', identity(allow('*', table("t-${aws:PrincipalTag/team, 'none'}"))), [
    [{ action: 'GetItem', on: table('t-none') }, 'A'],
    [{ action: 'GetItem', on: table('t-red'), keys: { 'aws:PrincipalTag/team': 'red' } }, 'A'],
    [{ action: 'GetItem', on: table('t-none'), keys: { 'aws:PrincipalTag/team': 'red' } }, 'D'],
  ])
  checkCases('can stand for a wildcard itself', identity(allow('*', table('a${*}b'))), [
    [{ action: 'GetItem', on: table('axb') }, 'D'],
    [{ action: 'GetItem', on: table('a*b') }, 'A'],
  ])
  const subject = 'cognito-identity.amazonaws.com:sub'
  checkCases(
    'stand in conditions too',
    identity(
      allow('GetItem', tableT, {
        'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [`\${${subject}}`] },
      }),
    ),
    [
      [{ action: 'GetItem', keys: { LeadingKeys: ['me'], [subject]: 'me' } }, 'A'],
      [{ action: 'GetItem', keys: { LeadingKeys: ['you'], [subject]: 'me' } }, 'D'],
      [{ action: 'GetItem', keys: { LeadingKeys: ['me'] } }, 'D'],
    ],
  )
})

describe('keys of every request', () => {
  const everything = allow('*', '*')
  const ask = (keys: AskedRequest['keys']): AskedRequest => ({ action: 'GetItem', keys })
  const network = { 'aws:SourceIp': '203.0.113.0/24' }
  checkCases('addresses', identity(allow('*', '*', { IpAddress: network })), [
    [ask({ 'aws:SourceIp': '203.0.113.9' }), 'A'],
    [ask({ 'aws:SourceIp': '198.51.100.1' }), 'D'],
    [ask({ 'aws:SourceIp': '::ffff:203.0.113.9' }), 'D'],
    [ask({}), 'D'],
  ])
  checkCases(
    'addresses, negated',
    identity(everything, deny('*', '*', { NotIpAddress: network })),
    [
      [ask({}), 'X'],
      [ask({ 'aws:SourceIp': '203.0.113.9' }), 'A'],
    ],
  )
  checkCases(
    'TLS',
    identity(everything, deny('*', '*', { Bool: { 'aws:SecureTransport': 'false' } })),
    [
      [ask({ 'aws:SecureTransport': 'false' }), 'X'],
      [ask({ 'aws:SecureTransport': 'true' }), 'A'],
    ],
  )
  const factor = { 'aws:MultiFactorAuthPresent': 'false' }
  checkCases(
    'a second factor, if it is known',
    identity(everything, deny('*', '*', { BoolIfExists: factor })),
    [[ask({}), 'X']],
  )
  checkCases('a second factor', identity(everything, deny('*', '*', { Bool: factor })), [
    [ask({}), 'A'],
  ])
  checkCases(
    'tags, negated',
    identity(everything, deny('*', '*', { StringNotEquals: { 'aws:ResourceTag/env': 'prod' } })),
    [
      [ask({}), 'X'],
      [ask({ 'aws:ResourceTag/env': 'prod' }), 'A'],
    ],
  )
  checkCases(
    'tags',
    identity(allow('*', '*', { StringEquals: { 'aws:resourcetag/ENV': 'prod' } })),
    [
      [ask({ 'aws:ResourceTag/env': 'prod' }), 'A'],
      [ask({}), 'D'],
      [ask({ 'aws:ResourceTag/env': 'PROD' }), 'D'],
    ],
  )
  checkCases('absence', identity(allow('*', '*', { Null: { 'aws:TokenIssueTime': 'true' } })), [
    [ask({}), 'A'],
    [ask({ 'aws:TokenIssueTime': '2026-01-01T00:00:00Z' }), 'D'],
  ])
  checkCases(
    'ARNs',
    identity(
      allow('*', '*', { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${accountA}:role/*` } }),
    ),
    [
      [ask({ 'aws:PrincipalArn': roleArn }), 'A'],
      [ask({ 'aws:PrincipalArn': (alice as { arn: string }).arn }), 'D'],
    ],
  )
  checkCases(
    'accounts',
    identity(
      allow('*', '*', { StringNotEquals: { 'aws:PrincipalAccount': [accountA, accountB] } }),
    ),
    [[ask({ 'aws:PrincipalAccount': accountA }), 'D']],
  )
  const tagged = identity(
    allow('CreateTable', '*', {
      StringEquals: { 'aws:RequestTag/env': 'dev' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': ['env'] },
    }),
  )
  const create = (keys: AskedRequest['keys']) => ({ action: 'CreateTable', keys })
  checkCases('tags of a request', tagged, [
    [create({ 'aws:RequestTag/env': 'dev', 'aws:TagKeys': ['env'] }), 'A'],
    [create({ 'aws:RequestTag/env': 'dev', 'aws:TagKeys': ['env', 'x'] }), 'D'],
    [create({}), 'D'],
  ])
  const past = { DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } }
  checkCases('dates', identity(allow('*', '*', past)), [
    [ask({ 'aws:CurrentTime': '2026-11-15T00:00:00Z' }), 'D'],
    [ask({ 'aws:CurrentTime': '2019-12-31T23:59:59Z' }), 'A'],
    [ask({ 'aws:CurrentTime': '1577836799' }), 'A'],
  ])
  checkCases(
    'numbers',
    identity(allow('*', '*', { NumericLessThan: { 'aws:MultiFactorAuthAge': '3600' } })),
    [
      [ask({}), 'D'],
      [ask({ 'aws:MultiFactorAuthAge': '60' }), 'A'],
      [ask({ 'aws:MultiFactorAuthAge': 'sixty' }), 'D'],
    ],
  )
  checkCases(
    'like, over a list',
    identity(allow('*', '*', { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['u1*'] } })),
    [
      [ask({ LeadingKeys: ['u1-x'] }), 'A'],
      [ask({ LeadingKeys: ['u2'] }), 'D'],
    ],
  )
})
