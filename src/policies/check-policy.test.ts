/** What is found in policies that can be read and are probably not meant like this. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkPolicy } from './check-policy.js'
import { allow, deny, indexTop, policyOf, tableH, tableT } from './policy-suite.js'

describe('mistakes in a policy', () => {
  const findings = (statement: Parameters<typeof policyOf>[0], version?: string) =>
    checkPolicy(policyOf(statement, { version }).policy).map(({ text }) => text)

  it('are not found where there are none', () => {
    const leading = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['u1'] } }
    assert.deepEqual(findings(allow(['GetItem', 'Query'], tableT, leading)), [])
  })

  it('are actions that do not exist', () => {
    assert.deepEqual(findings(allow(['GetItems', 'Put*'], tableT)), [
      'DynamoDB has no action dynamodb:GetItems.',
    ])
  })

  it('are operators that never match, and keys that requests do not carry', () => {
    const bare = { StringEquals: { 'dynamodb:LeadingKeys': 'u1' } }
    assert.deepEqual(findings(allow(['GetItem', 'Scan'], tableT, bare)), [
      'StringEquals never matches dynamodb:LeadingKeys, which holds a list: write ForAllValues:StringEquals or ForAnyValue:StringEquals.',
      'dynamodb:LeadingKeys is absent from requests for Scan, so StringEquals never holds there.',
    ])
    const all = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': 'u1' } }
    assert.deepEqual(findings(allow('Scan', tableT, all)), [
      'dynamodb:LeadingKeys is absent from requests for Scan, so ForAllValues:StringEquals always holds there.',
    ])
  })

  it('are rights that reach far', () => {
    assert.deepEqual(findings({ Effect: 'Allow', Action: '*', Resource: '*' }), [
      'It allows every action of every service.',
    ])
    assert.deepEqual(findings({ Effect: 'Deny', Action: '*', Resource: '*' }), [])
  })

  it('are variables that the older version does not know', () => {
    const own = allow('GetItem', 'arn:aws:dynamodb:*:*:table/${aws:username}')
    assert.deepEqual(findings(own), [])
    assert.deepEqual(findings(own, '2008-10-17'), [
      'Without "Version": "2012-10-17" the variable in arn:aws:dynamodb:*:*:table/${aws:username} is plain text.',
    ])
  })

  it('are actions of other services that do not exist, if these are known', () => {
    const { policy } = policyOf(allow(['sts:AssumeRoles', 'sts:AssumeRole', 's3:Nothing'], '*'))
    const known = new Map([['sts', ['AssumeRole']]])
    assert.deepEqual(
      checkPolicy(policy, known).map(({ text }) => text),
      ['sts has no action sts:AssumeRoles.'],
    )
  })

  it('are keys that no request has', () => {
    const equals = (key: string) =>
      findings(allow('GetItem', tableT, { StringEquals: { [key]: 'x' } }))
    assert.deepEqual(equals('dynamodb:ResourceTag/env'), [
      'dynamodb:ResourceTag/env is never there: write aws:ResourceTag/env.',
    ])
    assert.deepEqual(equals('dynamodb:LeadingKey'), [
      'DynamoDB has no key dynamodb:LeadingKey: no request has it.',
    ])
    assert.deepEqual(equals('aws:SourceIP4'), ['There is no key aws:SourceIP4: no request has it.'])
    for (const key of ['aws:sourceip', 'AWS:PrincipalTag/x', 'saml:aud', 'dynamodb:select']) {
      assert.deepEqual(equals(key), [], key)
    }
  })

  it('are values that nothing equals', () => {
    const listed = (operator: string, key: string, value: string) =>
      findings(allow('GetItem', tableT, { [operator]: { [key]: value } }))
    for (const [operator, key, value] of [
      ['NumericLessThan', 'aws:MultiFactorAuthAge', 'an hour'],
      ['DateLessThan', 'aws:CurrentTime', 'tomorrow'],
      ['IpAddress', 'aws:SourceIp', '10.0.0.0/64'],
      ['Bool', 'aws:SecureTransport', 'yes'],
      ['Null', 'aws:TokenIssueTime', 'no'],
    ] as const) {
      assert.deepEqual(listed(operator, key, value), [`${operator} never matches "${value}".`])
    }
    assert.deepEqual(listed('StringEquals', 'aws:userid', 'AROA*'), [
      'StringEquals takes the * in "AROA*" as a character: write StringLike for a wildcard.',
    ])
    assert.deepEqual(listed('StringLike', 'aws:userid', 'AROA*'), [])
  })

  it('are resources of another kind', () => {
    assert.deepEqual(findings(allow(['GetRecords', 'DescribeTable'], tableT)), [
      'dynamodb:GetRecords is done to a stream, and none of the resources is one.',
    ])
    assert.deepEqual(findings(allow('SearchVectors', [tableT, tableH])), [
      'dynamodb:SearchVectors is done to an index, and none of the resources is one.',
    ])
    assert.deepEqual(findings(allow('DescribeLimits', tableT)), [
      'dynamodb:DescribeLimits is done to no resource: it needs *.',
    ])
    assert.deepEqual(findings(allow('Query', indexTop)), [])
    assert.deepEqual(findings(allow('GetRecords', `${tableT}*`)), [])
  })

  it('are entries that say nothing new', () => {
    assert.deepEqual(findings(allow(['Get*', 'GETITEM', 'Query'], tableT)), [
      'dynamodb:GETITEM says nothing new beside dynamodb:Get*.',
    ])
    assert.deepEqual(findings(deny('GetItem', [tableT, '*'])), [
      `${tableT} says nothing new beside *.`,
    ])
    assert.deepEqual(findings(deny(['GetItem', 'GetItem'], '*')), [
      'dynamodb:GetItem says nothing new beside dynamodb:GetItem.',
    ])
  })
})
