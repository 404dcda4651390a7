/**
 * Signatures of requests for buckets: the examples in S3's documentation, which have the same key, day and
 * bucket, and what is refused.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { accessDenied } from '../../../model/errors.js'
import type { MemoryObjectStore } from '../../../objects/memory-store.js'
import { testIdentity } from '../../sigv4/sigv4-suite.js'
import type { WireRequest } from '../message.js'
import {
  emptyBodyHash,
  exampleKeyId,
  exampleScope,
  openExampleDoor,
  signedExample,
  streamedRequest,
  type S3Example,
} from './s3-signatures-suite.js'

const mismatch = /^403 SignatureDoesNotMatch The request signature we calculated does not match/

function check(name: string, signature: string, example: S3Example, expected = '200'): void {
  it(name, async () => {
    const { store, ask } = await openExampleDoor()
    await put(store, 'test.txt', 'Welcome to Amazon S3.')
    assert.equal(await ask(signedExample(signature, example)), expected)
    const other = signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    assert.match(await ask(signedExample(other, example)), mismatch)
  })
}

async function put(store: MemoryObjectStore, key: string, text: string): Promise<void> {
  const writer = await store.write('examplebucket', key, {})
  await writer.write(Buffer.from(text))
  await writer.finish()
}

describe('examples of signatures in the header', () => {
  check(
    'GET Object',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    {
      url: '/test.txt',
      headers: { range: 'bytes=0-9' },
    },
    '206',
  )
  check(
    'GET Bucket lifecycle',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    {
      url: '/?lifecycle',
    },
    '501 NotImplemented A header or query you provided requests a function that is not implemented: lifecycle',
  )
  check('GET Bucket', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7', {
    url: '/?max-keys=2&prefix=J',
  })
  const text = 'Welcome to Amazon S3.'
  check(
    'PUT Object',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    {
      method: 'PUT',
      url: '/test%24file.text',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      body: Buffer.from(text),
      hash: createHash('sha256').update(text).digest('hex'),
    },
    '501 NotImplemented A header or query you provided requests a function that is not implemented: x-amz-storage-class',
  )
})

describe('the example of an address that was signed in advance', () => {
  const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${exampleKeyId}%2F${exampleScope.replaceAll('/', '%2F')}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`
  const request = (url: string, headers = {}): WireRequest =>
    streamedRequest(
      { method: 'GET', url, headers: { host: 'examplebucket.s3.amazonaws.com', ...headers } },
      Buffer.alloc(0),
    )
  const url = `/test.txt?${query}`

  it('counts for as long as it says', async () => {
    const { clock, store, asked, ask } = await openExampleDoor()
    await put(store, 'test.txt', 'a')
    assert.equal(await ask(request(url)), '200')
    assert.deepEqual(asked, ['s3:GetObject arn:aws:s3:::examplebucket/test.txt'])
    clock.advance(86_400_000)
    assert.equal(await ask(request(url)), '200')
    clock.advance(1)
    assert.equal(await ask(request(url)), '403 AccessDenied Request has expired')
  })

  it('does not count before its time', async () => {
    const { clock, ask } = await openExampleDoor()
    clock.advance(-15 * 60_000)
    assert.match(await ask(request(url)), /^404 NoSuchKey/)
    clock.advance(-1)
    assert.equal(await ask(request(url)), '403 AccessDenied Request is not yet valid')
  })

  const refused = (name: string, changed: WireRequest, expected: RegExp) =>
    void it(`is refused with ${name}`, async () => {
      const { ask, asked } = await openExampleDoor()
      assert.match(await ask(changed), expected)
      assert.deepEqual(asked, [])
    })
  refused('another key', request(url.replace('test', 'other')), mismatch)
  refused('another parameter', request(`${url}&response-content-type=text/html`), mismatch)
  refused('another expiry', request(url.replace('86400', '86401')), mismatch)
  refused(
    'no expiry',
    request(url.replace('&X-Amz-Expires=86400', '')),
    /^400 AuthorizationQueryParametersError Query-string/,
  )
  refused(
    'too late an expiry',
    request(url.replace('86400', '604801')),
    /^400 AuthorizationQueryParametersError .* less than 604800 seconds$/,
  )
  refused('the latest expiry', request(url.replace('86400', '604800')), mismatch)
  refused(
    'an expiry that is none',
    request(url.replace('86400', 'x')),
    /^400 AuthorizationQueryParametersError .* a number$/,
  )
  refused(
    'a negative expiry',
    request(url.replace('86400', '-1')),
    /^400 AuthorizationQueryParametersError .* non-negative$/,
  )
  refused(
    'the source of a copy',
    { ...request(url, { 'x-amz-copy-source': '/otherbucket/secret' }), method: 'PUT' },
    /^403 AccessDenied There were headers/,
  )
  refused('another method', { ...request(url), method: 'DELETE' }, mismatch)
  refused('another host', request(url, { host: 'otherbucket.s3.amazonaws.com' }), mismatch)
})

describe('a body', () => {
  it('is refused if it is not the one whose hash was signed', async () => {
    const { ask, store } = await openExampleDoor()
    const text = 'Welcome to Amazon S3.'
    const hash = createHash('sha256').update(text).digest('hex')
    const headers = {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }
    const request = signedExample(
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      {
        method: 'PUT',
        url: '/test%24file.text',
        headers,
        body: Buffer.from('Welcome to Amazon S4.'),
        hash,
      },
    )
    const plain = {
      ...request,
      headers: { ...request.headers, 'x-amz-content-sha256': emptyBodyHash },
    }
    assert.match(await ask(plain), mismatch)
    assert.equal(await store.stat('examplebucket', 'test$file.text'), undefined)
  })

  const refused = (hash: string, expected: RegExp) =>
    void it(`is refused if its hash is ${hash}`, async () => {
      const { ask } = await openExampleDoor()
      assert.match(await ask(signedExample('0'.repeat(64), { hash })), expected)
    })
  refused('UNSIGNED', mismatch)
  refused('UNSIGNED-PAYLOAD', mismatch)
})

describe('faults of signatures', () => {
  const refused = (
    name: string,
    changed: Readonly<Record<string, string | undefined>>,
    expected: string,
  ) =>
    void it(name, async () => {
      const { ask, asked } = await openExampleDoor()
      const request = signedExample('0'.repeat(64))
      const headers = { ...request.headers, ...changed }
      assert.equal(await ask({ ...request, headers }), expected)
      assert.deepEqual(asked, [])
    })
  const { authorization = '' } = signedExample('0'.repeat(64)).headers as Record<string, string>
  refused('no signature', { authorization: undefined }, '403 AccessDenied Access Denied')
  refused(
    'an unknown key',
    { authorization: authorization.replace('AKIA', 'AKIB') },
    '403 InvalidAccessKeyId The AWS Access Key Id you provided does not exist in our records.',
  )
  refused(
    'an old date',
    { 'x-amz-date': '20130523T234459Z' },
    '403 RequestTimeTooSkewed The difference between the request time and the current time is too large.',
  )
  refused(
    'a bad token',
    { 'x-amz-security-token': 'bad' },
    '400 InvalidToken The provided token is malformed or otherwise invalid.',
  )
  refused(
    'an expired token',
    { 'x-amz-security-token': 'old' },
    '400 ExpiredToken The provided token has expired.',
  )
  refused(
    'another service',
    { authorization: authorization.replace('/s3/', '/dynamodb/') },
    "400 AuthorizationHeaderMalformed Credential should be scoped to correct service: 's3'.",
  )
  refused(
    'no hash',
    { 'x-amz-content-sha256': undefined },
    '400 InvalidRequest Missing required header for this request: x-amz-content-sha256',
  )
  refused(
    'a header that is not signed',
    { 'x-amz-copy-source': '/a/b' },
    '403 AccessDenied There were headers present in the request which were not signed',
  )
})

describe('what a caller may do', () => {
  const get = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const example = { url: '/test.txt', headers: { range: 'bytes=0-9' } }

  it('is asked for before anything is read', async () => {
    const { ask } = await openExampleDoor({
      authoriseS3: (caller, { action, resource }) => {
        throw accessDenied(`${caller.identity?.arn} ${action} ${resource}`)
      },
    })
    assert.equal(
      await ask(signedExample(get, example)),
      `403 AccessDenied ${testIdentity.arn} s3:GetObject arn:aws:s3:::examplebucket/test.txt`,
    )
  })

  it('is nothing for users if nobody can be asked', async () => {
    const { ask } = await openExampleDoor({ authoriseS3: undefined })
    assert.equal(await ask(signedExample(get, example)), '403 AccessDenied Access Denied')
  })
})
