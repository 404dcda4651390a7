/** Sessions of users themselves, sessions for others, and who a key belongs to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testAccount, testUser, writeOf } from '../iam/iam-suite.js'
import { rootIdentity, userIdentity } from '../iam/identities.js'
import { allowing, asUser, callerOf, openSts, roleTrusting } from './sts-suite.js'

const ann = testUser('ann', { path: '/team/', id: 'AIDA1' })
const annArn = `arn:aws:iam::${testAccount}:user/team/ann`
const root = callerOf(rootIdentity(testAccount))

async function opened() {
  const sts = await openSts()
  await sts.put(writeOf('user', ann))
  const secondsOf = (answer: Parameters<typeof sts.sessionIn>[0]) => {
    const { issuedAtMs, expiresAtMs } = sts.sessionIn(answer).identity.session!
    return (expiresAtMs - issuedAtMs) / 1000
  }
  return { ...sts, secondsOf }
}

describe('GetCallerIdentity', () => {
  it('tells the truth of everybody', async () => {
    const sts = await opened()
    const answerTo = (caller: typeof root) => sts.call('sts.GetCallerIdentity', {}, caller)
    assert.deepEqual(await answerTo(asUser(ann)), {
      UserId: 'AIDA1',
      Account: testAccount,
      Arn: annArn,
    })
    const rootArn = `arn:aws:iam::${testAccount}:root`
    const ofRoot = { UserId: testAccount, Account: testAccount, Arn: rootArn }
    assert.deepEqual(await answerTo(root), ofRoot)
    const anyone = { account: testAccount, region: 'us-east-1', accessKeyId: 'any' }
    assert.deepEqual(await answerTo(anyone), ofRoot)
    const made = await sts.call('sts.GetFederationToken', { Name: 'guest' }, asUser(ann))
    assert.deepEqual(await answerTo(callerOf(sts.sessionIn(made).identity)), {
      UserId: `${testAccount}:guest`,
      Account: testAccount,
      Arn: `arn:aws:sts::${testAccount}:federated-user/guest`,
    })
    const own = await sts.call('sts.GetSessionToken', {}, asUser(ann))
    assert.equal((await answerTo(callerOf(sts.sessionIn(own).identity)))['Arn'], annArn)
  })
})

describe('GetSessionToken', () => {
  it('is the same user for a time', async () => {
    const sts = await opened()
    const answer = await sts.call('sts.GetSessionToken', {}, asUser(ann))
    const { session, ...rest } = sts.sessionIn(answer).identity
    assert.deepEqual(rest, userIdentity(ann))
    assert.deepEqual(Object.keys(session!).sort(), ['expiresAtMs', 'issuedAtMs'])
    assert.equal(sts.secondsOf(answer), 43_200)
  })

  it('lasts up to 36 hours, and an hour for the root', async () => {
    const sts = await opened()
    const lasting = async (DurationSeconds: number, caller: typeof root) =>
      sts.secondsOf(await sts.call('sts.GetSessionToken', { DurationSeconds }, caller))
    assert.equal(await lasting(900, asUser(ann)), 900)
    assert.equal(await lasting(129_600, asUser(ann)), 129_600)
    assert.equal(await lasting(129_600, root), 3600)
    assert.equal(await lasting(900, root), 900)
    for (const DurationSeconds of [899, 129_601]) {
      const refusal = await sts.refusal('sts.GetSessionToken', { DurationSeconds }, asUser(ann))
      assert.match(refusal, /^ValidationException: 1 validation error detected/)
    }
  })

  it('is not for sessions, and knows no second factor', async () => {
    const sts = await opened()
    const first = await sts.call('sts.GetSessionToken', {}, asUser(ann))
    const by = callerOf(sts.sessionIn(first).identity)
    assert.equal(
      await sts.refusal('sts.GetSessionToken', {}, by),
      'AccessDeniedException: Cannot call GetSessionToken with session credentials',
    )
    assert.equal(
      await sts.refusal('sts.GetFederationToken', { Name: 'guest' }, by),
      'AccessDeniedException: Cannot call GetFederationToken with session credentials',
    )
    const device = { SerialNumber: 'GAHT12345678', TokenCode: '123456' }
    assert.match(
      await sts.refusal('sts.GetSessionToken', device, asUser(ann)),
      /^AccessDeniedException: MultiFactorAuthentication failed/,
    )
  })
})

describe('GetFederationToken', () => {
  it('is somebody else with the user’s policies and its own', async () => {
    const sts = await opened()
    const Policy = allowing('dynamodb:GetItem')
    const input = { Name: 'guest', Policy, Tags: [{ Key: 'team', Value: 'red' }] }
    const answer = await sts.call('sts.GetFederationToken', input, asUser(ann))
    assert.deepEqual(answer['FederatedUser'], {
      FederatedUserId: `${testAccount}:guest`,
      Arn: `arn:aws:sts::${testAccount}:federated-user/guest`,
    })
    assert.equal(sts.secondsOf(answer), 43_200)
    const { kind, principalArn, principalId, session } = sts.sessionIn(answer).identity
    assert.deepEqual([kind, principalArn, principalId], ['federated', annArn, 'AIDA1'])
    assert.deepEqual(session!.policies, [Policy])
    assert.deepEqual(session!.tags, [{ key: 'team', value: 'red' }])
  })

  it('cannot assume a role', async () => {
    const sts = await opened()
    await sts.put(roleTrusting('readers', '*'))
    const RoleArn = `arn:aws:iam::${testAccount}:role/readers`
    const asked = { RoleArn, RoleSessionName: 'work' }
    const user = testUser('bob', { inlinePolicies: { all: allowing('*') } })
    await sts.put(writeOf('user', user))
    const Policy = allowing('*')
    const made = await sts.call('sts.GetFederationToken', { Name: 'guest', Policy }, asUser(user))
    const guest = callerOf(sts.sessionIn(made).identity)
    assert.equal(
      await sts.refusal('sts.AssumeRole', asked, guest),
      `AccessDeniedException: User: arn:aws:sts::${testAccount}:federated-user/guest is not authorized to perform: sts:AssumeRole on resource: ${RoleArn}`,
    )
    assert.ok((await sts.call('sts.AssumeRole', asked, asUser(user))).Credentials)
  })

  it('has a name of a certain form', async () => {
    const sts = await opened()
    for (const Name of ['a', 'a'.repeat(33), 'a b']) {
      const refusal = await sts.refusal('sts.GetFederationToken', { Name }, asUser(ann))
      assert.match(refusal, /^ValidationException: 1 validation error detected/, Name)
    }
  })
})

describe('GetAccessKeyInfo', () => {
  it('names the account of a key', async () => {
    const sts = await opened()
    const id = 'AKIAIOSFODNN7EXAMPLE'
    const sealed = { isActive: false, sealedSecret: '', createdAtMs: 0 }
    const record = { id, account: '444455556666', userName: 'bob', ...sealed }
    await sts.put({ at: { kind: 'accessKey', id }, record })
    const accountOf = async (AccessKeyId: string) =>
      (await sts.call('sts.GetAccessKeyInfo', { AccessKeyId }, root))['Account']
    assert.equal(await accountOf(id), '444455556666')
    const made = await sts.call('sts.GetSessionToken', {}, asUser(ann))
    assert.equal(await accountOf(made.Credentials!.AccessKeyId), testAccount)
    assert.match(
      await sts.refusal('sts.GetAccessKeyInfo', { AccessKeyId: 'AKIAIOSFODNN7UNKNOWN' }, root),
      /^ValidationException/,
    )
  })
})
