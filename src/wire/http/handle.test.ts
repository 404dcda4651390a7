import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync, deflateSync, inflateSync } from 'node:zlib'
import { requestBodyBytesMax } from '../../model/limits.js'
import { crc32 } from '../../stdx/crc32.js'
import { turnIsOver, withTurnClock } from '../../stdx/turns.js'
import { bodyInTurnBytesMin, jsonDepthMax, jsonEntriesMax, smallBodyBytesMax } from '../limits.js'
import {
  authorization,
  callHeaders,
  callOf,
  headersOf,
  requestOf,
  service,
  testHandler,
  type LogLine,
} from '../wire-suite.js'
import type { WireRequest } from './message.js'

const handle = testHandler()

interface Expected {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

function check(name: string, request: WireRequest, expected: Expected): void {
  it(name, async () => {
    const response = await handle(request)
    assert.equal(response.body.toString(), expected.body)
    assert.equal(response.status, expected.status)
    const headers = headersOf(response)
    for (const [header, value] of Object.entries(expected.headers ?? {})) {
      assert.equal(headers[header], value, header)
    }
    assert.match(headers['x-amzn-requestid']!, /^[A-Z0-9]{52}$/)
    assert.equal(headers['x-amz-crc32'], String(crc32(response.body)))
    assert.equal(headers['server'], 'Server')
  })
}

const unknownXml = { status: 404, body: '<UnknownOperationException/>\n' }
const errorOf = (type: string, rest: object = {}) => ({
  status: 400,
  body: JSON.stringify({ __type: type, ...rest }),
})
const serialization = errorOf('com.amazon.coral.service#SerializationException')
const unknownOperation = errorOf('com.amazon.coral.service#UnknownOperationException')
const missingToken = errorOf('com.amazon.coral.service#MissingAuthenticationTokenException', {
  message: 'Request is missing Authentication Token',
})
const internalServerError = {
  status: 500,
  body: '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Internal server error"}',
}

describe('before any operation is known', () => {
  const tooLarge = { status: 413, body: '', headers: { 'transfer-encoding': 'chunked' } }
  check(
    'a body over the limit',
    { ...requestOf({ method: 'GET' }), body: 'over-limit' },
    {
      ...tooLarge,
      headers: { ...tooLarge.headers, 'content-length': undefined },
    },
  )
  check('two hosts', { ...callOf('Echo', '{}'), repeatedHost: true }, { status: 400, body: '' })
  check('health', requestOf({ method: 'GET' }), {
    status: 200,
    body: 'healthy: dynamodb.us-east-1.amazonaws.com ',
    headers: { 'content-length': '42' },
  })
  check(
    'health of a region',
    requestOf({ method: 'GET', headers: { host: 'dynamodb.eu-west-1.amazonaws.com:8000' } }),
    { status: 200, body: 'healthy: dynamodb.eu-west-1.amazonaws.com ' },
  )
  check('GET elsewhere', requestOf({ method: 'GET', url: '/elsewhere' }), unknownXml)
  for (const method of ['GET', 'HEAD']) {
    check(`readiness by ${method}`, requestOf({ method, url: '/health?probe' }), {
      status: 200,
      body: '{"status":"ready"}\n',
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  }
  check('POST to the readiness', requestOf({ url: '/health' }), unknownXml)
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
    check(method, requestOf({ method }), { ...unknownXml, headers: { 'content-length': '29' } })
  }
  check('another path', { ...callOf('Echo', '{}'), url: '/path' }, unknownXml)
  for (const type of [
    undefined,
    'whatever',
    'application/x-amz-json-1.1',
    'application/jsonasdf',
  ]) {
    check(
      `a body of type ${type}`,
      requestOf({ body: '{}', headers: { 'content-type': type } }),
      unknownXml,
    )
  }
})

describe('cross-origin requests', () => {
  const origin = { origin: 'http://example.com' }
  const allowed = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-amzn-RequestId,x-amz-crc32,Date',
  }
  const plain = { 'access-control-max-age': undefined, 'access-control-allow-methods': undefined }
  check('preflight', requestOf({ method: 'OPTIONS', url: '/any', headers: origin }), {
    status: 200,
    body: '',
    headers: { ...allowed, 'access-control-max-age': '172800', 'content-length': '0' },
  })
  check(
    'preflight echoes what was asked for',
    requestOf({
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-headers': 'a, b, c',
        'access-control-request-method': 'd',
      },
    }),
    {
      status: 200,
      body: '',
      headers: {
        ...allowed,
        'access-control-allow-headers': 'a, b, c',
        'access-control-allow-methods': 'd',
      },
    },
  )
  const asking = { ...origin, 'access-control-request-method': 'd' }
  check('POST', requestOf({ headers: asking }), {
    ...unknownOperation,
    headers: { ...allowed, ...plain },
  })
  check('without origin', requestOf({}), {
    ...unknownOperation,
    headers: { 'access-control-allow-origin': undefined },
  })
})

describe('the order of checks', () => {
  const types = {
    'application/json': 'application/json',
    'application/x-amz-json-1.0': 'application/x-amz-json-1.0',
    '  application/json  ;   asfd': 'application/json',
    'application/x-amz-json-1.0;blah': 'application/x-amz-json-1.0',
  }
  for (const [sent, answered] of Object.entries(types)) {
    const request = requestOf({ body: 'hi', headers: { 'content-type': sent } })
    check(`${sent} but no JSON`, request, {
      ...serialization,
      headers: { 'content-type': answered },
    })
  }
  const json = { 'content-type': 'application/json' }
  check('no target, no body', requestOf({}), {
    ...unknownOperation,
    headers: { 'content-type': 'application/json' },
  })
  const targets = [
    'whatever',
    `${service}.`,
    `${service}.ListTable`,
    'Other.Echo',
    `${service}.Echo.x`,
  ]
  for (const target of targets) {
    const headers = { ...json, 'x-amz-target': target }
    check(`target ${target}`, requestOf({ headers, body: '{}' }), unknownOperation)
  }
  const target = { ...json, 'x-amz-target': `${service}.Echo` }
  check('no JSON before no target', requestOf({ headers: target, body: '{' }), serialization)
  check('no authentication', requestOf({ headers: target, body: '{}' }), missingToken)
  check('no authentication before no body', requestOf({ headers: target }), missingToken)
  check('no body', requestOf({ headers: { ...target, authorization, date: 'x' } }), serialization)
  check('broken UTF-8', callOf('Echo', Buffer.from([0x22, 0xff, 0x22])), serialization)
  check('a byte order mark', callOf('Echo', '\ufeff{}'), serialization)
  check('endless nesting', callOf('Echo', '{"a":'.repeat(100_000)), serialization)
  const nested = (levels: number, length = 0) =>
    callOf('Nothing', `${'['.repeat(levels)}${']'.repeat(levels)}`.padEnd(length))
  const nothing = { status: 200, body: '' }
  check('deep nesting in a small body is parsed', nested(smallBodyBytesMax / 2), nothing)
  const larger = smallBodyBytesMax + 1
  check('nesting up to the limit is parsed', nested(jsonDepthMax, larger), nothing)
  check('nesting beyond it in a large body is not', nested(jsonDepthMax + 1, larger), serialization)
  const list = (entries: number) => callOf('Nothing', `[${'0,'.repeat(entries - 1)}0]`)
  check('a list up to the limit is parsed', list(jsonEntriesMax), nothing)
  check('a longer one is not', list(jsonEntriesMax + 1), serialization)
})

describe('answers', () => {
  const caller = { accessKeyId: 'AKID', region: 'eu-west-1', account: '000000000000' }
  check('an operation', callOf('Echo', '{"a":1}'), {
    status: 200,
    body: JSON.stringify({ input: { a: 1 }, caller, operation: 'Echo' }),
    headers: { 'content-type': 'application/x-amz-json-1.0' },
  })
  const presigned = `/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKID%2F20260101%2Feu-west-1%2Fdynamodb%2Faws4_request&X-Amz-Signature=a&X-Amz-SignedHeaders=host&X-Amz-Date=d`
  check(
    'a presigned request',
    { ...callOf('Echo', '3', { authorization: undefined }), url: presigned },
    { status: 200, body: JSON.stringify({ input: 3, caller, operation: 'Echo' }) },
  )
  check('the host that was called', callOf('Host', '{}'), {
    status: 200,
    body: '{"host":"localhost:8000"}',
  })
  check('a stored item', callOf('Item', '{}'), { status: 200, body: '{"Item":{"pk":{"S":"ü"}}}' })
  check('no body', callOf('Nothing', '{}'), {
    status: 200,
    body: '',
    headers: { 'content-length': '0' },
  })
  check('strange member names', callOf('Echo', '{"__proto__":{"constructor":1}}'), {
    status: 200,
    body: `{"input":{"__proto__":{"constructor":1}},"caller":${JSON.stringify(caller)},"operation":"Echo"}`,
  })
})

describe('errors', () => {
  const failing = (as: string, operation = 'Fail') => callOf(operation, JSON.stringify({ as }))
  check(
    'validation',
    failing('validation'),
    errorOf('com.amazon.coral.validate#ValidationException', { message: 'No.' }),
  )
  check(
    'a failed condition with its item',
    failing('condition'),
    errorOf('com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', {
      message: 'The conditional request failed',
      Item: { pk: { S: 'a' } },
    }),
  )
  check(
    'a canceled transaction with a stored item',
    failing('canceled'),
    errorOf('com.amazonaws.dynamodb.v20120810#TransactionCanceledException', {
      Message: 'Canceled',
      CancellationReasons: [{ Code: 'X', Item: { pk: { S: 'é' } } }],
    }),
  )
  check(
    'access denied',
    failing('denied'),
    errorOf('com.amazon.coral.service#AccessDeniedException', { Message: 'Denied' }),
  )
  check(
    'access denied on tags',
    failing('denied', 'TagResource'),
    errorOf('com.amazon.coral.service#AccessDeniedException', { Message: 'Denied' }),
  )
  for (const as of ['corruption', 'assertion', 'bug']) {
    check(as, failing(as), internalServerError)
  }
  for (const as of ['conflict', 'unavailable', 'closed']) {
    check(as, failing(as), {
      status: 503,
      body: '{"__type":"com.amazon.coral.service#ServiceUnavailable"}',
    })
  }

  it('leave their facts in the log', async () => {
    const lines: LogLine[] = []
    const logged = testHandler(undefined, lines)
    // A request that finds the engine closed comes from a client that has left: nothing failed.
    for (const as of ['conflict', 'unavailable', 'closed', 'assertion', 'bug', 'validation']) {
      await logged(failing(as))
    }
    const shown = lines.filter(({ level }) => level !== 'debug')
    assert.deepEqual(
      shown.map(({ level, text, facts }) => [level, text, facts['kind'] ?? facts['facts']]),
      [
        ['warn', 'storage conflict persisted through all retries', 'conflict'],
        ['error', 'storage failed', 'unavailable'],
        ['error', 'assertion failed', { tableId: 't' }],
        ['error', 'request failed unexpectedly', undefined],
      ],
    )
    for (const { facts } of shown) assert.equal(facts['target'], `${service}.Fail`)
  })
})

describe('compressed requests', () => {
  const send = (coding: string, body: Buffer | string) =>
    callOf('Echo', body, { 'content-encoding': coding })
  const caller = { accessKeyId: 'AKID', region: 'eu-west-1', account: '000000000000' }
  const echoed = {
    status: 200,
    body: JSON.stringify({ input: { a: 1 }, caller, operation: 'Echo' }),
  }
  const halves = Buffer.concat([gzipSync('{"a"'), gzipSync(':1}')])
  check('gzip', send('gzip', gzipSync('{"a":1}')), echoed)
  check('GZIP', send(' GZIP', gzipSync('{"a":1}')), echoed)
  check('gzip of several members', send('gzip', halves), echoed)
  check('deflate', send('deflate', deflateSync('{"a":1}')), echoed)
  check('identity', send('identity', '{"a":1}'), echoed)
  check('an unknown coding', send('garbage', '{"a":1}'), internalServerError)
  check('not gzip', send('gzip', '{"a":1}'), internalServerError)
  check('an empty gzip', send('gzip', ''), internalServerError)
  check('a cut gzip', send('gzip', gzipSync('{"a":1}').subarray(0, -1)), internalServerError)
  check('not deflate', send('deflate', '{"a":1}'), internalServerError)
  const bomb = gzipSync(Buffer.alloc(requestBodyBytesMax + 1, ' '))
  check('a bomb', send('gzip', bomb), { status: 413, body: '' })
})

describe('compressed answers', () => {
  const body = (count: number) => JSON.stringify({ text: 'x'.repeat(count) })
  const ask = async (count: number, accept: string) => {
    const request = callOf('Repeat', JSON.stringify({ count }), { 'accept-encoding': accept })
    const response = await handle(request)
    return { response, headers: headersOf(response) }
  }
  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
  ] as const) {
    it(`${coding}, with the checksum of what is sent`, async () => {
      const { response, headers } = await ask(10_000, coding)
      assert.equal(headers['content-encoding'], coding)
      assert.equal(decode(response.body).toString(), body(10_000))
      assert.equal(headers['x-amz-crc32'], String(crc32(response.body)))
      assert.equal(headers['content-length'], String(response.body.length))
    })
  }
  it('from 4 KB on', async () => {
    const overhead = body(0).length
    assert.equal((await ask(4095 - overhead, 'gzip')).headers['content-encoding'], undefined)
    assert.equal((await ask(4096 - overhead, 'gzip')).headers['content-encoding'], 'gzip')
    assert.equal((await ask(4096, 'identity')).headers['content-encoding'], undefined)
  })
})

describe('when the turn of the event loop is over', () => {
  /** Whether the calls are answered before the next turn, in their order. */
  async function answeredAtOnce(...calls: readonly WireRequest[]): Promise<readonly boolean[]> {
    let nowMs = 0
    using _clock = withTurnClock(() => nowMs)
    turnIsOver()
    nowMs = 1000
    const answered = calls.map(() => false)
    const answers = calls.map(async (call, i) => {
      await handle(call)
      answered[i] = true
    })
    for (let i = 0; i < 20; i++) await Promise.resolve()
    const atOnce = [...answered]
    await Promise.all(answers)
    assert.ok(answered.every(Boolean))
    return atOnce
  }
  const echo = (bytes: number) => callOf('Echo', '1'.padEnd(bytes))

  it('a small request is begun, and a larger one waits', async () => {
    const small = echo(bodyInTurnBytesMin - 1)
    assert.deepEqual(await answeredAtOnce(echo(bodyInTurnBytesMin), small, small), [
      ...[false, true, true],
    ])
  })

  it('an operation with long answers waits', async () => {
    assert.deepEqual(await answeredAtOnce(callOf('Query', '{}'), echo(1)), [false, true])
  })
})

describe('request ids', () => {
  it('are all different', async () => {
    const request = requestOf({ method: 'GET', headers: callHeaders })
    const ids = new Set<string>()
    for (let i = 0; i < 500; i++) ids.add(headersOf(await handle(request))['x-amzn-requestid']!)
    assert.equal(ids.size, 500)
  })
})
