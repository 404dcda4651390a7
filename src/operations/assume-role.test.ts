/** Roles are assumed by whom they trust, for as long and with what AWS allows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IamWrite } from '../iam/iam-store.js'
import { testAccount, testUser, writeOf } from '../iam/iam-suite.js'
import { rootIdentity } from '../iam/identities.js'
import { chainedSessionSecondsMax } from '../model/limits.js'
import { allowing, asUser, callerOf, openSts, roleTrusting } from './sts-suite.js'

const arnOf = (kind: string, name: string) => `arn:aws:iam::${testAccount}:${kind}/${name}`
const roleArn = arnOf('role', 'readers')
const ann = testUser('ann')
const annArn = arnOf('user', 'ann')
const bob = testUser('bob', { inlinePolicies: { assume: allowing('sts:*') } })
const wanted = { RoleArn: roleArn, RoleSessionName: 'work' }
const refused = (arn: string, action = 'sts:AssumeRole', role = roleArn) =>
  `AccessDeniedException: User: ${arn} is not authorized to perform: ${action} on resource: ${role}`

async function opened(...writes: readonly IamWrite[]) {
  const sts = await openSts()
  await sts.put(writeOf('user', ann), writeOf('user', bob), ...writes)
  return sts
}

describe('AssumeRole', () => {
  it('gives a session of the role to whom it names', async () => {
    const role = { path: '/team/', id: 'AROA1' }
    const sts = await opened(roleTrusting('readers', { AWS: annArn }, { role }))
    const RoleArn = arnOf('role', 'team/readers')
    const answer = await sts.call('sts.AssumeRole', { ...wanted, RoleArn }, asUser(ann))
    assert.deepEqual(answer['AssumedRoleUser'], {
      AssumedRoleId: 'AROA1:work',
      Arn: `arn:aws:sts::${testAccount}:assumed-role/readers/work`,
    })
    assert.equal(answer['PackedPolicySize'], undefined)
    const { identity, expiresAtMs } = sts.sessionIn(answer)
    assert.equal(expiresAtMs, Math.floor(sts.clock.now() / 1000) * 1000 + 3_600_000)
    const { session, ...rest } = identity
    assert.deepEqual(rest, {
      kind: 'role',
      account: testAccount,
      arn: `arn:aws:sts::${testAccount}:assumed-role/readers/work`,
      principalArn: RoleArn,
      userId: 'AROA1:work',
      principalId: 'AROA1',
      name: 'readers',
    })
    assert.equal(session!.name, 'work')
  })

  it('is refused to everybody else, in the same words as for a role that is not there', async () => {
    const sts = await opened(roleTrusting('readers', { AWS: annArn }))
    const bobArn = arnOf('user', 'bob')
    assert.equal(await sts.refusal('sts.AssumeRole', wanted, asUser(bob)), refused(bobArn))
    for (const RoleArn of [arnOf('role', 'none'), arnOf('role', 'team/readers'), annArn]) {
      const asked = { ...wanted, RoleArn }
      const expected = refused(annArn, 'sts:AssumeRole', RoleArn)
      assert.equal(await sts.refusal('sts.AssumeRole', asked, asUser(ann)), expected)
    }
  })

  it('needs a policy of the caller if the role trusts the account', async () => {
    const sts = await opened(roleTrusting('readers', { AWS: testAccount }))
    assert.equal(await sts.refusal('sts.AssumeRole', wanted, asUser(ann)), refused(annArn))
    assert.ok((await sts.call('sts.AssumeRole', wanted, asUser(bob))).Credentials)
  })

  it('needs both accounts', async () => {
    const far = '999988887777'
    const [eve, mallory] = ['eve', 'mallory'].map((name) => testUser(name, { account: far }))
    const trusted = { AWS: `arn:aws:iam::${far}:user/eve` }
    const sts = await opened(roleTrusting('readers', trusted))
    await sts.put(writeOf('user', eve!), writeOf('user', mallory!))
    const eveArn = `arn:aws:iam::${far}:user/eve`
    assert.equal(await sts.refusal('sts.AssumeRole', wanted, asUser(eve!)), refused(eveArn))
    const allowed = { ...eve!, inlinePolicies: { a: allowing('sts:AssumeRole', roleArn) } }
    await sts.put(writeOf('user', allowed))
    assert.ok((await sts.call('sts.AssumeRole', wanted, asUser(allowed))).Credentials)
  })

  it('says so if a policy denies it', async () => {
    const Deny = { Effect: 'Deny', Action: 'sts:AssumeRole', Principal: '*' }
    const Allow = { ...Deny, Effect: 'Allow' }
    const trustPolicy = JSON.stringify({ Statement: [Allow, Deny] })
    const sts = await opened(roleTrusting('readers', '*', { role: { trustPolicy } }))
    assert.equal(
      await sts.refusal('sts.AssumeRole', wanted, asUser(ann)),
      `${refused(annArn)} with an explicit deny in the role trust policy`,
    )
  })

  it('of a role whose trust policy cannot be read is refused', async () => {
    const sts = await opened(roleTrusting('readers', '*', { role: { trustPolicy: '{}' } }))
    assert.equal(
      await sts.refusal('sts.AssumeRole', wanted, asUser(bob)),
      refused(arnOf('user', 'bob')),
    )
  })

  it('is not for roots, except where all callers are', async () => {
    const sts = await opened(roleTrusting('readers', '*'))
    const root = rootIdentity(testAccount)
    assert.equal(
      await sts.refusal('sts.AssumeRole', wanted, callerOf(root)),
      'AccessDeniedException: Roles may not be assumed by root accounts.',
    )
    const anyone = { account: testAccount, region: 'us-east-1', accessKeyId: 'any' }
    assert.ok((await sts.call('sts.AssumeRole', wanted, anyone)).Credentials)
    const missing = { ...wanted, RoleArn: arnOf('role', 'none') }
    assert.match(await sts.refusal('sts.AssumeRole', missing, anyone), /not authorized/)
  })

  it('heeds the external id', async () => {
    const Condition = { StringEquals: { 'sts:ExternalId': 'secret' } }
    const sts = await opened(roleTrusting('readers', { AWS: annArn }, { statement: { Condition } }))
    assert.equal(await sts.refusal('sts.AssumeRole', wanted, asUser(ann)), refused(annArn))
    const right = { ...wanted, ExternalId: 'secret' }
    assert.ok((await sts.call('sts.AssumeRole', right, asUser(ann))).Credentials)
  })

  it('lasts as long as it is asked for, within the role’s limit', async () => {
    const sts = await opened(
      roleTrusting('readers', { AWS: annArn }, { role: { sessionSecondsMax: 7200 } }),
    )
    const lasting = (DurationSeconds: number) => ({ ...wanted, DurationSeconds })
    const { expiresAtMs } = sts.sessionIn(
      await sts.call('sts.AssumeRole', lasting(7200), asUser(ann)),
    )
    assert.equal(expiresAtMs, Math.floor(sts.clock.now() / 1000) * 1000 + 7_200_000)
    assert.equal(
      await sts.refusal('sts.AssumeRole', lasting(7201), asUser(ann)),
      'ValidationException: The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    )
    for (const seconds of [899, 43_201]) {
      assert.match(
        await sts.refusal('sts.AssumeRole', lasting(seconds), asUser(ann)),
        /1 validation/,
      )
    }
  })

  it('from a session lasts an hour at most', async () => {
    const sts = await opened(roleTrusting('readers', '*', { role: { sessionSecondsMax: 43_200 } }))
    const first = sts.sessionIn(await sts.call('sts.AssumeRole', wanted, asUser(ann)))
    const chained = (DurationSeconds: number) => ({ ...wanted, DurationSeconds })
    const by = callerOf(first.identity)
    assert.ok((await sts.call('sts.AssumeRole', chained(chainedSessionSecondsMax), by)).Credentials)
    assert.equal(
      await sts.refusal('sts.AssumeRole', chained(chainedSessionSecondsMax + 1), by),
      'ValidationException: The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining.',
    )
  })

  it('refuses ARNs of nothing, and second factors', async () => {
    const sts = await opened(roleTrusting('readers', '*'))
    const refusal = (more: object) =>
      sts.refusal('sts.AssumeRole', { ...wanted, ...more }, asUser(ann))
    assert.equal(
      await refusal({ RoleArn: 'readers-of-all-the-books' }),
      'ValidationException: readers-of-all-the-books is invalid',
    )
    assert.equal(
      await refusal({ RoleArn: 'arn:aws:iam::12:role/readers' }),
      'ValidationException: Request ARN is invalid',
    )
    const device = { SerialNumber: 'arn:aws:iam::1:mfa/x', TokenCode: '123456' }
    assert.match(await refusal(device), /^AccessDeniedException: MultiFactorAuthentication failed/)
  })
})

describe('a session of a role', () => {
  const tags = [{ Key: 'team', Value: 'red' }]

  it('has tags if the role trusts them', async () => {
    const statement = { Action: ['sts:AssumeRole', 'sts:TagSession'] }
    const sts = await opened(
      roleTrusting('readers', { AWS: annArn }),
      roleTrusting('tagged', { AWS: annArn }, { statement }),
    )
    const asked = { ...wanted, Tags: tags }
    assert.equal(
      await sts.refusal('sts.AssumeRole', asked, asUser(ann)),
      refused(annArn, 'sts:TagSession'),
    )
    const answer = await sts.call(
      'sts.AssumeRole',
      { ...asked, RoleArn: arnOf('role', 'tagged'), TransitiveTagKeys: ['TEAM'] },
      asUser(ann),
    )
    assert.ok((answer['PackedPolicySize'] as number) > 0)
    const { tags: held, transitiveTagKeys } = sts.sessionIn(answer).identity.session!
    assert.deepEqual([held, transitiveTagKeys], [[{ key: 'team', value: 'red' }], ['TEAM']])
  })

  it('passes transitive tags and the source identity on', async () => {
    const statement = {
      Action: ['sts:AssumeRole', 'sts:TagSession', 'sts:SetSourceIdentity'],
      Condition: { StringEqualsIfExists: { 'aws:RequestTag/team': 'red' } },
    }
    const sts = await opened(roleTrusting('readers', '*', { statement }))
    const first = await sts.call(
      'sts.AssumeRole',
      {
        ...wanted,
        Tags: [...tags, { Key: 'other', Value: 'x' }],
        TransitiveTagKeys: ['team'],
        SourceIdentity: 'ann',
      },
      asUser(ann),
    )
    assert.equal(first['SourceIdentity'], 'ann')
    const by = callerOf(sts.sessionIn(first).identity)
    const next = await sts.call('sts.AssumeRole', { ...wanted, SourceIdentity: 'eve' }, by)
    const { session } = sts.sessionIn(next).identity
    assert.deepEqual(
      [session!.tags, session!.transitiveTagKeys, session!.sourceIdentity],
      [[{ key: 'team', value: 'red' }], ['team'], 'ann'],
    )
    assert.equal(
      await sts.refusal('sts.AssumeRole', { ...wanted, Tags: tags }, by),
      "InvalidParameterValue: One of the specified transitive tag keys can't be set because it conflicts with a transitive tag key from the calling session.",
    )
  })

  it('has no tags that cannot be', async () => {
    const sts = await opened(roleTrusting('readers', '*'))
    const refusal = (more: object) =>
      sts.refusal('sts.AssumeRole', { ...wanted, ...more }, asUser(ann))
    const twice = [...tags, { Key: 'Team', Value: 'blue' }]
    assert.match(await refusal({ Tags: twice }), /^InvalidParameterValue: Duplicate tag keys found/)
    assert.match(await refusal({ Tags: [{ Key: 'aws:x', Value: '' }] }), /aws: prefixed/)
    assert.match(
      await refusal({ Tags: tags, TransitiveTagKeys: ['x'] }),
      /The specified transitive tag key must be included/,
    )
    const many = Array.from({ length: 51 }, (_, i) => ({ Key: `k${i}`, Value: '' }))
    assert.match(await refusal({ Tags: many }), /^ValidationException: 1 validation error/)
    const large = Array.from({ length: 9 }, (_, i) => ({ Key: `T${i}`, Value: 'a'.repeat(250) }))
    await sts.put(roleTrusting('readers', '*', { statement: { Action: 'sts:*' } }))
    assert.equal(
      await refusal({ Tags: large }),
      'PackedPolicyTooLargeException: Packed size of session tags consumes 498% of allotted space.',
    )
  })

  it('carries policies that can be read', async () => {
    const sts = await opened(roleTrusting('readers', '*'))
    const Policy = allowing('dynamodb:GetItem')
    const PolicyArns = [{ arn: 'arn:aws:iam::aws:policy/AdministratorAccess' }]
    const answer = await sts.call('sts.AssumeRole', { ...wanted, Policy, PolicyArns }, asUser(ann))
    const { session } = sts.sessionIn(answer).identity
    assert.deepEqual(session!.policies, [Policy])
    assert.deepEqual(session!.policyArns, [PolicyArns[0]!.arn])
    const refusal = (more: object) =>
      sts.refusal('sts.AssumeRole', { ...wanted, ...more }, asUser(ann))
    assert.equal(
      await refusal({ Policy: '{' }),
      'MalformedPolicyDocumentException: This policy contains invalid Json',
    )
    assert.match(await refusal({ Policy: '{"Statement":[]}' }), /^MalformedPolicyDocumentException/)
    const none = `arn:aws:iam::${testAccount}:policy/none`
    assert.match(
      await refusal({ PolicyArns: [{ arn: none }] }),
      /^ValidationException: Policy .* does not exist/,
    )
    const eleven = Array.from({ length: 11 }, () => PolicyArns[0]!)
    assert.match(await refusal({ PolicyArns: eleven }), /^ValidationException: 1 validation error/)
    assert.match(
      await refusal({ Policy: ' '.repeat(2049) }),
      /^ValidationException: 1 validation error/,
    )
  })
})
