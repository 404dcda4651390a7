import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { VirtualClock } from '../../stdx/clock.js'
import { callHeaders, requestOf } from '../wire-suite.js'
import type { WireRequest } from '../http/message.js'
import { headerListLengthMax, headerListsMax, signingKeysMax } from './limits.js'
import { HeaderLists } from './header-list.js'
import { SigningKey } from './hashes.js'
import { SigningKeys } from './signing-keys.js'
import {
  answerFor,
  testIdentity,
  testKey,
  testVerifier,
  verdictOf,
  verifierAt,
} from './sigv4-suite.js'
import { signedHeaders } from '../../../test/support/sign.js'
import { hashedBytesAtOnce } from './limits.js'

const at = '2026-01-01T00:00:00Z'
const date = '20260101T000000Z'
const scope = '20260101/eu-west-1/dynamodb/aws4_request'
const mismatch =
  'InvalidSignature: The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.'

type Headers = Record<string, string>

/** A request that is signed well, then changed. */
function signedRequest(body: string | Buffer, changed: Headers = {}): WireRequest {
  const signed = signedHeaders(
    { ...testKey, region: 'eu-west-1' },
    { host: callHeaders.host, target: 'DynamoDB_20120810.GetItem', body, at: new Date(at) },
  )
  return requestOf({ headers: { ...callHeaders, ...signed, ...changed }, body })
}

interface Parts {
  readonly credential?: string
  readonly names?: string
  readonly algorithm?: string
}

function authorization({ credential = `${testKey.accessKeyId}/${scope}`, ...parts }: Parts = {}) {
  const { names = 'host;x-amz-date', algorithm = 'AWS4-HMAC-SHA256' } = parts
  return `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${'0'.repeat(64)}`
}

const verifier = verifierAt(at)

describe('a signature', () => {
  it('is accepted, and tells who calls', async () => {
    const caller = await verifier.authenticate(signedRequest('{}'), 'dynamodb')
    assert.deepEqual(caller, {
      accessKeyId: testKey.accessKeyId,
      region: 'eu-west-1',
      account: testIdentity.account,
      identity: testIdentity,
    })
  })

  it('is verified at once if nothing has to be read', () => {
    assert(!(verifier.authenticate(signedRequest('{}'), 'dynamodb') instanceof Promise))
  })

  it('is verified after the key was read', async () => {
    const slow = testVerifier(new VirtualClock(Date.parse(at)), {
      find: async (id, token) => answerFor(id, token),
    })
    assert.equal(await verdictOf(slow, signedRequest('{}')), 'accepted')
    assert.equal(await verdictOf(slow, signedRequest('{}', { host: 'x' })), mismatch)
  })

  for (const extra of [0, 1]) {
    it(`covers a body of the length that is hashed at once, and ${extra}`, async () => {
      const body = Buffer.alloc(hashedBytesAtOnce + extra, 'a')
      assert.equal(await verdictOf(verifier, signedRequest(body)), 'accepted')
      const other = Buffer.from(body)
      other[other.length - 1] = 0
      const request = { ...signedRequest(body), body: other }
      assert.equal(await verdictOf(verifier, request), mismatch)
    })
  }

  const refused = (name: string, request: WireRequest) =>
    void it(`does not hold for ${name}`, async () => {
      assert.equal(await verdictOf(verifier, request), mismatch)
    })
  refused('another body', { ...signedRequest('{}'), body: Buffer.from('{ }') })
  refused('another host', signedRequest('{}', { host: 'example.com' }))
  refused('another operation', signedRequest('{}', { 'x-amz-target': 'DynamoDB_20120810.PutItem' }))
  refused('another path', { ...signedRequest('{}'), url: '/a' })
  refused('another query', { ...signedRequest('{}'), url: '/?a' })
  refused('another method', { ...signedRequest('{}'), method: 'PUT' })
  refused('another second', signedRequest('{}', { 'x-amz-date': '20260101T000001Z' }))
  const { authorization: good } = signedRequest('{}').headers as { authorization: string }
  refused('another secret', signedRequest('{}', { authorization: authorization() }))
  refused(
    'more signed headers',
    signedRequest('{}', {
      authorization: good.replace('SignedHeaders=', 'SignedHeaders=content-type;'),
    }),
  )
  refused(
    'fewer signed headers',
    signedRequest('{}', { authorization: good.replace(';x-amz-target', '') }),
  )
  refused(
    'a header that did not arrive',
    signedRequest('{}', { authorization: good.replace('host;', 'host;x-a;') }),
  )
  refused(
    'a name that every object has',
    signedRequest('{}', {
      authorization: good.replace('SignedHeaders=', 'SignedHeaders=__proto__;constructor;'),
    }),
  )
  refused('a signature that is cut off', signedRequest('{}', { authorization: good.slice(0, -1) }))
  refused(
    'a signature in capitals',
    signedRequest('{}', {
      authorization: good.replace(/[\da-f]{64}$/, (hex) => hex.toUpperCase()),
    }),
  )
  refused('UNSIGNED-PAYLOAD', {
    ...signedRequest('UNSIGNED-PAYLOAD', { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }),
    body: Buffer.from('{}'),
  })

  const alike = (name: string, request: WireRequest) =>
    void it(`holds for ${name}`, async () => {
      assert.equal(await verdictOf(verifier, request), 'accepted')
    })
  alike('headers in another order', {
    ...signedRequest('{}'),
    headers: Object.fromEntries(Object.entries(signedRequest('{}').headers).reverse()),
  })
  alike(
    'names in another order',
    signedRequest('{}', {
      authorization: good.replace('host;x-amz-date;x-amz-target', 'x-amz-target;host;x-amz-date'),
    }),
  )
  alike(
    'parts in another order',
    signedRequest('{}', {
      authorization: good.replace(
        /(Credential=\S+), (SignedHeaders=\S+), (Signature=\S+)/,
        '$3 $2,$1',
      ),
    }),
  )
  alike(
    'the last of several parts',
    signedRequest('{}', { authorization: good.replace('Signature=', 'Signature=0, Signature=') }),
  )
  const { headers } = signedRequest('{}')
  const rawHeaders = Object.entries({
    ...headers,
    host: `  ${callHeaders.host}\t`,
  }).flat() as readonly string[]
  const { host, ...others } = headers as Headers
  const pseudo = [':method', 'POST', ':authority', host!, ':path', '/']
  // What HTTP/2 calls the host is handed on under both names.
  alike('a host that HTTP/2 names', {
    ...signedRequest('{}'),
    headers: { ...headers, ':authority': host },
    rawHeaders: [...pseudo, ...Object.entries(others).flat()],
  })
  alike('blanks around a value', { ...signedRequest('{}'), rawHeaders })
})

describe('faults are told in the order of the service', () => {
  const refused = (name: string, headers: Headers, expected: string | RegExp) =>
    void it(name, async () => {
      const verdict = await verdictOf(
        verifier,
        requestOf({ headers: { 'x-amz-date': date, host: 'a', ...headers } }),
      )
      if (typeof expected === 'string') assert.equal(verdict, expected)
      else assert.match(verdict, expected)
    })
  const old = { 'x-amz-date': '20200101T000000Z' }
  const wrong = 'x/2/3:/4/aws5'
  refused('no token', {}, 'MissingAuthenticationToken: Request is missing Authentication Token')
  refused(
    'the host before the date',
    { ...old, authorization: authorization({ names: 'x-amz-date', credential: wrong }) },
    "InvalidSignature: 'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.",
  )
  for (const bad of [
    'today',
    '20260231T000000Z',
    '2026-01-01T000000Z',
    'Thu, 01 Jan 2026 00:00:00 GMT',
  ]) {
    refused(
      `a date like ${bad}`,
      { 'x-amz-date': bad, authorization: authorization({ credential: wrong }) },
      `IncompleteSignature: Date must be in ISO-8601 'basic format'. Got '${bad}'. See http://en.wikipedia.org/wiki/ISO_8601`,
    )
  }
  refused(
    'the date before the scope',
    {
      ...old,
      authorization: authorization({
        credential: 'x/2/3/4/aws4_request',
        names: 'x-amz-date;host',
      }),
    },
    'InvalidSignature: Signature expired: 20200101T000000Z is now earlier than 20251231T234500Z (20260101T000000Z - 15 min.)',
  )
  refused(
    'a date from the future',
    { 'x-amz-date': '20260101T001501Z', authorization: authorization({ credential: wrong }) },
    'InvalidSignature: Signature not yet current: 20260101T001501Z is still later than 20260101T001500Z (20260101T000000Z + 15 min.)',
  )
  refused(
    'a credential of four parts',
    { authorization: authorization({ credential: 'a/b/c/d' }) },
    /^IncompleteSignature: Credential must have exactly 5 slash-delimited elements/,
  )
  refused(
    'all faults of a scope',
    { authorization: authorization({ credential: wrong }), 'x-amz-security-token': 'bad' },
    "InvalidSignature: Credential should be scoped to a valid region. Credential should be scoped to correct service: 'dynamodb'. Credential should be scoped with a valid terminator: 'aws4_request', not 'aws5'. Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '2' != '20260101', from '20260101T000000Z'.",
  )
  const unknown = authorization({ credential: `x/${scope}` })
  refused(
    'a bad token before the key',
    { authorization: unknown, 'x-amz-security-token': 'bad' },
    'UnrecognizedClient: The security token included in the request is invalid',
  )
  refused(
    'an expired token before the key',
    { authorization: unknown, 'x-amz-security-token': 'old' },
    'ExpiredToken: The security token included in the request is expired',
  )
  refused(
    'an unknown key',
    { authorization: unknown },
    'UnrecognizedClient: The security token included in the request is invalid.',
  )
  refused(
    'an unknown key with a good token',
    { authorization: unknown, 'x-amz-security-token': 'good' },
    'UnrecognizedClient: The security token included in the request is invalid.',
  )
  refused('a wrong signature last', { authorization: authorization() }, mismatch)
})

describe('a key that signs', () => {
  for (const length of [0, 1, 1_024, 1_025]) {
    it(`signs ${length} characters as HMAC does`, () => {
      const key = Buffer.alloc(32, 'k')
      const text = 'x'.repeat(length)
      const expected = createHmac('sha256', key).update(text).digest('hex')
      assert.equal(new SigningKey(key).sign(text), expected)
    })
  }
})

describe('what is kept', () => {
  it('is a limited number of keys', () => {
    const keys = new SigningKeys()
    const credential = (region: string) => ({
      accessKeyId: 'a',
      day: '20260101',
      region,
      service: 's',
    })
    const first = keys.keyFor('0', credential('0'), 'secret')
    assert.equal(keys.keyFor('0', credential('0'), 'secret'), first)
    assert.notEqual(keys.keyFor('0', credential('0'), 'other').sign('a'), first.sign('a'))
    for (let i = 0; i <= signingKeysMax; i++)
      keys.keyFor(String(i), credential(String(i)), 'secret')
    assert.equal(keys.size, signingKeysMax)
  })

  it('is a limited number of lists of headers', () => {
    const lists = new HeaderLists()
    for (let i = 0; i <= headerListsMax * 3; i++) {
      lists.read(`host;x-${i}`)
      assert(lists.size <= headerListsMax)
    }
    const { size } = lists
    lists.read('a'.repeat(headerListLengthMax + 1))
    assert.equal(lists.size, size)
    lists.read('b'.repeat(headerListLengthMax))
    assert.equal(lists.size, size + 1)
  })
})
