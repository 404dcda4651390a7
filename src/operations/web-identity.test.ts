/** Web identities: tokens that a library signs, as identity providers do, and roles that trust them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import type { IamWrite } from '../iam/iam-store.js'
import { testAccount } from '../iam/iam-suite.js'
import { providerClockSkewMsMax } from '../iam/limits.js'
import { OidcKeys } from '../iam/oidc-keys.js'
import { openSts, roleTrusting } from './sts-suite.js'

const issuer = 'https://issuer.example/realm'
const name = 'issuer.example/realm'
const providerArn = `arn:aws:iam::${testAccount}:oidc-provider/${name}`
const roleArn = `arn:aws:iam::${testAccount}:role/readers`
const nobody = { account: '', region: '', accessKeyId: '' }
const Action = 'sts:AssumeRoleWithWebIdentity'
const notAuthorized = `AccessDeniedException: Not authorized to perform ${Action}`

const folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
after(() => rm(folder, { recursive: true }))

const [rsa, curve] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('ES256')])
const keys = [
  { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' },
  { ...(await exportJWK(curve.publicKey)), kid: 'curve', use: 'sig' },
]
const file = join(folder, 'keys.json')
await writeFile(file, JSON.stringify({ [issuer]: { keys } }))

const provider: IamWrite = {
  at: { kind: 'provider', account: testAccount, name },
  record: {
    account: testAccount,
    name,
    clientIds: ['app', 'other-app'],
    thumbprints: [],
    tags: [],
    createdAtMs: 0,
  },
}

const conditioned = {
  Action,
  Condition: { StringEquals: { [`${name}:aud`]: 'app', [`${name}:sub`]: 'user-1' } },
}

async function opened(statement: object = conditioned) {
  const sts = await openSts(new OidcKeys(file))
  await sts.put(provider, roleTrusting('readers', { Federated: providerArn }, { statement }))
  const now = Math.floor(sts.clock.now() / 1000)
  const signed = (claims: JWTPayload = {}, key = { kid: 'rsa', alg: 'RS256', pair: rsa }) =>
    new SignJWT({ iss: issuer, sub: 'user-1', aud: 'app', iat: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid })
      .sign(key.pair.privateKey)
  const asking = (WebIdentityToken: string) => ({
    RoleArn: roleArn,
    RoleSessionName: 'web',
    WebIdentityToken,
  })
  return {
    ...sts,
    now,
    signed,
    assume: (token: string, more: object = {}) =>
      sts.call('sts.AssumeRoleWithWebIdentity', { ...asking(token), ...more }, nobody),
    refused: (token: string, more: object = {}) =>
      sts.refusal('sts.AssumeRoleWithWebIdentity', { ...asking(token), ...more }, nobody),
  }
}

describe('AssumeRoleWithWebIdentity', () => {
  it('gives a session of the role to whom it trusts', async () => {
    const sts = await opened()
    const answer = await sts.assume(await sts.signed())
    const { Credentials: _credentials, ...rest } = answer
    assert.deepEqual(rest, {
      SubjectFromWebIdentityToken: 'user-1',
      Audience: 'app',
      Provider: providerArn,
      AssumedRoleUser: {
        AssumedRoleId: 'AROAreaders:web',
        Arn: `arn:aws:sts::${testAccount}:assumed-role/readers/web`,
      },
      SourceIdentity: undefined,
    })
    const { identity, expiresAtMs } = sts.sessionIn(answer)
    assert.equal(expiresAtMs, (sts.now + 3600) * 1000)
    assert.deepEqual(identity.session!.webIdentity, {
      'aws:FederatedProvider': providerArn,
      [`${name}:sub`]: 'user-1',
      [`${name}:aud`]: 'app',
    })
  })

  it('takes tokens of every key of the issuer', async () => {
    const sts = await opened()
    const token = await sts.signed({}, { kid: 'curve', alg: 'ES256', pair: curve })
    assert.ok((await sts.assume(token)).Credentials)
  })

  it('refuses tokens that nobody has signed, or somebody else', async () => {
    const sts = await opened()
    const invalid = 'InvalidIdentityTokenException: Token signature invalid'
    const stranger = await generateKeyPair('RS256')
    const forged = await sts.signed({}, { kid: 'rsa', alg: 'RS256', pair: stranger })
    assert.equal(await sts.refused(forged), invalid)
    const confused = await sts.signed({}, { kid: 'rsa', alg: 'ES256', pair: curve })
    assert.equal(await sts.refused(confused), invalid)
    const bare = new UnsecuredJWT({ iss: issuer, sub: 'user-1', aud: 'app' }).encode()
    assert.match(
      await sts.refused(bare),
      /^InvalidIdentityTokenException: The ID Token provided is not a valid JWT/,
    )
    assert.match(await sts.refused('opaque-access-token'), /is not a valid JWT/)
    const [header, , signature] = (await sts.signed()).split('.')
    const claims = { iss: issuer, sub: 'admin', aud: 'app', exp: sts.now + 60 }
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    assert.equal(await sts.refused(`${header}.${payload}.${signature}`), invalid)
  })

  it('refuses issuers that the account does not know, or that have no keys', async () => {
    const sts = await opened()
    for (const iss of ['https://other.example', 'http://issuer.example/realm', `${issuer}/`]) {
      assert.equal(
        await sts.refused(await sts.signed({ iss })),
        `InvalidIdentityTokenException: No OpenIDConnect provider found in your account for ${iss}`,
      )
    }
    const elsewhere = roleArn.replace(testAccount, '999988887777')
    assert.match(
      await sts.refused(await sts.signed(), { RoleArn: elsewhere }),
      /No OpenIDConnect provider found/,
    )
    const keyless = await openSts()
    await keyless.put(provider)
    const input = { RoleArn: roleArn, RoleSessionName: 'web', WebIdentityToken: await sts.signed() }
    assert.match(
      await keyless.refusal('sts.AssumeRoleWithWebIdentity', input, nobody),
      /^InvalidIdentityTokenException: Couldn't retrieve verification key from your identity provider/,
    )
  })

  it('refuses tokens of other times', async () => {
    const sts = await opened()
    const { now } = sts
    assert.equal(
      await sts.refused(await sts.signed({ exp: now })),
      `ExpiredTokenException: Token expired: current date/time ${now} must be before the expiration date/time ${now}`,
    )
    const skew = providerClockSkewMsMax / 1000
    const later = await sts.signed({ nbf: now + skew + 1 })
    assert.match(await sts.refused(later), /^InvalidIdentityTokenException: Token is not yet valid/)
    assert.ok((await sts.assume(await sts.signed({ nbf: now + skew }))).Credentials)
    assert.match(await sts.refused(await sts.signed({ iat: now + skew + 1 })), /not yet valid/)
    assert.match(await sts.refused(await sts.signed({ exp: undefined })), /required claim: exp/)
  })

  it('refuses tokens for others', async () => {
    const sts = await opened()
    const wrong = 'InvalidIdentityTokenException: Incorrect token audience'
    assert.equal(await sts.refused(await sts.signed({ aud: 'stranger' })), wrong)
    assert.equal(await sts.refused(await sts.signed({ azp: 'stranger' })), wrong)
    assert.ok((await sts.assume(await sts.signed({ aud: ['stranger', 'app'] }))).Credentials)
    const azp = await sts.signed({ azp: 'app', aud: 'stranger' })
    const { identity } = sts.sessionIn(await sts.assume(azp))
    assert.equal(identity.session!.webIdentity![`${name}:oaud`], 'stranger')
    assert.match(await sts.refused(await sts.signed({ aud: undefined })), /required claim: aud/)
    assert.match(await sts.refused(await sts.signed({ sub: undefined })), /required claim: sub/)
  })

  it('needs the trust of the role, whether or not it exists', async () => {
    const sts = await opened()
    assert.equal(await sts.refused(await sts.signed({ sub: 'user-2' })), notAuthorized)
    assert.equal(await sts.refused(await sts.signed({ aud: 'other-app' })), notAuthorized)
    const missing = { RoleArn: roleArn.replace('readers', 'none') }
    assert.equal(await sts.refused(await sts.signed(), missing), notAuthorized)
    const open = await opened()
    await open.put(roleTrusting('readers', '*', { statement: { Action } }))
    assert.equal(await open.refused(await open.signed()), notAuthorized)
  })

  it('takes tags and the source identity from the token, if the role trusts them', async () => {
    const claims = {
      'https://aws.amazon.com/tags': {
        principal_tags: { team: ['red'], size: 'large' },
        transitive_tag_keys: ['team'],
      },
      'https://aws.amazon.com/source_identity': 'ann@example.com',
    }
    const sts = await opened()
    assert.equal(
      await sts.refused(await sts.signed(claims)),
      'AccessDeniedException: Not authorized to perform sts:TagSession',
    )
    const trusting = await opened({ Action: [Action, 'sts:TagSession', 'sts:SetSourceIdentity'] })
    const answer = await trusting.assume(await trusting.signed(claims))
    assert.equal(answer['SourceIdentity'], 'ann@example.com')
    const { session } = trusting.sessionIn(answer).identity
    assert.deepEqual(session!.tags, [
      { key: 'team', value: 'red' },
      { key: 'size', value: 'large' },
    ])
    assert.deepEqual(session!.transitiveTagKeys, ['team'])
    const broken = { 'https://aws.amazon.com/tags': { principal_tags: { team: ['a', 'b'] } } }
    assert.match(await trusting.refused(await trusting.signed(broken)), /^InvalidIdentityToken/)
  })

  it('narrows and limits the session as AssumeRole does', async () => {
    const sts = await opened()
    const token = await sts.signed()
    assert.match(await sts.refused(token, { Policy: '{' }), /^MalformedPolicyDocument/)
    assert.match(await sts.refused(token, { DurationSeconds: 3601 }), /MaxSessionDuration/)
    assert.match(await sts.refused(token, { ProviderId: 'www.amazon.com' }), /^ValidationException/)
  })
})
