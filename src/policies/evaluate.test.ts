/** Decisions of several kinds of policy, within an account and across accounts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PolicySets } from './policy-sets.js'
import {
  accountA,
  accountB,
  alice,
  allow,
  bob,
  carol,
  checkCases,
  decisionOn,
  deny,
  identity,
  indexTop,
  policyOf,
  resourcePolicy,
  roleArn,
  rootOfA,
  sessionOf,
  tableT,
  user,
  type StatementText,
} from './policy-suite.js'

describe('several kinds of policy', () => {
  const get = { action: 'GetItem' }
  const everything = allow('*', '*')
  const s3 = policyOf(allow('s3:*', '*'))
  const grant = (Principal: unknown, Condition?: StatementText['Condition']): StatementText => ({
    Effect: 'Allow',
    Action: 'dynamodb:GetItem',
    Resource: tableT,
    Principal,
    ...(Condition && { Condition }),
  })
  const aliceArn = (alice as { arn: string }).arn
  checkCases('none at all', {}, [
    [get, 'D'],
    [{ ...get, as: rootOfA }, 'A'],
  ])
  checkCases('a Deny ends it', identity(everything, deny('GetItem', tableT)), [
    [get, 'X'],
    [{ action: 'Query' }, 'A'],
  ])
  checkCases('a boundary', { ...identity(everything), boundary: s3 }, [[get, 'D']])
  checkCases(
    'a table that names a user needs no boundary',
    {
      boundary: s3,
      resource: resourcePolicy(grant({ AWS: aliceArn })),
    },
    [[get, 'A']],
  )
  const toRole = resourcePolicy(grant({ AWS: roleArn }))
  const asSession = { ...get, as: sessionOf('s1') }
  checkCases('a table that names a role', { resource: toRole }, [[asSession, 'A']])
  checkCases('… within its boundary', { resource: toRole, boundary: s3 }, [[asSession, 'D']])
  checkCases('… and session', { resource: toRole, session: [s3] }, [[asSession, 'D']])
  checkCases(
    'a table that names an account only delegates',
    {
      resource: resourcePolicy(grant({ AWS: accountA })),
    },
    [[get, 'D']],
  )
  checkCases(
    'a table for everyone with a role',
    {
      resource: resourcePolicy(grant('*', { ArnEquals: { 'aws:PrincipalArn': roleArn } })),
    },
    [
      [{ ...asSession, keys: { 'aws:PrincipalArn': roleArn } }, 'A'],
      [{ ...get, keys: { 'aws:PrincipalArn': aliceArn } }, 'D'],
    ],
  )
  const control = { kind: 'service control policy', policies: [s3] } as const
  checkCases('a policy around the account', { ...identity(everything), ceilings: [control] }, [
    [get, 'D'],
  ])
  const refusal = {
    kind: 'resource control policy',
    policies: [policyOf([everything, deny('*', '*')])],
  } as const
  checkCases('… that denies', { ...identity(everything), ceilings: [refusal] }, [[get, 'X']])
  const narrow = policyOf(
    allow('GetItem', '*', { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['t1'] } }),
  )
  checkCases('a session narrows', { ...identity(everything), session: [narrow] }, [
    [{ ...asSession, keys: { LeadingKeys: ['t2'] } }, 'D'],
    [{ ...asSession, keys: { LeadingKeys: ['t1'] } }, 'A'],
  ])
  const toSession = grant({ AWS: `arn:aws:sts::${accountA}:assumed-role/R/s1` })
  checkCases(
    'a table that names a session',
    { resource: resourcePolicy(toSession), session: [s3] },
    [
      [asSession, 'A'],
      [{ ...get, as: sessionOf('s2') }, 'D'],
    ],
  )
  const federated = {
    kind: 'federated',
    account: accountA,
    userArn: aliceArn,
    sessionArn: `arn:aws:sts::${accountA}:federated-user/f`,
  } as const
  checkCases('a federated session without a policy', identity(everything), [
    [{ ...get, as: federated }, 'D'],
  ])
  checkCases(
    'a Deny of the role holds in its session',
    {
      ...identity(everything, deny('DeleteItem', '*')),
      session: [policyOf(everything)],
    },
    [[{ ...asSession, action: 'DeleteItem' }, 'X']],
  )
  const except: StatementText = {
    Effect: 'Deny',
    Action: '*',
    Resource: tableT,
    NotPrincipal: { AWS: [aliceArn, accountA] },
  }
  checkCases('all but a principal', { ...identity(everything), resource: resourcePolicy(except) }, [
    [get, 'A'],
    [{ ...get, as: carol }, 'X'],
  ])
  checkCases(
    'a condition on a table narrows nothing that is allowed anyway',
    {
      ...identity(everything),
      resource: resourcePolicy(
        grant(
          { AWS: aliceArn },
          { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['UserId'] } },
        ),
      ),
    },
    [[{ ...get, keys: { Attributes: ['SSN'] } }, 'A']],
  )
})

describe('another account', () => {
  const get = { action: 'GetItem', as: bob }
  const toB: StatementText = {
    Effect: 'Allow',
    Action: 'dynamodb:GetItem',
    Resource: tableT,
    Principal: { AWS: accountB },
  }
  const bobArn = (bob as { arn: string }).arn
  checkCases(
    'both sides must allow',
    { ...identity(allow('GetItem', tableT)), resource: resourcePolicy(toB) },
    [
      [get, 'A'],
      [{ ...get, action: 'PutItem' }, 'D'],
    ],
  )
  checkCases(
    'the table alone does not do',
    { resource: resourcePolicy({ ...toB, Principal: { AWS: bobArn } }) },
    [[get, 'D']],
  )
  checkCases('the user alone does not do', identity(allow('*', '*')), [[get, 'D']])
  checkCases(
    'a table is not its indexes there either',
    {
      ...identity(allow('*', '*')),
      resource: resourcePolicy({ ...toB, Action: 'dynamodb:Query' }),
    },
    [[{ action: 'Query', as: bob, on: indexTop }, 'D']],
  )
  checkCases('anybody else in that account needs rights too', { resource: resourcePolicy(toB) }, [
    [{ ...get, as: user('carol') }, 'D'],
  ])
})

describe('a decision', () => {
  it('names the statement that made it', () => {
    const sets = identity(allow('*', '*'), { ...deny('GetItem', '*'), Sid: 'no reading' } as never)
    const found = decisionOn({ action: 'GetItem' }, sets)
    assert.ok(found.kind === 'denied')
    assert.deepEqual(
      [found.by.policyKind, found.by.number, found.by.statement.sid],
      ['identity-based policy', 1, 'no reading'],
    )
  })

  it('names the kind of policy that is missing', () => {
    const s3 = policyOf(allow('s3:*', '*'))
    const missing = (sets: Partial<PolicySets>) => {
      const found = decisionOn({ action: 'GetItem', as: sessionOf('s') }, sets)
      return found.kind === 'not-allowed' ? found.missing : found.kind
    }
    const all = identity(allow('*', '*'))
    assert.equal(missing({}), 'identity-based policy')
    assert.equal(missing({ ...all, boundary: s3 }), 'permissions boundary')
    assert.equal(missing({ ...all, session: [s3] }), 'session policy')
  })
})
