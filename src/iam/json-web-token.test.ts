/** Tokens of identity providers are verified by the keys of a file alone. */
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isSignedBy, parseWebToken, tokenKeyOf, type TokenKey } from './json-web-token.js'
import { oidcKeysFileBytesMax, rsaKeyBitsMin } from './limits.js'
import { OidcKeys, parseOidcKeys } from './oidc-keys.js'

const rsa = generateKeyPairSync('rsa', { modulusLength: rsaKeyBitsMin })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function jwkOf(key: KeyObject, members: object = {}): Readonly<Record<string, unknown>> {
  return { ...key.export({ format: 'jwk' }), kid: 'k1', use: 'sig', ...members }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(alg: string, key: KeyObject, header: object = {}): string {
  const text = `${part({ alg, kid: 'k1', typ: 'JWT', ...header })}.${part({ sub: 'ann' })}`
  const signature = sign(`sha${alg.slice(2)}`, Buffer.from(text), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

function accepts(token: string, keys: readonly (TokenKey | undefined)[]): boolean {
  const parsed = parseWebToken(token)
  return (
    parsed !== undefined &&
    isSignedBy(
      parsed,
      keys.map((key) => key!),
    )
  )
}

describe('the signature of a token', () => {
  const rsaKey = tokenKeyOf(jwkOf(rsa.publicKey))
  const curveKey = tokenKeyOf(jwkOf(curve.publicKey))

  it('is verified by the key with its id', () => {
    assert.ok(accepts(tokenOf('RS256', rsa.privateKey), [rsaKey]))
    assert.ok(accepts(tokenOf('RS512', rsa.privateKey), [curveKey, rsaKey]))
    assert.ok(accepts(tokenOf('ES256', curve.privateKey), [rsaKey, curveKey]))
    assert.ok(accepts(tokenOf('ES256', curve.privateKey, { kid: undefined }), [rsaKey, curveKey]))
    assert.ok(!accepts(tokenOf('RS256', rsa.privateKey, { kid: 'other' }), [rsaKey]))
    assert.ok(!accepts(tokenOf('RS256', rsa.privateKey), []))
  })

  it('is refused if a part was changed', () => {
    const [header, payload, signature] = tokenOf('RS256', rsa.privateKey).split('.')
    assert.ok(!accepts(`${header}.${part({ sub: 'bob' })}.${signature}`, [rsaKey]))
    const other = generateKeyPairSync('rsa', { modulusLength: rsaKeyBitsMin })
    assert.ok(!accepts(tokenOf('RS256', other.privateKey), [rsaKey]))
    assert.equal(parseWebToken(`${header}.${payload}.`), undefined)
  })

  it('cannot be left out, or be made with the public key as a shared secret', () => {
    const none = `${part({ alg: 'none', kid: 'k1' })}.${part({ sub: 'ann' })}`
    assert.ok(!accepts(`${none}.AAAA`, [rsaKey, curveKey]))
    assert.ok(!accepts(`${none}.`, [rsaKey, curveKey]))
    const shared = `${part({ alg: 'HS256', kid: 'k1' })}.${part({ sub: 'ann' })}`
    const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' })
    const mac = createHmac('sha256', pem).update(shared).digest('base64url')
    assert.ok(!accepts(`${shared}.${mac}`, [rsaKey]))
  })

  it('of an algorithm that the key is not for is refused', () => {
    const only256 = tokenKeyOf(jwkOf(rsa.publicKey, { alg: 'RS256' }))
    assert.ok(accepts(tokenOf('RS256', rsa.privateKey), [only256]))
    assert.ok(!accepts(tokenOf('RS384', rsa.privateKey), [only256]))
  })

  it('that asks for extensions is refused', () => {
    assert.ok(!accepts(tokenOf('RS256', rsa.privateKey, { crit: ['b64'] }), [rsaKey]))
  })

  it('is not of other texts', () => {
    const [header, payload, signature] = tokenOf('RS256', rsa.privateKey).split('.')
    const texts = [
      '',
      'a.b.c',
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.x`,
      `${header}.${part([])}.${signature}`,
      `${header}.${part(null)}.${signature}`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature}\n`,
      `${part({ kid: 'k1' })}.${payload}.${signature}`,
    ]
    for (const text of texts) assert.equal(parseWebToken(text), undefined, text)
  })
})

describe('a key of a provider', () => {
  it('is one that signs, and strong enough', () => {
    assert.deepEqual(tokenKeyOf(jwkOf(curve.publicKey))!.algorithms, ['ES256'])
    const weak = generateKeyPairSync('rsa', { modulusLength: rsaKeyBitsMin / 2 })
    const unfit = [
      jwkOf(weak.publicKey),
      jwkOf(rsa.publicKey, { use: 'enc' }),
      jwkOf(rsa.publicKey, { alg: 'PS256' }),
      jwkOf(generateKeyPairSync('ed25519').publicKey),
      { kty: 'oct', k: 'c2VjcmV0', kid: 'k1' },
      { kty: 'RSA' },
      'key',
      null,
    ]
    for (const jwk of unfit) assert.equal(tokenKeyOf(jwk), undefined)
  })
})

describe('the file of keys', () => {
  const set = { keys: [jwkOf(rsa.publicKey), { kty: 'oct', k: 'AAAA' }] }

  it('has a key set for each issuer', () => {
    const keys = parseOidcKeys(JSON.stringify({ 'https://a.example': set }))
    assert.equal(keys.get('https://a.example')!.length, 1)
    assert.equal(keys.get('https://b.example'), undefined)
    for (const text of ['', '[]', 'null', '{"https://a.example": []}', '{"a": {"keys": 1}}']) {
      assert.throws(() => parseOidcKeys(text), text)
    }
  })

  it('is read again when it has changed, and may be missing or broken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    try {
      const file = join(folder, 'keys.json')
      const keys = new OidcKeys(file)
      const found = async () => (await keys.find('https://a.example'))?.length
      assert.equal(await found(), undefined)
      await writeFile(file, JSON.stringify({ 'https://a.example': set }))
      assert.equal(await found(), 1)
      await writeFile(file, JSON.stringify({ 'https://a.example': { keys: [] } }))
      assert.equal(await found(), 0)
      await writeFile(file, '{')
      assert.equal(await found(), undefined)
      await writeFile(file, ' '.repeat(oidcKeysFileBytesMax + 1))
      assert.equal(await found(), undefined)
      assert.equal(await new OidcKeys(undefined).find('https://a.example'), undefined)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
