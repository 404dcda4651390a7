import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Identity } from '../model/caller.js'
import type { KeyLookup } from './credentials.js'
import {
  iamOn,
  ownEngine,
  sharedEngine,
  testAccount,
  testRole,
  testUser,
  writeOf,
} from './iam-suite.js'
import { roleArn } from './identities.js'
import { cachedKeysMax, cachedSessionsMax } from './limits.js'

type Server = ReturnType<typeof iamOn>

async function userWithKey(server: Server, name = 'alice') {
  const made = server.keys.make({ account: testAccount, userName: name })
  await server.putKey(made)
  const user = testUser(name, { path: '/team/', accessKeyIds: [made.accessKeyId] })
  await server.put(writeOf('user', user))
  return { ...made, user }
}

function identityIn(lookup: KeyLookup): Identity {
  assert.ok(typeof lookup === 'object', JSON.stringify(lookup))
  return lookup.identity
}

describe('a long-term key', () => {
  it('is a user’s, with its secret', async () => {
    const server = iamOn(await ownEngine())
    const { accessKeyId, secretAccessKey, record } = await userWithKey(server)
    assert.ok(!JSON.stringify(record).includes(secretAccessKey))
    const found = await server.credentials.find(accessKeyId, undefined)
    const arn = `arn:aws:iam::${testAccount}:user/team/alice`
    const { asOf, ...identity } = identityIn(found)
    assert.equal(typeof asOf, 'string')
    assert.equal((found as { secretAccessKey: string }).secretAccessKey, secretAccessKey)
    const ids = { userId: 'AIDAalice', principalId: 'AIDAalice' }
    const expected = { kind: 'user', account: testAccount, arn, principalArn: arn, name: 'alice' }
    assert.deepEqual(identity, { ...expected, ...ids })
  })

  it('is found at once the second time', async () => {
    const server = iamOn(await ownEngine())
    const { accessKeyId } = await userWithKey(server)
    const first = await server.credentials.find(accessKeyId, undefined)
    assert.equal(server.credentials.find(accessKeyId, undefined), first)
  })

  it('is unknown if it is inactive, deleted, moved, or no longer its user’s', async () => {
    const server = iamOn(await ownEngine())
    const { accessKeyId, record, user } = await userWithKey(server)
    const at = { kind: 'accessKey', id: accessKeyId } as const
    const find = () => server.credentials.find(accessKeyId, undefined)
    const isKnown = async () => typeof (await find()) === 'object'
    assert.ok(await isKnown())
    await server.put({ at, record: { ...record, isActive: false } })
    assert.equal(await find(), 'unknown')
    await server.put({ at, record })
    assert.ok(await isKnown())
    await server.put(writeOf('user', { ...user, accessKeyIds: [] }))
    assert.equal(await find(), 'unknown')
    await server.put(writeOf('user', user), { at, record: undefined })
    assert.equal(await find(), 'unknown')
    const other = server.keys.make({ account: testAccount, userName: 'alice' })
    const stolen = { ...record, sealedSecret: other.record.sealedSecret }
    await server.put({ at, record: stolen })
    assert.equal(await find(), 'unknown')
  })

  it('that was deleted on one server is unknown to the other at once', async () => {
    const engine = await sharedEngine()
    const one = iamOn(engine)
    const other = iamOn(engine)
    const { accessKeyId } = await userWithKey(one)
    assert.equal(typeof (await other.credentials.find(accessKeyId, undefined)), 'object')
    await one.put({ at: { kind: 'accessKey', id: accessKeyId }, record: undefined })
    assert.equal(await other.credentials.find(accessKeyId, undefined), 'unknown')
  })

  it('does not come with a token', async () => {
    const server = iamOn(await ownEngine())
    const { accessKeyId } = await userWithKey(server)
    await server.credentials.find(accessKeyId, undefined)
    assert.equal(await server.credentials.find(accessKeyId, 'made-up'), 'bad-token')
    assert.equal(await server.credentials.find('AKIA', accessKeyId), 'bad-token')
  })

  it('of a root needs no user', async () => {
    const server = iamOn(await ownEngine())
    const made = server.keys.make({ account: testAccount })
    await server.putKey(made)
    const identity = identityIn(await server.credentials.find(made.accessKeyId, undefined))
    assert.equal(identity.kind, 'root')
    assert.equal(identity.arn, `arn:aws:iam::${testAccount}:root`)
  })

  it('is read again after more keys than are kept', async () => {
    const server = iamOn(await ownEngine())
    const made = Array.from({ length: cachedKeysMax + 1 }, () =>
      server.keys.make({ account: testAccount }),
    )
    const writes = made.map(
      ({ record }) => ({ at: { kind: 'accessKey', id: record.id }, record }) as const,
    )
    await server.put(...writes)
    const find = (at: number) => server.credentials.find(made[at]!.accessKeyId, undefined)
    for (let at = 0; at < cachedKeysMax; at++) await find(at)
    assert.ok(!(find(0) instanceof Promise))
    await find(cachedKeysMax)
    assert.ok(find(0) instanceof Promise)
    assert.equal(typeof (await find(0)), 'object')
  })
})

describe('a session', () => {
  async function sessionOf(server: Server) {
    const role = testRole('worker')
    await server.put(writeOf('role', role))
    const expiresAtMs = server.clock.now() + 1000
    const identity: Identity = {
      kind: 'role',
      account: testAccount,
      arn: `arn:aws:sts::${testAccount}:assumed-role/worker/s1`,
      principalArn: roleArn(role),
      userId: `${role.id}:s1`,
      name: 'worker',
      session: { name: 's1', issuedAtMs: server.clock.now(), expiresAtMs },
    }
    const session = { accessKeyId: 'ASIA1', secretAccessKey: 's', identity, expiresAtMs }
    server.tokens.set('token', session)
    return { role, find: (id = 'ASIA1') => server.credentials.find(id, 'token') }
  }

  it('belongs to its key, and ends', async () => {
    const server = iamOn(await ownEngine())
    const { find } = await sessionOf(server)
    assert.equal(await find('ASIA2'), 'bad-token')
    const found = await find()
    assert.equal(identityIn(found).userId, 'AROAworker:s1')
    assert.equal(find(), found)
    assert.equal(await find('ASIA2'), 'bad-token')
    assert.equal(await server.credentials.find('ASIA1', undefined), 'unknown')
    server.clock.advance(1000)
    assert.equal(find(), 'expired-token')
  })

  it('is opened again after more sessions than are kept', async () => {
    const server = iamOn(await ownEngine())
    await sessionOf(server)
    const session = server.tokens.get('token')!
    const find = (at: number) => server.credentials.find('ASIA1', `token${at}`)
    for (let at = 0; at <= cachedSessionsMax; at++) server.tokens.set(`token${at}`, session)
    for (let at = 0; at < cachedSessionsMax; at++) await find(at)
    assert.ok(!(find(0) instanceof Promise))
    await find(cachedSessionsMax)
    assert.ok(find(0) instanceof Promise)
    assert.equal(typeof (await find(0)), 'object')
  })

  it('ends with its role, even if another has its name', async () => {
    const server = iamOn(await ownEngine())
    const { role, find } = await sessionOf(server)
    assert.equal(typeof (await find()), 'object')
    await server.put(writeOf('role', { ...role, id: 'AROAother' }))
    assert.equal(await find(), 'bad-token')
  })
})
