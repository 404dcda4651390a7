import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { applySeed } from './apply-seed.js'
import { iamOn, ownEngine, sharedEngine, testAccount, testUser, writeOf } from './iam-suite.js'
import { seedAttemptsMax, seedFileBytesMax, seedRecordsMax } from './limits.js'
import { readSeed } from './seed.js'
import { SeedFault } from './seed-place.js'

const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess'
const ownArn = `arn:aws:iam::${testAccount}:policy/own`
const secret = 'a secret of enough length'.replaceAll(' ', '-')

function document(action: string) {
  const statement = { Effect: 'Allow', Action: action, Resource: '*' }
  return { Version: '2012-10-17', Statement: [statement] }
}

function trusting(arn: string) {
  const statement = { Effect: 'Allow', Principal: { AWS: arn }, Action: 'sts:AssumeRole' }
  return { Version: '2012-10-17', Statement: [statement] }
}

const whole = {
  rootKeys: [{ accessKeyId: 'ROOTKEY', secretAccessKey: secret }],
  providers: { 'https://issuer.example': { clientIds: ['app'] } },
  policies: { own: { document: document('dynamodb:GetItem'), tags: { site: 'x' } } },
  groups: { devs: { attachedPolicies: [administrator] } },
  users: {
    alice: {
      path: '/team/',
      tags: { team: 'blue' },
      groups: ['devs'],
      boundary: administrator,
      attachedPolicies: [ownArn],
      inlinePolicies: { reader: document('dynamodb:Query') },
      accessKeys: [
        { accessKeyId: 'ALICE1', secretAccessKey: secret },
        { accessKeyId: 'ALICE2', secretAccessKey: secret, active: false },
      ],
    },
  },
  roles: {
    // Trusts one that comes later.
    first: { trustPolicy: trusting(`arn:aws:iam::${testAccount}:role/second`) },
    second: {
      trustPolicy: trusting(`arn:aws:iam::${testAccount}:user/team/alice`),
      maxSessionDuration: 7200,
      attachedPolicies: [ownArn],
    },
  },
}

async function open(engine?: Engine) {
  const store = engine ?? (await ownEngine())
  const server = iamOn(store)
  const office = {
    iam: server.store,
    clock: server.clock,
    random: systemRandom,
    accessKeys: server.keys,
  }
  const apply = (content: object, account = testAccount) =>
    applySeed(store, office, readSeed(JSON.stringify({ accounts: { [account]: content } })))
  return { ...server, apply }
}

type Server = Awaited<ReturnType<typeof open>>

function find<K extends 'user' | 'role' | 'group' | 'policy'>(
  { store }: Server,
  kind: K,
  name: string,
) {
  return store.find({ kind, account: testAccount, name } as const)
}

describe('a seed file', () => {
  it('makes everything that it names', async () => {
    const server = await open()
    await server.apply(whole)
    const alice = (await find(server, 'user', 'alice'))!
    assert.deepEqual(alice.accessKeyIds, ['ALICE1', 'ALICE2'])
    assert.deepEqual(alice.groups, ['devs'])
    assert.equal(alice.path, '/team/')
    assert.deepEqual(alice.tags, [{ key: 'team', value: 'blue' }])
    assert.equal(alice.boundaryArn, administrator)
    const known = await server.credentials.find('ALICE1', undefined)
    assert.ok(typeof known === 'object')
    assert.equal(known.secretAccessKey, secret)
    assert.equal(await server.credentials.find('ALICE2', undefined), 'unknown')
    const { identity } = await server.rights.rightsOf(known.identity)
    assert.deepEqual(
      identity.map(({ name }) => name),
      [
        'inline policy reader of user alice',
        `policy ${ownArn} of user alice`,
        `policy ${administrator} of group devs`,
      ],
    )
    assert.equal(typeof (await server.credentials.find('ROOTKEY', undefined)), 'object')
    const policy = (await find(server, 'policy', 'own'))!
    assert.equal(policy.attachmentCount, 2)
    assert.equal((await find(server, 'group', 'devs'))!.memberCount, 1)
    assert.equal((await find(server, 'role', 'second'))!.sessionSecondsMax, 7200)
    assert.ok(await find(server, 'role', 'first'))
  })

  it('changes nothing the second time', async () => {
    const server = await open()
    await server.apply(whole)
    const stamp = server.store.stamp.current()
    server.clock.advance(1000)
    await server.apply(whole)
    assert.equal(server.store.stamp.current(), stamp)
  })

  it('changes what it says otherwise, and leaves alone what it does not say', async () => {
    const server = await open()
    await server.apply(whole)
    const before = (await find(server, 'user', 'alice'))!
    await server.apply({
      policies: { own: { document: document('dynamodb:PutItem') } },
      users: { alice: { groups: [], inlinePolicies: {}, attachedPolicies: [] } },
    })
    const after = (await find(server, 'user', 'alice'))!
    const expected = { ...before, groups: [], inlinePolicies: {}, attachedPolicies: [] }
    assert.deepEqual(after, expected)
    const policy = (await find(server, 'policy', 'own'))!
    assert.equal(policy.defaultVersionId, 'v2')
    assert.equal(policy.attachmentCount, 1)
    assert.equal((await find(server, 'group', 'devs'))!.memberCount, 0)
  })

  it('replaces the oldest version of a policy that has all it can have', async () => {
    const server = await open()
    for (const action of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await server.apply({ policies: { own: { document: document(`dynamodb:${action}`) } } })
    }
    const policy = (await find(server, 'policy', 'own'))!
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
    const { apply, credentials } = await open()
    const { accounts } = JSON.parse(example) as { accounts: Record<string, object> }
    await apply(accounts['000000000000']!, '000000000000')
    assert.equal(typeof (await credentials.find('ALICEKEY', undefined)), 'object')
  })

  it('is applied by several servers at once', async () => {
    const engine = await sharedEngine()
    const servers = await Promise.all([1, 2, 3].map(() => open(engine)))
    await Promise.all(servers.map((server) => server.apply(whole)))
    const alice = (await find(servers[0]!, 'user', 'alice'))!
    assert.deepEqual(alice.accessKeyIds, ['ALICE1', 'ALICE2'])
    assert.equal((await find(servers[0]!, 'group', 'devs'))!.memberCount, 1)
  })
})

describe('a fault in a seed file', () => {
  const place = `accounts.${testAccount}`
  const check = (content: object, sentence: string | RegExp): void => {
    it(String(sentence), async () => {
      const server = await open()
      const existing = server.keys.make({ account: testAccount, userName: 'bob' }, bobs)
      await server.putKey(existing)
      await server.put(writeOf('user', testUser('bob', { accessKeyIds: ['BOBS'] })))
      const both = { ...content, policies: { fine: { document: document('*') } } }
      const merged = { ...both, ...content }
      await assert.rejects(
        async () => server.apply(merged),
        (error: Error) => {
          assert.ok(error instanceof SeedFault, String(error))
          if (typeof sentence === 'string') assert.equal(error.message, sentence)
          else assert.match(error.message, sentence)
          assert.ok(!error.message.includes(secret))
          return true
        },
      )
      assert.equal(await find(server, 'policy', 'fine'), undefined)
      assert.equal(await find(server, 'user', 'fine'), undefined)
    })
  }
  const bobs = { accessKeyId: 'BOBS', secretAccessKey: secret }
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
    user({ attachedPolicies: [administrator, ownArn] }),
    `${place}.users.ann.attachedPolicies[1]: Policy ${ownArn} does not exist or is not attachable.`,
  )
  check(
    user({ inlinePolicies: { 'a.b': { Version: '2012-10-17' } } }),
    `${place}.users.ann.inlinePolicies."a.b": Syntax errors in policy.`,
  )
  check(user({ boundary: ownArn }), /^accounts\.\d+\.users\.ann\.boundary: Scope ARN: /)
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
    user({ accessKeys: [{ accessKeyId: 'ASIA1234567890', secretAccessKey: secret }] }),
    /accessKeys\[0\]\.accessKeyId must be 3 to 128 letters/,
  )
  check(user({ accessKeys: [bobs] }), /accessKeys\[0\]: The access key belongs to somebody else\.$/)
  check(
    user({
      accessKeys: ['A11', 'A22', 'A33'].map((accessKeyId) => ({
        accessKeyId,
        secretAccessKey: secret,
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
    { policies: { fine: { document: document('*') }, p: { document: '{"Version"' } } },
    `${place}.policies.p: Syntax errors in policy.`,
  )

  it('names the line and column of broken JSON, without showing it', () => {
    assert.throws(
      () => readSeed(`{\n  "accounts": { "${secret}" }\n}`),
      (error: Error) =>
        error.message.startsWith('The file is not valid JSON') && !error.message.includes(secret),
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
    return { server: await open(busy), other }
  }

  it('is tried again, and gives up in the end', async () => {
    const patient = await disturbed(seedAttemptsMax - 1)
    await patient.server.apply(content)
    const alice = await find(patient.server, 'user', 'alice')
    assert.deepEqual(alice?.tags, [{ key: 'team', value: 'blue' }])
    const busy = await disturbed(seedAttemptsMax)
    await assert.rejects(busy.server.apply(content), SeedFault)
    assert.deepEqual((await find(busy.server, 'user', 'alice'))?.tags, [])
  })
})
