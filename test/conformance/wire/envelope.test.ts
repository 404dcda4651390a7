/**
 * What comes before any operation: methods, paths, media types, targets, and the headers of
 * answers.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { connect, readAnswer, testCredentials } from '../../support/client.js'
import { exchange, type Answer, type Exchange } from '../../support/http.js'
import { signedHeaders } from '../../support/sign.js'

const client = await connect()
const { host } = new URL(client.url)
const target = 'DynamoDB_20120810.ListTables'
const json = 'application/x-amz-json-1.0'

/** Sends a valid ListTables with changes; a header set to the empty text is left out. */
function send(change: Exchange = {}): Promise<Answer> {
  const body = change.body ?? '{}'
  const signed = signedHeaders(testCredentials, { host, target, body, at: new Date() })
  const headers = { 'content-type': json, ...signed, ...change.headers }
  const kept = Object.entries(headers).filter(([, value]) => value !== '')
  return exchange(client.url, { ...change, body, headers: Object.fromEntries(kept) })
}
const unsigned = { authorization: '', 'x-amz-date': '' }

describe('GET /', () => {
  it('answers that the server is healthy', async () => {
    const { status, body } = await exchange(client.url, { method: 'GET' })
    assert.equal(status, 200)
    assert.match(body.toString(), /^healthy: dynamodb\.[a-z0-9-]+\.amazonaws\.com $/)
  })
})

describe('not found', () => {
  const rows: readonly (readonly [string, Exchange])[] = [
    ['PUT', { method: 'PUT' }],
    ['DELETE', { method: 'DELETE' }],
    ['PATCH', { method: 'PATCH' }],
    ['text/plain', { headers: { 'content-type': 'text/plain' } }],
    ['application/x-amz-json-1.1', { headers: { 'content-type': 'application/x-amz-json-1.1' } }],
    ['application/jsonx', { headers: { 'content-type': 'application/jsonx' } }],
    ['a body without a media type', { headers: { 'content-type': '' } }],
    ['another path', { path: '/tables' }],
  ]
  for (const [name, change] of rows) {
    it(`is ${name}`, async () => {
      const { status, body } = await send(change)
      assert.equal(status, 404)
      assert.equal(body.toString(), '<UnknownOperationException/>\n')
    })
  }
})

describe('media types', () => {
  const rows = [
    [json, json],
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['  application/x-amz-json-1.0 ;x=y', json],
  ] as const
  for (const [sent, answered] of rows) {
    it(`${JSON.stringify(sent)} is answered with ${answered}`, async () => {
      const { status, headers } = await send({ headers: { 'content-type': sent } })
      assert.equal(status, 200)
      assert.equal(headers['content-type'], answered)
    })
  }

  it('none, which is allowed for an empty body, is answered with application/json', async () => {
    const answer = await send({ body: '', headers: { 'content-type': '' } })
    assert.equal(readAnswer(answer).type, 'SerializationException')
    assert.equal(answer.headers['content-type'], 'application/json')
  })
})

describe('an error without a message is', () => {
  const serialization = 'com.amazon.coral.service#SerializationException'
  const unknown = 'com.amazon.coral.service#UnknownOperationException'
  const rows: readonly (readonly [string, Exchange, string])[] = [
    ['a body that is not JSON', { body: 'hello' }, serialization],
    ['a body cut short', { body: '{"Limit":' }, serialization],
    [
      'a body that is not JSON, before a bad target',
      { body: '{', headers: { 'x-amz-target': '' } },
      serialization,
    ],
    [
      'a body that is not JSON, before authentication',
      { body: '{', headers: unsigned },
      serialization,
    ],
    ['an empty body', { body: '' }, serialization],
    ['no target', { headers: { 'x-amz-target': '' } }, unknown],
    [
      'a target without an operation',
      { headers: { 'x-amz-target': 'DynamoDB_20120810' } },
      unknown,
    ],
    [
      'an unknown operation',
      { headers: { 'x-amz-target': 'DynamoDB_20120810.Nonsense' } },
      unknown,
    ],
    [
      'an unknown service',
      { headers: { 'x-amz-target': 'DynamoDB_20111205.ListTables' } },
      unknown,
    ],
    [
      'an operation in the wrong case',
      { headers: { 'x-amz-target': 'DynamoDB_20120810.listTables' } },
      unknown,
    ],
    [
      'an operation of objects',
      { headers: { 'x-amz-target': 'DynamoDB_20120810.constructor' } },
      unknown,
    ],
    [
      'a bad target, before authentication',
      { headers: { ...unsigned, 'x-amz-target': 'x.y' } },
      unknown,
    ],
  ]
  for (const [name, change, type] of rows) {
    it(name, async () => {
      const { status, body, headers } = await send(change)
      assert.equal(status, 400)
      assert.deepEqual(JSON.parse(body.toString()), { __type: type })
      assert.equal(headers['content-type'], json)
    })
  }
})

describe('a body must be an object, so refused is', () => {
  for (const body of ['[]', '"text"', '1', 'true']) {
    it(body, async () => {
      const answer = readAnswer(await send({ body }))
      assert.equal(answer.status, 400)
      assert.equal(answer.type, 'SerializationException')
    })
  }
})

describe('every answer', () => {
  const rows: readonly (readonly [string, Exchange])[] = [
    ['to a good request', {}],
    ['to a bad body', { body: '{' }],
    ['to a request that fails', { body: '{"Limit":0}' }],
    ['to a request without a token', { headers: unsigned }],
  ]
  for (const [name, change] of rows) {
    it(`${name} carries an id, a checksum and a date`, async () => {
      const { headers, body } = await send(change)
      assert.match(headers['x-amzn-requestid'] as string, /^[A-Z0-9]{52}$/)
      assert.equal(headers['x-amz-crc32'], String(crc32(body)))
      assert.equal(headers['content-length'], String(body.length))
      assert.ok(Number.isFinite(Date.parse(headers.date ?? '')))
      assert.ok(headers['server'])
    })
  }

  it('has a unique id', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
    const ids = new Set(answers.map((answer) => answer.headers['x-amzn-requestid']))
    assert.equal(ids.size, 20)
  })
})

describe('error types carry their prefix', () => {
  const rows = [
    ['{"Limit":0}', target, 'com.amazon.coral.validate#ValidationException', 'message'],
    ['{"Limit":"x"}', target, 'com.amazon.coral.service#SerializationException', 'Message'],
    [
      '{"TableName":"nobody-at-all"}',
      'DynamoDB_20120810.DescribeTable',
      'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException',
      'message',
    ],
  ] as const
  for (const [body, of, type, member] of rows) {
    it(type, async () => {
      const signed = signedHeaders(testCredentials, { host, target: of, body, at: new Date() })
      const answer = await send({ body, headers: signed })
      const error = JSON.parse(answer.body.toString()) as Record<string, unknown>
      assert.deepEqual(Object.keys(error).sort(), ['__type', member].sort())
      assert.equal(error['__type'], type)
    })
  }
})

describe('browsers', () => {
  /** A page of the same machine: a server that accepts any credentials refuses others. */
  const Origin = 'http://localhost:3000'
  const allowed = new RegExp(`^(?:\\*|${Origin})$`)

  it('may send a preflight request', async () => {
    const { status, headers, body } = await exchange(client.url, {
      method: 'OPTIONS',
      headers: {
        origin: Origin,
        'access-control-request-headers': 'x-amz-target, authorization',
        'access-control-request-method': 'POST',
      },
    })
    assert.equal(status, 200)
    assert.equal(body.length, 0)
    assert.match(headers['access-control-allow-origin'] ?? '', allowed)
    assert.equal(headers['access-control-max-age'], '172800')
    assert.equal(headers['access-control-allow-headers'], 'x-amz-target, authorization')
    assert.equal(headers['access-control-allow-methods'], 'POST')
  })

  it('may read the answer and its headers', async () => {
    const { headers } = await send({ headers: { origin: Origin } })
    assert.match(headers['access-control-allow-origin'] ?? '', allowed)
    const exposed = headers['access-control-expose-headers']?.toLowerCase() ?? ''
    assert.match(exposed, /x-amzn-requestid/)
    assert.match(exposed, /x-amz-crc32/)
  })
})
