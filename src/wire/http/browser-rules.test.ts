import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestOf } from '../wire-suite.js'
import { BrowserRules, type BrowserSettings } from './browser-rules.js'
import type { WireHeaders } from './message.js'

const usual: BrowserSettings = { allowedHosts: [], corsOrigins: [], isExposed: false }

/** Which option the refusal names. */
function refusedBy(rules: BrowserRules, headers: WireHeaders): string {
  const refusal = rules.refusalOf(requestOf({ headers }))
  if (refusal === undefined) return 'nothing'
  assert.equal(refusal.type, 'AccessDeniedException')
  assert.equal(refusal.status, 403)
  return /--[\w-]+/.exec(refusal.message)?.[0] ?? refusal.message
}

function check(expected: string, headers: WireHeaders, settings: Partial<BrowserSettings> = {}) {
  it(`${expected} refuses ${JSON.stringify(headers)} with ${JSON.stringify(settings)}`, () => {
    const rules = new BrowserRules({ ...usual, ...settings })
    assert.equal(refusedBy(rules, headers), expected)
    // A second time, when the host may be remembered.
    assert.equal(refusedBy(rules, headers), expected)
  })
}

describe('the host that is called', () => {
  const names = (expected: string, hosts: readonly string[], settings = {}) => {
    for (const host of hosts) check(expected, { host }, settings)
  }
  const own = ['localhost', 'LOCALHOST:8000', 'localhost.:1', 'a.localhost:80', '127.9.8.7:1']
  names('nothing', [...own, '[::1]:8000', '192.168.1.5:8000', '[fe80::1]', '8.8.8.8', ''])
  names('--allowed-host', ['evil.example', 'evil.example:8000', 'localhost.evil.example:8000'])
  names('--allowed-host', ['dynamodb.us-east-1.amazonaws.com', 'notlocalhost', 'gramme:8000'])
  names('--allowed-host', [
    'localhost@evil.example',
    'localhost:80:80',
    '[abc]',
    '[::1',
    'a b',
    ':',
  ])
  names('--allowed-host', ['127.0.0.1.evil.example', '1.2.3', 'host.docker.internal:8000'])
  check('nothing', {})

  const exposed = { isExposed: true }
  names(
    'nothing',
    ['gramme:8000', 'host.docker.internal', 'db.svc.cluster.local', 'a.test'],
    exposed,
  )
  names('nothing', ['db.home.arpa'], exposed)
  names('--allowed-host', ['evil.example', 'evil.local.example', 'internal.com'], exposed)

  const named = { allowedHosts: ['DB.example.com', '*.shop.example'] }
  names(
    'nothing',
    ['db.example.com:1', 'Db.Example.com.', 'a.shop.example', 'a.b.shop.example'],
    named,
  )
  names(
    '--allowed-host',
    ['example.com', 'a.db.example.com', 'shop.example', 'ashop.example'],
    named,
  )
  const region = 'us-east-1.amazonaws.com'
  const aws = { allowedHosts: [`dynamodb.${region}`, `*.ddb.${region}`] }
  names('nothing', [`search-dynamodb.${region}`, `123456789012.search-ddb.${region}`], aws)
  names('--allowed-host', [`search-s3.${region}`, `evil.search-ddb.${region}`], aws)
  names('--allowed-host', ['search-db.example.com'], named)
  names('nothing', ['evil.example'], { allowedHosts: ['*'] })
  names('--allowed-host', ['evil.example'], { corsOrigins: ['*'] })
})

describe('the origin of a page', () => {
  const host = 'localhost:8000'
  const origins = (expected: string, given: readonly string[], settings = {}) => {
    for (const origin of given) check(expected, { host, origin }, settings)
  }
  origins('nothing', ['http://localhost:3000', 'https://localhost', 'http://app.localhost:1'])
  origins('nothing', ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:8000'])
  origins('--cors-origin', ['https://evil.example', 'http://localhost.evil.example', 'null', ''])
  origins('--cors-origin', ['file://', 'http://', 'http://192.168.1.5:3000', 'localhost'])
  origins('--cors-origin', [
    'http://localhost@evil.example',
    'http://localhost, http://evil.example',
  ])
  origins('--cors-origin', ['https://evil.example'], { isExposed: true, allowedHosts: ['*'] })

  const named = { corsOrigins: ['https://App.example.com:443', 'null', 'tauri://localhost'] }
  origins('nothing', ['https://app.example.com', 'null', 'tauri://localhost'], named)
  origins('--cors-origin', ['http://app.example.com', 'https://app.example.com:8443'], named)
  origins('nothing', ['https://evil.example', 'null'], { corsOrigins: ['*'] })

  const address = '192.168.1.5:8000'
  check('nothing', { host: address, origin: `http://${address}` })
  check('--allowed-host', { host: 'evil.example:8000', origin: 'http://evil.example:8000' })
  check('--cors-origin', { host: address, origin: 'http://192.168.1.5:3000' })
})

describe('a host that was accepted', () => {
  it('does not let others in', () => {
    const rules = new BrowserRules(usual)
    const ask = (headers: WireHeaders) => refusedBy(rules, headers)
    assert.equal(ask({ host: 'localhost' }), 'nothing')
    assert.equal(ask({ host: 'evil.example' }), '--allowed-host')
    assert.equal(ask({ host: 'localhost', origin: 'http://evil.example' }), '--cors-origin')
    assert.equal(ask({ host: 'localhost' }), 'nothing')
  })
})

describe('a request from inside the process', () => {
  it('may name any host, and not any origin', () => {
    const rules = new BrowserRules(usual)
    const inside = { host: 'dynamodb.eu-west-1.amazonaws.com' }
    const ask = (headers: WireHeaders) =>
      rules.refusalOf({ ...requestOf({ headers }), isInProcess: true })?.status
    assert.equal(ask(inside), undefined)
    assert.equal(ask({ ...inside, origin: 'https://evil.example' }), 403)
  })
})
