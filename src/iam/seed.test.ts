import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Engine } from '../storage/engine.js'
import { iamOn, ownEngine, sharedEngine, testAccount, testUser, writeOf } from './iam-suite.js'
import { seedAttemptsMax, seedFileBytesMax, seedRecordsMax } from './limits.js'
import { readSeed } from './seed.js'
import { SeedFault } from './seed-place.js'
import {
  administratorArn,
  allowing,
  findSeeded,
  openSeeded,
  ownPolicyArn,
  seedSecret,
  trusting,
  wholeSeed,
} from './seed-suite.js'

describe('a seed file', () => {
  it('makes everything that it names', async () => {
    const server = await openSeeded()
    await server.apply(wholeSeed)
    const alice = (await findSeeded(server, 'user', 'alice'))!
    assert.deepEqual(alice.accessKeyIds, ['ALICE1', 'ALICE2'])
    assert.deepEqual(alice.groups, ['devs'])
    assert.equal(alice.path, '/team/')
    assert.deepEqual(alice.tags, [{ key: 'team', value: 'blue' }])
    assert.equal(alice.boundaryArn, administratorArn)
    const known = await server.credentials.find('ALICE1', undefined)
    assert.ok(typeof known === 'object')
    assert.equal(known.secretAccessKey, seedSecret)
    assert.equal(await server.credentials.find('ALICE2', undefined), 'unknown')
    const { identity } = await server.rights.rightsOf(known.identity)
    assert.deepEqual(
      identity.map(({ name }) => name),
      [
        'inline policy reader of user alice',
        `policy ${ownPolicyArn} of user alice`,
        `policy ${administratorArn} of group devs`,
      ],
    )
    assert.equal(typeof (await server.credentials.find('ROOTKEY', undefined)), 'object')
    const policy = (await findSeeded(server, 'policy', 'own'))!
    assert.equal(policy.attachmentCount, 2)
    assert.equal((await findSeeded(server, 'group', 'devs'))!.memberCount, 1)
    assert.equal((await findSeeded(server, 'role', 'second'))!.sessionSecondsMax, 7200)
    assert.ok(await findSeeded(server, 'role', 'first'))
  })

  it('changes nothing the second time', async () => {
    const server = await openSeeded()
    await server.apply(wholeSeed)
    const stamp = server.store.stamp.current()
    server.clock.advance(1000)
    await server.apply(wholeSeed)
    assert.equal(server.store.stamp.current(), stamp)
  })

  it('changes what it says otherwise, and leaves alone what it does not say', async () => {
    const server = await openSeeded()
    await server.apply(wholeSeed)
    const before = (await findSeeded(server, 'user', 'alice'))!
    await server.apply({
      policies: { own: { document: allowing('dynamodb:PutItem') } },
      users: { alice: { groups: [], inlinePolicies: {}, attachedPolicies: [] } },
    })
    const after = (await findSeeded(server, 'user', 'alice'))!
    const expected = { ...before, groups: [], inlinePolicies: {}, attachedPolicies: [] }
    assert.deepEqual(after, expected)
    const policy = (await findSeeded(server, 'policy', 'own'))!
    assert.equal(policy.defaultVersionId, 'v2')
    assert.equal(policy.attachmentCount, 1)
    assert.equal((await findSeeded(server, 'group', 'devs'))!.memberCount, 0)
  })

  it('replaces the oldest version of a policy that has all it can have', async () => {
    const server = await openSeeded()
    for (const action of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await server.apply({ policies: { own: { document: allowing(`dynamodb:${action}`) } } })
    }
    const policy = (await findSeeded(server, 'policy', 'own'))!
    assert.equal(policy.defaultVersionId, 'v7')
    assert.deepEqual(
      policy.versions.map(({ id }) => id),
      ['v3', 'v4', 'v5', 'v6', 'v7'],
    )
  })

  it('can be the example of the documentation', async () => {
    const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
    const [, example = ''] = /```json\n(\{\n {2}"accounts".*?)```/s.exec(page) ?? []
    const [account, ...others] = readSeed(example)
    assert.deepEqual([account?.account, others], ['000000000000', []])
    const { apply, credentials } = await openSeeded()
    const { accounts } = JSON.parse(example) as { accounts: Record<string, object> }
    await apply(accounts['000000000000']!, '000000000000')
    assert.equal(typeof (await credentials.find('ALICEKEY', undefined)), 'object')
  })

  it('is applied by several servers at once', async () => {
    const engine = await sharedEngine()
    const servers = await Promise.all([1, 2, 3].map(() => openSeeded(engine)))
    await Promise.all(servers.map((server) => server.apply(wholeSeed)))
    const alice = (await findSeeded(servers[0]!, 'user', 'alice'))!
    assert.deepEqual(alice.accessKeyIds, ['ALICE1', 'ALICE2'])
    assert.equal((await findSeeded(servers[0]!, 'group', 'devs'))!.memberCount, 1)
  })
})

describe('a fault in a seed file', () => {
  const place = `accounts.${testAccount}`
  const check = (content: object, sentence: string | RegExp): void => {
    it(String(sentence), async () => {
      const server = await openSeeded()
      const existing = server.keys.make({ account: testAccount, userName: 'bob' }, bobs)
      await server.putKey(existing)
      await server.put(writeOf('user', testUser('bob', { accessKeyIds: ['BOBS'] })))
      const both = { ...content, policies: { fine: { document: allowing('*') } } }
      const merged = { ...both, ...content }
      await assert.rejects(
        async () => server.apply(merged),
        (error: Error) => {
          assert.ok(error instanceof SeedFault, String(error))
          if (typeof sentence === 'string') assert.equal(error.message, sentence)
          else assert.match(error.message, sentence)
          assert.ok(!error.message.includes(seedSecret))
          return true
        },
      )
      assert.equal(await findSeeded(server, 'policy', 'fine'), undefined)
      assert.equal(await findSeeded(server, 'user', 'fine'), undefined)
    })
  }
  const bobs = { accessKeyId: 'BOBS', secretAccessKey: seedSecret }
  const user = (members: object) => ({ users: { fine: {}, ann: members } })

  check({ people: {} }, /has no member "people"; it may have rootKeys, providers, policies/)
  check({ users: [] }, `${place}.users must be an object.`)
  check(user({ groups: 'devs' }), `${place}.users.ann.groups must be a list.`)
  check(user({ groups: [1] }), `${place}.users.ann.groups[0] must be a text.`)
  check(
    user({ groups: ['devs'] }),
    `${place}.users.ann.groups[0]: The group with name devs cannot be found.`,
  )
  check(
    user({ attachedPolicies: [administratorArn, ownPolicyArn] }),
    `${place}.users.ann.attachedPolicies[1]: Policy ${ownPolicyArn} does not exist or is not attachable.`,
  )
  check(
    user({ inlinePolicies: { 'a.b': { Version: '2012-10-17' } } }),
    `${place}.users.ann.inlinePolicies."a.b": Syntax errors in policy.`,
  )
  check(user({ boundary: ownPolicyArn }), /^accounts\.\d+\.users\.ann\.boundary: Scope ARN: /)
  check(user({ path: 'x' }), `${place}.users.ann.path must begin and end with /.`)
  check(
    user({ accessKeys: [{ accessKeyId: 'ANN' }] }),
    /accessKeys\[0\] needs a secretAccessKey\.$/,
  )
  check(
    user({ accessKeys: [{ accessKeyId: 'ANN', secretAccessKey: 'short' }] }),
    /accessKeys\[0\]\.secretAccessKey must be 16 to 128 visible ASCII characters\.$/,
  )
  check(
    user({ accessKeys: [{ accessKeyId: 'ASIA1234567890', secretAccessKey: seedSecret }] }),
    /accessKeys\[0\]\.accessKeyId must be 3 to 128 letters/,
  )
  check(user({ accessKeys: [bobs] }), /accessKeys\[0\]: The access key belongs to somebody else\.$/)
  check(
    user({
      accessKeys: ['A11', 'A22', 'A33'].map((accessKeyId) => ({
        accessKeyId,
        secretAccessKey: seedSecret,
      })),
    }),
    /accessKeys\[2\]: Cannot exceed quota for AccessKeysPerUser: 2$/,
  )
  check({ users: { fine: {}, BOB: {} } }, `${place}.users.BOB is called bob already.`)
  check({ users: { 'a b': {} } }, /users\."a b" must be named by 1 to 64 letters/)
  check({ roles: { r: {} } }, `${place}.roles.r needs a trustPolicy.`)
  check(
    { roles: { r: { trustPolicy: trusting(`arn:aws:iam::${testAccount}:role/gone`) } } },
    /^accounts\.\d+\.roles\.r: Invalid principal in policy/,
  )
  check(
    { policies: { fine: { document: allowing('*') }, p: { document: '{"Version"' } } },
    `${place}.policies.p: Syntax errors in policy.`,
  )

  it('names the line and column of broken JSON, without showing it', () => {
    assert.throws(
      () => readSeed(`{\n  "accounts": { "${seedSecret}" }\n}`),
      (error: Error) =>
        error.message.startsWith('The file is not valid JSON') &&
        !error.message.includes(seedSecret),
    )
  })

  it('names an account that is none', () => {
    assert.throws(
      () => readSeed('{"accounts":{"12":{}}}'),
      new SeedFault('accounts.12 must be named by the 12 digits of an account.'),
    )
  })

  it('is being larger than is read', () => {
    const users = Object.fromEntries(
      Array.from({ length: seedRecordsMax }, (_, i) => [`u${i}`, {}]),
    )
    const textOf = (content: object) => JSON.stringify({ accounts: { [testAccount]: content } })
    assert.equal(readSeed(textOf({ users })).length, 1)
    assert.throws(() => readSeed(textOf({ users: { ...users, more: {} } })), SeedFault)
    const padded = (bytes: number) => '{}'.padEnd(bytes)
    assert.deepEqual(readSeed(padded(seedFileBytesMax)), [])
    assert.throws(() => readSeed(padded(seedFileBytesMax + 1)), SeedFault)
  })
})

describe('a seed file of accounts that others change meanwhile', () => {
  const content = { users: { alice: { tags: { team: 'blue' } } } }

  /** Somebody else renames the path of alice before each of the first commits. */
  async function disturbed(commits: number) {
    const engine = await ownEngine()
    const other = iamOn(engine)
    await other.put(writeOf('user', testUser('alice')))
    let left = commits
    const busy: Engine = {
      ...(await sharedEngine()),
      read: (reads, guards) => engine.read(reads, guards),
      async transact(transaction) {
        if (left-- > 0) await other.put(writeOf('user', testUser('alice', { path: `/${left}/` })))
        return engine.transact(transaction)
      },
    }
    return { server: await openSeeded(busy), other }
  }

  it('is tried again, and gives up in the end', async () => {
    const patient = await disturbed(seedAttemptsMax - 1)
    await patient.server.apply(content)
    const alice = await findSeeded(patient.server, 'user', 'alice')
    assert.deepEqual(alice?.tags, [{ key: 'team', value: 'blue' }])
    const busy = await disturbed(seedAttemptsMax)
    await assert.rejects(busy.server.apply(content), SeedFault)
    assert.deepEqual((await findSeeded(busy.server, 'user', 'alice'))?.tags, [])
  })
})
