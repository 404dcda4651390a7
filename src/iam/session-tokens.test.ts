/** Temporary credentials hold who they are for, and nobody can change that. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallerSession, Identity } from '../model/caller.js'
import { systemRandom } from '../stdx/random.js'
import { accountOfSessionKey, newSessionKeyId } from './key-ids.js'
import { packedPoliciesBytesMax, sessionTokenLengthMax } from './limits.js'
import { packedSize } from './packed-session.js'
import { SecretBox } from '../stdx/secret-box.js'
import { SessionTokens } from './session-tokens.js'

const secret = Buffer.alloc(32, 7)
const tokens = new SessionTokens(secret, systemRandom)

const identity: Identity = {
  kind: 'role',
  account: '123456789012',
  arn: 'arn:aws:sts::123456789012:assumed-role/readers/ann',
  principalArn: 'arn:aws:iam::123456789012:role/team/readers',
  userId: 'AROAEXAMPLE:ann',
  name: 'readers',
}
const session: CallerSession = {
  name: 'ann',
  issuedAtMs: 1_000,
  expiresAtMs: 4_600_000,
  policies: ['{"Statement":[]}'],
  policyArns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'],
  tags: [{ key: 'team', value: 'red' }],
  transitiveTagKeys: ['team'],
  sourceIdentity: 'ann@example.com',
}

describe('a session token', () => {
  it('gives back what was issued', () => {
    const { accessKeyId, secretAccessKey, sessionToken } = tokens.issue(identity, session)
    assert.match(accessKeyId, /^ASIA[A-Z2-7]{16}$/)
    assert.equal(secretAccessKey.length, 40)
    assert.deepEqual(new SessionTokens(secret, systemRandom).open(sessionToken), {
      accessKeyId,
      secretAccessKey,
      identity: { ...identity, session },
      expiresAtMs: session.expiresAtMs,
    })
  })

  it('is different every time', () => {
    const [one, other] = [tokens.issue(identity, session), tokens.issue(identity, session)]
    assert.notEqual(one.sessionToken, other.sessionToken)
    assert.notEqual(one.accessKeyId, other.accessKeyId)
    assert.notEqual(one.secretAccessKey, other.secretAccessKey)
  })

  it('shows nothing of what it holds', () => {
    const { secretAccessKey, sessionToken } = tokens.issue(identity, session)
    const bytes = Buffer.from(sessionToken, 'base64')
    for (const text of [secretAccessKey, 'readers', 'red', '123456789012']) {
      assert.ok(!bytes.includes(text) && !sessionToken.includes(text))
    }
  })

  it('is refused with any bit changed', () => {
    const bytes = Buffer.from(tokens.issue(identity, session).sessionToken, 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1 << (at % 8)
      assert.equal(tokens.open(changed.toString('base64')), undefined)
    }
  })

  it('is refused in any other spelling, cut off, extended, or too long', () => {
    const { sessionToken } = tokens.issue(identity, session)
    const rest = [
      '',
      'AAAA',
      sessionToken.slice(0, -4),
      `${sessionToken}AAAA`,
      ` ${sessionToken}`,
      `${sessionToken}\n`,
      sessionToken.replaceAll('+', '-').replaceAll('/', '_').replace(/=*$/, '='),
      'A'.repeat(sessionTokenLengthMax),
      'A'.repeat(sessionTokenLengthMax + 4),
    ]
    for (const token of rest) assert.equal(tokens.open(token), undefined, token)
  })

  it('of another database, another purpose or another version is refused', () => {
    const { sessionToken } = new SessionTokens(Buffer.alloc(32, 8), systemRandom).issue(
      identity,
      session,
    )
    assert.equal(tokens.open(sessionToken), undefined)
    const other = new SecretBox(secret, 'access key', systemRandom).seal(Buffer.of(1, 2, 3))
    assert.equal(tokens.open(other.toString('base64')), undefined)
    const later = new SecretBox(secret, 'session token', systemRandom).seal(Buffer.of(2, 1, 1))
    assert.equal(tokens.open(later.toString('base64')), undefined)
  })

  it('with all that a session may carry fits into a header', () => {
    const noise = (count: number) =>
      Buffer.from(systemRandom.bytes(count)).toString('base64').slice(0, count)
    const full: CallerSession = {
      ...session,
      name: noise(64),
      policies: [noise(1600)],
      policyArns: Array.from({ length: 10 }, () => `arn:aws:iam::123456789012:policy/${noise(60)}`),
      tags: Array.from({ length: 2 }, () => ({ key: noise(128), value: noise(80) })),
      sourceIdentity: noise(64),
      webIdentity: { 'issuer.example:sub': noise(255), 'issuer.example:aud': noise(255) },
    }
    const { sessionToken } = tokens.issue({ ...identity, arn: noise(600) }, full)
    assert.ok(sessionToken.length <= sessionTokenLengthMax)
  })
})

describe('the id of a temporary key', () => {
  it('holds its account', () => {
    for (const account of ['000000000000', '123456789012', '999999999999']) {
      const id = newSessionKeyId(account, systemRandom)
      assert.match(id, /^ASIA[A-Z2-7]{16}$/)
      assert.equal(accountOfSessionKey(id), account)
    }
  })

  it('is read as AWS’s own are', () => {
    // The example of a published description of these ids.
    assert.equal(accountOfSessionKey('ASIAQNZGKIQY56JQ7WML'), '029608264753')
  })

  it('is not seen in other texts', () => {
    for (const text of [
      '',
      'ASIA',
      'ASIA1111111111111111',
      'AKIAQNZGKIQY56JQ7WML',
      'grammetest',
      'XKIAQNZGKIQY56JQ7WML',
    ]) {
      assert.equal(accountOfSessionKey(text), undefined)
    }
  })
})

describe('the packed size of a session', () => {
  const tag = (length: number) => ({ key: 'T1', value: 'a'.repeat(length) })

  it('is that of recorded answers', () => {
    const tags = Array.from({ length: 9 }, () => tag(250))
    assert.deepEqual(packedSize({ tags }), { tagsPercent: 498, percent: 498 })
  })

  it('reaches its limit', () => {
    assert.equal(packedSize({ tags: [tag(256), tag(194)] })!.percent, 100)
    assert.equal(packedSize({ tags: [tag(256), tag(195)] })!.percent, 101)
  })

  it('is unknown without policies and tags, and small for small ones', () => {
    assert.equal(packedSize({}), undefined)
    const size = packedSize({ policies: ['{"Statement":{"Effect":"Allow"}}'] })!
    assert.ok(size.percent > 0 && size.percent < 10 && size.tagsPercent === 0)
    const noise = Buffer.from(systemRandom.bytes(packedPoliciesBytesMax + 100)).toString('latin1')
    assert.ok(packedSize({ policies: [noise] })!.percent > 100)
  })
})
