/**
 * Signatures of requests for buckets: the examples in S3's documentation, which have the same key, day and
 * bucket, and what is refused.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { accessDenied } from '../../../model/errors.js'
import { MemoryObjectStore } from '../../../objects/memory-store.js'
import { VirtualClock } from '../../../stdx/clock.js'
import { answerFor, testIdentity } from '../../sigv4/sigv4-suite.js'
import { SignatureVerifier } from '../../sigv4/verify.js'
import { keptLog, requestOf } from '../../wire-suite.js'
import type { WireRequest } from '../message.js'
import { answerS3, type S3Parts } from './answer-s3.js'
import { s3Authentication } from './authenticate-s3.js'
import { AwsChunkedBody } from './aws-chunked.js'
import { toS3Error } from './to-s3-error.js'

const accessKeyId = 'AKIAIOSFODNN7EXAMPLE'
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const scope = '20130524/us-east-1/s3/aws4_request'
const emptyHash = createHash('sha256').digest('hex')
const start = Date.UTC(2013, 4, 24)

interface Door {
  readonly clock: VirtualClock
  readonly store: MemoryObjectStore
  readonly asked: string[]
  /** The status, and the code and sentence of an error. */
  ask(request: WireRequest): Promise<string>
}

async function openDoor(parts: Partial<S3Parts> = {}): Promise<Door> {
  const clock = new VirtualClock(start)
  const store = new MemoryObjectStore(clock)
  for (const bucket of ['examplebucket', 'otherbucket']) await store.createBucket(bucket)
  const keys = {
    find: (id: string, token: string | undefined) =>
      id === accessKeyId && token === undefined
        ? { secretAccessKey, identity: testIdentity }
        : answerFor('x', token),
  }
  const authenticate = s3Authentication(new SignatureVerifier({ keys, clock }), clock)
  const asked: string[] = []
  const authoriseS3 = (_caller: unknown, action: string, arn: string): void =>
    void asked.push(`${action} ${arn}`)
  const call = { objects: store, baseHosts: ['s3.amazonaws.com'], authenticate, authoriseS3 }
  const log = keptLog()
  const ask = async (request: WireRequest): Promise<string> => {
    const answer = await answerS3(request, { ...call, requestId: 'id', log, ...parts })
    const xml = answer.body.toString()
    const [, code = '', message = ''] = /<Code>(.*)<\/Code><Message>(.*)<\/Message>/.exec(xml) ?? []
    return [answer.status, code, message].filter((part) => part !== '').join(' ')
  }
  return { clock, store, asked, ask }
}

interface Example {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly hash?: string
}

function signed(signature: string, example: Example = {}): WireRequest {
  const {
    method = 'GET',
    url = '/',
    headers = {},
    body = Buffer.alloc(0),
    hash = emptyHash,
  } = example
  const all: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    ...headers,
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': hash,
  }
  const names = Object.keys(all).sort().join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`
  return streamed({ method, url, headers: { ...all, authorization } }, body)
}

function streamed(
  head: Pick<WireRequest, 'method' | 'url' | 'headers'>,
  body: Buffer,
): WireRequest {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += 7_001) yield body.subarray(at, at + 7_001)
  }
  return { ...requestOf(head), stream: { chunks: chunks(), bytes: body.length } }
}

const mismatch = /^403 SignatureDoesNotMatch The request signature we calculated does not match/

function check(name: string, signature: string, example: Example, expected = '200'): void {
  it(name, async () => {
    const { store, ask } = await openDoor()
    await put(store, 'test.txt', 'Welcome to Amazon S3.')
    assert.equal(await ask(signed(signature, example)), expected)
    const other = signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    assert.match(await ask(signed(other, example)), mismatch)
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
  const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${accessKeyId}%2F${scope.replaceAll('/', '%2F')}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`
  const request = (url: string, headers = {}): WireRequest =>
    streamed(
      { method: 'GET', url, headers: { host: 'examplebucket.s3.amazonaws.com', ...headers } },
      Buffer.alloc(0),
    )
  const url = `/test.txt?${query}`

  it('counts for as long as it says', async () => {
    const { clock, store, asked, ask } = await openDoor()
    await put(store, 'test.txt', 'a')
    assert.equal(await ask(request(url)), '200')
    assert.deepEqual(asked, ['s3:GetObject arn:aws:s3:::examplebucket/test.txt'])
    clock.advance(86_400_000)
    assert.equal(await ask(request(url)), '200')
    clock.advance(1)
    assert.equal(await ask(request(url)), '403 AccessDenied Request has expired')
  })

  it('does not count before its time', async () => {
    const { clock, ask } = await openDoor()
    clock.advance(-15 * 60_000)
    assert.match(await ask(request(url)), /^404 NoSuchKey/)
    clock.advance(-1)
    assert.equal(await ask(request(url)), '403 AccessDenied Request is not yet valid')
  })

  const refused = (name: string, changed: WireRequest, expected: RegExp) =>
    void it(`is refused with ${name}`, async () => {
      const { ask, asked } = await openDoor()
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

/** The documentation's body: 65 KB of the letter a, in chunks of 64 KB. */
const letters = Buffer.alloc(66_560, 'a')

function chunkedBody(signatures: readonly string[], ending: string, content = letters): Buffer {
  const pieces = [content.subarray(0, 65_536), content.subarray(65_536), Buffer.alloc(0)]
  const chunks = pieces.map((piece, i) => {
    const head = `${piece.length.toString(16)};chunk-signature=${signatures[i]}\r\n`
    return Buffer.concat([Buffer.from(head), piece, Buffer.from(piece.length > 0 ? '\r\n' : '')])
  })
  return Buffer.concat([...chunks, Buffer.from(ending)])
}

describe('the examples of signed chunks', () => {
  const signatures = [
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ]
  const seed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9'
  const trailing = [
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ]
  const trailingSeed = '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e'
  const trailer = (value: string, signature: string): string =>
    `x-amz-checksum-crc32c:${value}\r\nx-amz-trailer-signature:${signature}\r\n\r\n`
  const goodTrailer = trailer(
    'sOO8/Q==',
    'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
  )
  const headers = {
    host: 's3.amazonaws.com',
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  const plain: Example = {
    url: '/examplebucket/chunkObject.txt',
    method: 'PUT',
    headers: { ...headers, 'content-length': '66824' },
    hash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  }
  const withTrailer: Example = {
    ...plain,
    headers: { ...headers, 'x-amz-trailer': 'x-amz-checksum-crc32c' },
    hash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  }

  /** What is read of the body, or the error. */
  async function read(request: WireRequest): Promise<string> {
    const clock = new VirtualClock(start)
    const keys = { find: () => ({ secretAccessKey, identity: testIdentity }) }
    const authenticate = s3Authentication(new SignatureVerifier({ keys, clock }), clock)
    const { payload } = await authenticate(request)
    assert(payload.kind === 'chunks')
    const body = new AwsChunkedBody(request.stream!.chunks, payload)
    const pieces: Uint8Array[] = []
    try {
      for await (const piece of body) pieces.push(piece)
    } catch (error) {
      return toS3Error(error).code
    }
    return Buffer.concat(pieces).equals(letters) ? 'all of it' : 'something else'
  }
  const reads = (name: string, body: Buffer, expected = 'SignatureDoesNotMatch') =>
    void it(name, async () => {
      assert.equal(await read(signed(seed, { ...plain, body })), expected)
    })
  const readsTrailer = (name: string, body: Buffer, expected = 'SignatureDoesNotMatch') =>
    void it(name, async () => {
      assert.equal(await read(signed(trailingSeed, { ...withTrailer, body })), expected)
    })

  reads('are accepted', chunkedBody(signatures, '\r\n'), 'all of it')
  readsTrailer('are accepted with a trailer', chunkedBody(trailing, goodTrailer), 'all of it')
  const [first = '', second = '', last = ''] = signatures
  const zeros = '0'.repeat(64)
  reads('are refused with a wrong signature', chunkedBody([first, zeros, last], '\r\n'))
  reads('are refused with a wrong last signature', chunkedBody([first, second, zeros], '\r\n'))
  reads('are refused in another order', chunkedBody([second, first, last], '\r\n'))
  const other = Buffer.from(letters)
  other[66_559] = 0
  reads('are refused with other bytes', chunkedBody(signatures, '\r\n', other))
  const bare = Buffer.from(
    chunkedBody(signatures, '\r\n')
      .toString('latin1')
      .replaceAll(/;chunk-signature=\w+/g, ''),
  )
  reads('are refused without signatures', bare)
  reads('are refused if they end early', chunkedBody([last, '', ''], '\r\n', Buffer.alloc(0)))
  reads('are refused with a trailer that is not signed', chunkedBody(signatures, 'x-a:b\r\n\r\n'))
  reads('are refused with a trailer that was not announced', chunkedBody(signatures, goodTrailer))
  readsTrailer('are refused without the trailer', chunkedBody(trailing, '\r\n'))
  readsTrailer(
    'are refused with a wrong trailer',
    chunkedBody(trailing, trailer('AAAAAA==', zeros)),
  )
  const changed = goodTrailer.replace('sOO8', 'sOO9')
  readsTrailer('are refused with another trailer', chunkedBody(trailing, changed))
  const unsignedTrailer = goodTrailer.replace(/x-amz-trailer-signature:.*\r\n/, '')
  readsTrailer('are refused without its signature', chunkedBody(trailing, unsignedTrailer))
})

describe('a body', () => {
  it('is refused if it is not the one whose hash was signed', async () => {
    const { ask, store } = await openDoor()
    const text = 'Welcome to Amazon S3.'
    const hash = createHash('sha256').update(text).digest('hex')
    const headers = {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }
    const request = signed('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd', {
      method: 'PUT',
      url: '/test%24file.text',
      headers,
      body: Buffer.from('Welcome to Amazon S4.'),
      hash,
    })
    const plain = { ...request, headers: { ...request.headers, 'x-amz-content-sha256': emptyHash } }
    assert.match(await ask(plain), mismatch)
    assert.equal(await store.stat('examplebucket', 'test$file.text'), undefined)
  })

  const refused = (hash: string, expected: RegExp) =>
    void it(`is refused if its hash is ${hash}`, async () => {
      const { ask } = await openDoor()
      assert.match(await ask(signed('0'.repeat(64), { hash })), expected)
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
      const { ask, asked } = await openDoor()
      const request = signed('0'.repeat(64))
      const headers = { ...request.headers, ...changed }
      assert.equal(await ask({ ...request, headers }), expected)
      assert.deepEqual(asked, [])
    })
  const { authorization = '' } = signed('0'.repeat(64)).headers as Record<string, string>
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
    const { ask } = await openDoor({
      authoriseS3: (caller, action, arn) => {
        throw accessDenied(`${caller.identity?.arn} ${action} ${arn}`)
      },
    })
    assert.equal(
      await ask(signed(get, example)),
      `403 AccessDenied ${testIdentity.arn} s3:GetObject arn:aws:s3:::examplebucket/test.txt`,
    )
  })

  it('is nothing for users if nobody can be asked', async () => {
    const { ask } = await openDoor({ authoriseS3: undefined })
    assert.equal(await ask(signed(get, example)), '403 AccessDenied Access Denied')
  })
})
