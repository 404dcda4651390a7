import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallerSession, Identity } from '../model/caller.js'
import type { IamPolicy } from './entities.js'
import {
  iamOn,
  ownEngine,
  policyText,
  sharedEngine,
  testAccount,
  testGroup,
  testRole,
  testUser,
  writeOf,
} from './iam-suite.js'
import { roleArn, rootIdentity, userIdentity } from './identities.js'
import { compiledPolicyCharactersMax } from './limits.js'
import type { PrincipalRights } from './rights.js'

const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess'
const ownArn = `arn:aws:iam::${testAccount}:policy/ops/own`

const own: IamPolicy = {
  account: testAccount,
  name: 'own',
  path: '/ops/',
  id: 'ANPAown',
  createdAtMs: 0,
  updatedAtMs: 0,
  tags: [],
  defaultVersionId: 'v2',
  versionsMade: 2,
  attachmentCount: 0,
  boundaryCount: 0,
  versions: [
    { id: 'v1', document: policyText('Allow', 'dynamodb:*'), createdAtMs: 0 },
    { id: 'v2', document: policyText('Allow', 'dynamodb:GetItem'), createdAtMs: 0 },
  ],
}

/** `name: effect action`, for each policy. */
function shown({ identity, boundary, session }: PrincipalRights) {
  const each = (policies: PrincipalRights['identity']) =>
    policies.map(({ name, policy: { statements } }) => {
      const [first] = statements
      return `${name}: ${first!.effect} ${first!.actions.texts.join()}`
    })
  return {
    identity: each(identity),
    boundary: boundary && each([boundary])[0],
    session: session && each(session),
  }
}

function sessionIdentity(session: Partial<CallerSession> = {}): Identity {
  const role = testRole('worker')
  return {
    kind: 'role',
    account: testAccount,
    arn: `arn:aws:sts::${testAccount}:assumed-role/worker/s1`,
    principalArn: roleArn(role),
    userId: `${role.id}:s1`,
    name: 'worker',
    session: { issuedAtMs: 0, expiresAtMs: 1, ...session },
  }
}

describe('the policies of a user', () => {
  it('are its own and those of its groups', async () => {
    const { put, rights } = iamOn(await ownEngine())
    const alice = testUser('alice', {
      inlinePolicies: { readers: policyText('Allow', 'dynamodb:Query') },
      attachedPolicies: [ownArn],
      groups: ['devs'],
      boundaryArn: administrator,
      tags: [{ key: 'team', value: 'blue' }],
    })
    const devs = testGroup('devs', {
      inlinePolicies: { never: policyText('Deny', 'dynamodb:Scan') },
      attachedPolicies: [administrator],
    })
    await put(writeOf('user', alice), writeOf('group', devs), writeOf('policy', own))
    const found = await rights.rightsOf(userIdentity(alice))
    assert.deepEqual(shown(found), {
      identity: [
        'inline policy readers of user alice: Allow dynamodb:Query',
        `policy ${ownArn} of user alice: Allow dynamodb:GetItem`,
        'inline policy never of group devs: Deny dynamodb:Scan',
        `policy ${administrator} of group devs: Allow *`,
      ],
      boundary: `boundary ${administrator} of user alice: Allow *`,
      session: undefined,
    })
    assert.deepEqual(found.tags, alice.tags)
  })

  it('are kept until something changes', async () => {
    const { put, rights } = iamOn(await ownEngine())
    const alice = testUser('alice')
    await put(writeOf('user', alice))
    const identity = userIdentity(alice)
    const first = await rights.rightsOf(identity)
    assert.equal(rights.rightsOf(identity), first)
    const inlinePolicies = { all: policyText('Allow', '*') }
    await put(writeOf('user', { ...alice, inlinePolicies }))
    const { identity: policies } = await rights.rightsOf(identity)
    assert.equal(policies.length, 1)
  })

  it('that change on one server change on the other at once', async () => {
    const engine = await sharedEngine()
    const one = iamOn(engine)
    const other = iamOn(engine)
    const made = one.keys.make({ account: testAccount, userName: 'alice' })
    await one.putKey(made)
    const alice = testUser('alice', { accessKeyIds: [made.accessKeyId] })
    await one.put(writeOf('user', alice))
    const policies = async () => {
      const known = await other.credentials.find(made.accessKeyId, undefined)
      assert.ok(typeof known === 'object')
      return (await other.rights.rightsOf(known.identity)).identity.length
    }
    assert.equal(await policies(), 0)
    const inlinePolicies = { all: policyText('Allow', '*') }
    await one.put(writeOf('user', { ...alice, inlinePolicies }))
    assert.equal(await policies(), 1)
  })

  it('deny everything where one is missing or cannot be read', async () => {
    const { put, rights } = iamOn(await ownEngine())
    const foreign = 'arn:aws:iam::444455556666:policy/x'
    const alice = testUser('alice', {
      inlinePolicies: { torn: '{' },
      attachedPolicies: [`arn:aws:iam::${testAccount}:policy/gone`, foreign],
      groups: ['gone'],
      boundaryArn: 'arn:aws:iam::aws:policy/Gone',
    })
    await put(writeOf('user', alice))
    const found = await rights.rightsOf(userIdentity(alice))
    for (const { policy } of [...found.identity, found.boundary!]) {
      assert.equal(policy.statements[0]!.effect, 'Deny')
    }
    assert.equal(found.identity.length, 4)
  })

  it('are not those of another user of the same name', async () => {
    const { put, rights } = iamOn(await ownEngine())
    const alice = testUser('alice', { inlinePolicies: { all: policyText('Allow', '*') } })
    await put(writeOf('user', { ...alice, id: 'AIDAother' }))
    assert.deepEqual(await rights.rightsOf(userIdentity(alice)), { identity: [], tags: [] })
  })
})

describe('the policies of a session', () => {
  it('are those of its role, narrowed, with its tags before those of the role', async () => {
    const { put, rights } = iamOn(await ownEngine())
    const role = testRole('worker', {
      attachedPolicies: [administrator],
      tags: [
        { key: 'Team', value: 'blue' },
        { key: 'site', value: 'x' },
      ],
    })
    await put(writeOf('role', role), writeOf('policy', own))
    const narrowed = sessionIdentity({
      policies: [policyText('Allow', 'dynamodb:Scan')],
      policyArns: [ownArn],
      tags: [{ key: 'team', value: 'red' }],
    })
    const found = await rights.rightsOf(narrowed)
    assert.deepEqual(shown(found), {
      identity: [`policy ${administrator} of role worker: Allow *`],
      boundary: undefined,
      session: [
        'session policy 1: Allow dynamodb:Scan',
        `session policy ${ownArn}: Allow dynamodb:GetItem`,
      ],
    })
    assert.deepEqual(found.tags, [
      { key: 'site', value: 'x' },
      { key: 'team', value: 'red' },
    ])
    assert.equal((await rights.rightsOf(sessionIdentity())).session, undefined)
  })

  it('are none once the role is gone', async () => {
    const { rights } = iamOn(await ownEngine())
    assert.deepEqual(await rights.rightsOf(sessionIdentity()), { identity: [], tags: [] })
  })
})

it('a root has no policies, and what it lends is everything', async () => {
  const { rights } = iamOn(await ownEngine())
  const root = rootIdentity(testAccount)
  assert.deepEqual(await rights.rightsOf(root), { identity: [], tags: [] })
  const session = { issuedAtMs: 0, expiresAtMs: 1, policies: [policyText('Allow', 's3:*')] }
  const lent = await rights.rightsOf({ ...root, kind: 'federated', session })
  assert.deepEqual(shown(lent).identity, ['the root: Allow *'])
  assert.equal(lent.session?.length, 1)
})

describe('compiled policies', () => {
  /** A policy of this many characters. */
  const padded = (name: string, length: number) =>
    policyText('Allow', `dynamodb:${name}`).padEnd(length)

  it('are kept up to a number of characters, the latest of them', async () => {
    const { put, rights } = iamOn(await ownEngine())
    await put(writeOf('role', testRole('worker')))
    const compiled = async (text: string) => {
      const { session } = await rights.rightsOf(sessionIdentity({ policies: [text] }))
      return session![0]!.policy
    }
    const half = compiledPolicyCharactersMax / 2
    const texts = [padded('First', half), padded('Second', half)] as const
    const [first, second] = [await compiled(texts[0]), await compiled(texts[1])]
    assert.equal(await compiled(texts[1]), second)
    assert.equal(await compiled(texts[0]), first)
    // They fill it, so the least recently used one goes, and no other.
    await compiled(policyText('Allow', 'dynamodb:Third'))
    assert.equal(await compiled(texts[0]), first)
    assert.notEqual(await compiled(texts[1]), second)
  })
})
