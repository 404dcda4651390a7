/** What web pages get from a whole server, in both lanes. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { authorization } from '../wire/wire-suite.js'
import { createGramme } from './gramme.js'
import type { Gramme } from './gramme-interface.js'

type Headers = Readonly<Record<string, string>>

const call = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.ListTables',
  'x-amz-date': '20260101T000000Z',
  authorization,
}
const evil = 'https://evil.example'
const app = 'https://app.example.com'

let gramme: Gramme
before(async () => {
  const allowed = { allowedHost: ['db.example.com'], corsOrigin: [app] }
  gramme = createGramme({ inMemory: true, port: 0, logLevel: 'silent', ...allowed })
  await gramme.start()
})
after(() => gramme.stop())

/** A header more makes node:http answer what the express lane would. */
const lanes: Readonly<Record<string, Headers>> = { express: {}, 'node:http': { te: 'trailers' } }

async function say(line: string, headers: Headers, body = ''): Promise<string> {
  const socket = connect(gramme.address.port, '127.0.0.1').setEncoding('latin1')
  const length = { 'content-length': String(body.length) }
  const lines = Object.entries({ ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write([line, ...lines, '', body].join('\r\n'))
  let text = ''
  for await (const piece of socket) {
    text += String(piece)
    const [head, sent = ''] = text.split('\r\n\r\n')
    if (text.includes('\r\n\r\n') && sent.length >= lengthOf(head!)) break
  }
  return text
}

function lengthOf(head: string): number {
  return Number(/Content-Length: (\d+)/.exec(head)?.[1] ?? 0)
}

function refused(text: string, option: string): void {
  assert.match(text, /^HTTP\/1\.1 403 Forbidden\r\n/)
  assert.match(text, /"__type":"com\.amazon\.coral\.service#AccessDeniedException"/)
  assert.ok(text.includes(option), text)
  assert.doesNotMatch(text, /Access-Control/i)
}

for (const [lane, more] of Object.entries(lanes)) {
  describe(`calls in the lane of ${lane}`, () => {
    const list = (headers: Headers) =>
      say('POST / HTTP/1.1', { ...call, ...more, ...headers }, '{}')
    it('are answered for a known host', async () => {
      for (const host of ['localhost:8000', '127.0.0.1', 'db.example.com']) {
        assert.match(await list({ host }), / 200 OK[^]*TableNames/)
      }
    })
    it('are refused for a foreign host', async () => {
      refused(await list({ host: 'evil.example:8000' }), '--allowed-host evil.example')
    })
    it('are answered for a page of this machine, which may read them', async () => {
      const origin = 'http://localhost:3000'
      const text = await list({ host: 'localhost:8000', origin })
      assert.match(text, /Access-Control-Allow-Origin: http:\/\/localhost:3000\r\n/)
      assert.match(text, /Vary: Origin\r\n[^]*TableNames/)
    })
    it('are answered for a page that the options name', async () => {
      const text = await list({ host: 'localhost', origin: app })
      assert.match(
        text,
        /Access-Control-Allow-Origin: https:\/\/app\.example\.com\r\n[^]*TableNames/,
      )
    })
    it('are refused for other pages', async () => {
      for (const origin of [evil, 'null']) {
        refused(await list({ host: 'localhost', origin }), `--cors-origin ${origin}`)
      }
    })
  })
}

describe('preflight requests', () => {
  const asked = {
    host: 'localhost',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-amz-target',
    'access-control-request-private-network': 'true',
  }
  const preflight = (headers: Headers) => say('OPTIONS / HTTP/1.1', { ...asked, ...headers })
  it('are granted to known pages', async () => {
    const text = await preflight({ origin: app })
    assert.match(text, /^HTTP\/1\.1 200 /)
    assert.match(text, /Access-Control-Allow-Origin: https:\/\/app\.example\.com\r\n/)
    assert.match(text, /Access-Control-Allow-Headers: x-amz-target\r\n/)
    assert.match(text, /Access-Control-Allow-Private-Network: true\r\n/)
    assert.match(text, /Vary: Origin\r\n/)
  })
  it('are refused for other pages and other hosts', async () => {
    refused(await preflight({ origin: evil }), `--cors-origin ${evil}`)
    refused(await preflight({ origin: app, host: 'evil.example' }), '--allowed-host evil.example')
  })
})

describe('requests that are not calls', () => {
  for (const path of ['/', '/health', '/elsewhere']) {
    it(`are refused for a foreign host: GET ${path}`, async () => {
      const text = await say(`GET ${path} HTTP/1.1`, { host: 'evil.example' })
      refused(text, '--allowed-host evil.example')
    })
  }
  it('may have no host', async () => {
    assert.match(await say('GET / HTTP/1.0', {}), / 200 OK/)
  })
})

describe('a whole address as the target', () => {
  const target = (address: string, headers: Headers) => say(`GET ${address} HTTP/1.1`, headers)
  it('names the host', async () => {
    const own = await target('http://localhost:8000/health', { host: 'localhost:8000' })
    assert.match(own, /^HTTP\/1\.1 200 /)
    const foreign = { host: 'evil.example' }
    refused(await target('http://evil.example/health', foreign), '--allowed-host evil.example')
    refused(await say('GET http://evil.example/health HTTP/1.0', {}), '--allowed-host evil.example')
  })
  it('must agree with the header', async () => {
    for (const name of ['127.0.0.1', 'evil.example']) {
      const text = await target(`http://${name}/health`, { host: 'localhost' })
      assert.match(text, /^HTTP\/1\.1 400 /)
    }
  })
})

describe('a request of the query protocol', () => {
  it('is refused in XML', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', host: 'evil.example' }
    const text = await say('POST / HTTP/1.1', form, 'Action=GetCallerIdentity&Version=2011-06-15')
    assert.match(text, /^HTTP\/1\.1 403 [^]*<Code>AccessDenied<\/Code>[^]*--allowed-host/)
  })
})
