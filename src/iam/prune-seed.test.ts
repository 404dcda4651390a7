/** What a seed file removes if it says so. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testAccount, testUser, writeOf } from './iam-suite.js'
import { seedRecordsMax } from './limits.js'
import { SeedFault } from './seed-place.js'
import {
  administratorArn,
  allowing,
  findSeeded,
  openSeeded,
  ownPolicyArn,
  seedSecret,
  type SeededServer,
  trusting,
  wholeSeed,
} from './seed-suite.js'

describe('a seed file that prunes', () => {
  const others = {
    rootKeys: [{ accessKeyId: 'OTHERROOT', secretAccessKey: seedSecret }],
    policies: { spare: { document: allowing('dynamodb:Scan') } },
    groups: {
      rest: { inlinePolicies: { any: allowing('*') }, attachedPolicies: [administratorArn] },
    },
    users: {
      bob: {
        groups: ['rest', 'devs'],
        boundary: `arn:aws:iam::${testAccount}:policy/spare`,
        attachedPolicies: [ownPolicyArn],
        inlinePolicies: { any: allowing('*') },
        accessKeys: [{ accessKeyId: 'BOB1', secretAccessKey: seedSecret }],
      },
    },
    roles: { third: { trustPolicy: trusting('*'), attachedPolicies: [ownPolicyArn] } },
  }
  const kinds = ['user', 'role', 'group', 'policy'] as const
  const namesIn = async ({ store }: SeededServer) => {
    const names = []
    for (const kind of kinds) {
      for await (const { name } of store.walk(kind, testAccount)) names.push(name)
    }
    return names
  }

  it('removes what it does not list, and keeps the keys of the root and providers', async () => {
    const server = await openSeeded()
    await server.apply(wholeSeed)
    const listed = await namesIn(server)
    const policyBefore = await findSeeded(server, 'policy', 'own')
    await server.apply(others)
    await server.apply({ policies: { spare: { document: allowing('dynamodb:Query') } } })
    const { rootKeys: _root, providers: _providers, ...rest } = wholeSeed
    await server.apply({ ...rest, prune: true })
    assert.deepEqual(await namesIn(server), listed)
    assert.deepEqual(await findSeeded(server, 'policy', 'own'), policyBefore)
    assert.equal((await findSeeded(server, 'group', 'devs'))!.memberCount, 1)
    assert.equal(await server.credentials.find('BOB1', undefined), 'unknown')
    for (const id of ['ROOTKEY', 'OTHERROOT', 'ALICE1']) {
      assert.equal(typeof (await server.credentials.find(id, undefined)), 'object', id)
    }
    const provider = { kind: 'provider', account: testAccount, name: 'issuer.example' } as const
    assert.ok(await server.store.find(provider))
  })

  it('changes nothing the second time, nor in accounts that it does not name', async () => {
    const server = await openSeeded()
    await server.apply({ users: { carol: {} } }, '444455556666')
    await server.apply({ ...wholeSeed, prune: true })
    const stamp = server.store.stamp.current()
    await server.apply({ ...wholeSeed, prune: true })
    assert.equal(server.store.stamp.current(), stamp)
    assert.ok(await server.store.find({ kind: 'user', account: '444455556666', name: 'carol' }))
  })

  it('makes room for the keys that it lists', async () => {
    const server = await openSeeded()
    await server.apply(wholeSeed)
    const accessKeys = ['NEW1', 'ALICE1'].map((accessKeyId) => ({
      accessKeyId,
      secretAccessKey: seedSecret,
    }))
    const users = { alice: { ...wholeSeed.users.alice, accessKeys } }
    await server.apply({ ...wholeSeed, users, prune: true })
    assert.deepEqual((await findSeeded(server, 'user', 'alice'))?.accessKeyIds, ['ALICE1', 'NEW1'])
    assert.equal(await server.credentials.find('ALICE2', undefined), 'unknown')
  })

  for (const [what, content, sentence] of [
    ['a group', { users: { alice: {} } }, 'cannot remove the group devs, which has members.'],
    [
      'a policy',
      { users: { alice: { groups: [] } } },
      'cannot remove the policy own, which is in use.',
    ],
  ] as const) {
    it(`does nothing if somebody it lists still has ${what} that it does not`, async () => {
      const server = await openSeeded()
      await server.apply(wholeSeed)
      const before = await namesIn(server)
      await assert.rejects(
        server.apply({ ...content, prune: true }),
        new SeedFault(`accounts.${testAccount}.prune ${sentence}`),
      )
      assert.deepEqual(await namesIn(server), before)
    })
  }

  it('does not prune if it says false', async () => {
    const server = await openSeeded()
    await server.apply(wholeSeed)
    await server.apply({ prune: false })
    assert.ok(await findSeeded(server, 'user', 'alice'))
  })

  it('removes no more than fits into a transaction', async () => {
    const server = await openSeeded()
    const user = (i: number) => writeOf('user', testUser(`u${i}`))
    await server.put(...Array.from({ length: seedRecordsMax + 1 }, (_, i) => user(i)))
    const sentence = `would remove ${seedRecordsMax + 1} entries; it may remove ${seedRecordsMax}.`
    await assert.rejects(
      server.apply({ prune: true }),
      new SeedFault(`accounts.${testAccount}.prune ${sentence}`),
    )
    await server.apply({ users: { u0: {} }, prune: true })
    assert.deepEqual(await namesIn(server), ['u0'])
  })
})
