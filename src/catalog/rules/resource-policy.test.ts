/** Which documents are accepted as policies of tables and streams, how they read back, and the refusals. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resourcePolicyBytesMax } from '../../model/limits.js'
import { sameDocument } from '../../policies/canonical-policy.js'
import { checkedResourcePolicy, type PolicyOwnerKind } from './resource-policy.js'

const table = 'arn:aws:dynamodb:us-east-1:111122223333:table/T'
const stream = `${table}/stream/2026-10-09T00:29:04.041`
const root = 'arn:aws:iam::111122223333:root'

const allow = {
  Sid: 'Read',
  Effect: 'Allow',
  Principal: { AWS: root },
  Action: 'dynamodb:GetItem',
  Resource: table,
}

type Members = Readonly<Record<string, unknown>>

/** Members that are undefined are left out. */
const policyOf = (...statements: readonly Members[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements })
const withMembers = (members: Members): string => policyOf({ ...allow, ...members })

const documentOf = (text: string, owner: PolicyOwnerKind = 'table'): string =>
  checkedResourcePolicy(text, owner).document

describe('the form in which a policy is read back', () => {
  const minified = policyOf(allow)

  it('is reached from every way to write it', () => {
    const { Sid, Effect, Principal, Action, Resource } = allow
    const same = [
      minified,
      JSON.stringify(JSON.parse(minified), undefined, 4),
      JSON.stringify({
        Statement: [{ Resource, Action, Principal, Effect, Sid }],
        Version: '2012-10-17',
      }),
      JSON.stringify({ Version: '2012-10-17', Statement: allow }),
      withMembers({ Action: [Action], Resource: [Resource] }),
      withMembers({ Principal: { AWS: '111122223333' } }),
      withMembers({ Principal: { AWS: ['111122223333', root] } }),
      withMembers({ Effect: 'allow' }),
      minified.replace('Read', '\\u0052ead'),
    ]
    for (const text of same) assert.equal(documentOf(text), minified, text)
    assert.equal(documentOf(documentOf(same[2]!)), minified)
  })

  it('keeps what AWS keeps', () => {
    const kept = [
      withMembers({ Action: ['dynamodb:Query', 'dynamodb:GetItem'] }),
      withMembers({ Action: ['dynamodb:GetItem', 'dynamodb:GetItem'] }),
      withMembers({ Resource: [`${table}/index/*`, table] }),
      withMembers({ Action: 'dynamodb:getitem' }),
      withMembers({ Sid: undefined }),
    ]
    for (const text of kept) assert.equal(documentOf(text), text)
    const { Action: _action, Resource, ...rest } = allow
    const except = policyOf({ ...rest, NotAction: 'dynamodb:DeleteTable', Resource })
    assert.equal(documentOf(except), except)
    const condition = { StringEquals: { 'aws:PrincipalAccount': ['111122223333'] } }
    const read = documentOf(withMembers({ Condition: condition }))
    assert.match(
      read,
      /"Condition":\{"StringEquals":\{"aws:PrincipalAccount":"111122223333"\}\}\}\]\}$/,
    )
  })

  it('adds the oldest version to a document without one, which stays another document', () => {
    const checked = checkedResourcePolicy(JSON.stringify({ Statement: [allow] }), 'table')
    assert.equal(checked.document, minified.replace('2012-10-17', '2008-10-17'))
    assert.equal(checked.omitsVersion, true)
    assert.equal(checkedResourcePolicy(checked.document, 'table').omitsVersion, undefined)
  })

  it('is compared without regard to the order of members', () => {
    const bounded = (members: Members) => documentOf(withMembers({ Condition: members }))
    const a = { StringEquals: { 'aws:UserId': 'a', 'aws:SourceAccount': 'b' } }
    const b = { StringEquals: { 'aws:SourceAccount': 'b', 'aws:UserId': 'a' } }
    assert.ok(sameDocument(bounded(a), bounded(b)))
    assert.ok(!sameDocument(minified, minified.replace('Read', 'Write')))
  })
})

describe('a policy that a table or stream cannot have', () => {
  function refused(text: string, sentence: string, owner: PolicyOwnerKind = 'table'): void {
    const name = `${owner}: ${sentence.slice(0, 70)}`
    it(name, () => {
      assert.throws(() => checkedResourcePolicy(text, owner), {
        name: 'ValidationException',
        message: `One or more parameter values were invalid: ${sentence}`,
      })
    })
  }
  const invalid = (text: string, sentence: string, owner?: PolicyOwnerKind) =>
    refused(text, `Invalid policy document: ${sentence}`, owner)

  const padded = (bytes: number) => policyOf(allow) + ' '.repeat(bytes - policyOf(allow).length)
  it('may be as long as AWS allows', () => {
    assert.equal(documentOf(padded(resourcePolicyBytesMax)), policyOf(allow))
  })
  refused(padded(resourcePolicyBytesMax + 1), 'Maximum policy size of 20480 bytes exceeded')
  invalid('', 'This policy contains invalid Json')
  invalid('{not json', 'This policy contains invalid Json')
  invalid(policyOf(), 'Could not parse the policy: Statement is empty!')
  invalid(withMembers({ Resource: undefined }), 'Missing required field Resource')
  invalid(withMembers({ Principal: undefined }), 'Missing required field Principal')
  invalid(policyOf(allow, allow), 'The Statement Ids in the policy are not unique')
  invalid(
    withMembers({ Action: ['dynamodb:GetRecords', 'dynamodb:GetItem', 'dynamodb:DescribeStream'] }),
    'The following action names are invalid: "dynamodb:GetRecords", "dynamodb:DescribeStream"',
  )
  invalid(
    withMembers({ Action: 's3:GetObject' }),
    'The following action names are invalid: "s3:GetObject"',
  )
  invalid(
    withMembers({ Resource: stream }),
    `The relative-id "table/T/stream/2026-10-09T00:29:04.041" is invalid for ARN "${stream}".`,
  )
  invalid(
    withMembers({ Action: 'dynamodb:GetRecords', Resource: table }),
    `The relative-id "table/T" is invalid for ARN "${table}".`,
    'stream',
  )
  invalid(
    withMembers({ Resource: stream }),
    'The following action names are invalid: "dynamodb:GetItem"',
    'stream',
  )
  const bare = withMembers({ Principal: '111122223333' })
  invalid(bare, `Syntax error at position (1,${bare.indexOf('"111122223333"') + 1})`)
  const lines = JSON.stringify(JSON.parse(bare), undefined, 2)
  invalid(lines, 'Syntax error at position (7,20)')
  refused(withMembers({ Principal: { AWS: 'alice' } }), 'Invalid principal in policy document.')
  refused(
    withMembers({ Principal: { Federated: 'accounts.google.com' } }),
    'Invalid principal in policy document.',
  )
  invalid(
    withMembers({ Principal: { Service: 'lambda.amazonaws.com' } }),
    'Policy contains invalid service principal',
  )

  it('names what else a table can be shared with', () => {
    for (const Service of ['redshift.amazonaws.com', 'replication.dynamodb.amazonaws.com']) {
      documentOf(withMembers({ Principal: { Service } }))
    }
    for (const Resource of ['*', `${table}/index/by-x`, table.replace('/T', '/Other')]) {
      documentOf(withMembers({ Resource }))
    }
    documentOf(withMembers({ Action: 'dynamodb:*', Resource: stream }), 'stream')
  })
})

describe('a policy for everyone', () => {
  const everyone = (Condition?: Members, Principal: unknown = '*') =>
    withMembers({ Principal, Condition })
  const refused = (text: string) =>
    assert.throws(() => checkedResourcePolicy(text, 'table'), {
      message:
        'Resource-based policy grants unbounded access in one or more elements. Please revise the policy to ensure least-privilege form of access',
    })

  it('is refused unless a condition on something that AWS vouches for bounds it', () => {
    refused(everyone())
    refused(everyone(undefined, { AWS: '*' }))
    refused(everyone({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }))
    refused(everyone({ StringLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/x' } }))
    refused(everyone({ StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } }))
    refused(everyone({ StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' } }))
    refused(everyone({ 'ForAllValues:StringEquals': { 'aws:PrincipalOrgID': 'o-1' } }))
    refused(everyone({ Null: { 'aws:PrincipalOrgID': 'false' } }))
    refused(withMembers({ Principal: undefined, NotPrincipal: { AWS: root } }))
  })

  it('is accepted with one, or if it denies', () => {
    documentOf(everyone({ StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }))
    documentOf(everyone({ ArnEquals: { 'AWS:principalarn': 'arn:aws:iam::111122223333:role/x' } }))
    documentOf(withMembers({ Effect: 'Deny', Principal: '*' }))
  })
})
