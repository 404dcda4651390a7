import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptAnyone } from '../http/accept-anyone.js'
import { testKey, verdictOf, verifierAt } from '../sigv4/sigv4-suite.js'
import { clockSkewMaxMs } from '../sigv4/limits.js'
import { systemClock } from '../../stdx/clock.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { daxSigningName, signedRequest } from './authorisation.js'

/** The protocol's own vector. */
const signedAt = '2024-01-02T03:04:05Z'
const canonicalHash = 'a78725a0e503ef79ee0591668a82e8111022c1f5dfb15e3c496b76531caa1940'
const signature = '2b6a77536b7ae60b931a4ee56277cb98bad74d78eed6b45c01abd35dbe7c1e47'

function textFor(scope = '20240102/us-east-1/dax/aws4_request'): Buffer {
  return Buffer.from(`AWS4-HMAC-SHA256\n20240102T030405Z\n${scope}\n${canonicalHash}`)
}

function given(changed: Readonly<Record<number, CborValue>> = {}): readonly CborValue[] {
  const usual: CborValue[] = [testKey.accessKeyId, signature, textFor(), null, 'agent']
  return usual.map((value, i) => (i in changed ? changed[i] : value))
}

async function verdict(values: readonly CborValue[], at = signedAt): Promise<string> {
  return verdictOf(verifierAt(at), signedRequest(values, {}, undefined), daxSigningName)
}

describe('authorizeConnection', () => {
  it('is verified as the request that was signed', async () => {
    assert.equal(await verdict(given()), 'accepted')
    assert.equal(await verdict(given({ 3: 'good' })), 'accepted')
  })

  it('holds as long as a signed request would', async () => {
    const end = new Date(Date.parse(signedAt) + clockSkewMaxMs)
    const later = new Date(end.getTime() + 1)
    assert.equal(await verdict(given(), end.toISOString()), 'accepted')
    assert.match(await verdict(given(), later.toISOString()), /^InvalidSignature: .* expired/)
  })

  for (const [name, changed, sentence] of [
    ['another signature', { 1: '0'.repeat(64) }, /^InvalidSignature/],
    ['another key', { 0: 'AKIDOTHER' }, /^UnrecognizedClient/],
    ['a token that has expired', { 3: 'old' }, /^ExpiredToken/],
    ['another service', { 2: textFor('20240102/us-east-1/dynamodb/aws4_request') }, /'dax'/],
    ['another day', { 2: textFor('20240103/us-east-1/dax/aws4_request') }, /^InvalidSignature/],
    ['no text', { 2: null }, /./],
    ['a text without lines', { 2: Buffer.from('x') }, /./],
    ['a long text', { 2: Buffer.alloc(1_025, 0x61) }, /./],
    ['numbers', { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 }, /./],
    ['a key with a list in it', { 0: 'AKIDEXAMPLE/x, SignedHeaders=host' }, /./],
  ] as const) {
    it(`is refused with ${name}`, async () => {
      const said = await verdict(given(changed))
      assert.doesNotMatch(said, /^accepted/)
      assert.match(said, sentence)
    })
  }

  it('tells account and region where any credentials are accepted', async () => {
    const accept = acceptAnyone(systemClock, false)
    const request = signedRequest(given({ 0: '123456789012' }), {}, undefined)
    assert.deepEqual(await accept(request, daxSigningName), {
      accessKeyId: '123456789012',
      account: '123456789012',
      region: 'us-east-1',
    })
  })
})
