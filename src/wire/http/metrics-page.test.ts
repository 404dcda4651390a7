/** Who may read what was measured. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyBody, type WireRequest } from './message.js'
import { isScrape, scrapeAnswer, type Scrape } from './metrics-page.js'

const token = 'token-of-16-chars'
const open: Scrape = { isLocal: false, text: async () => 'all\n' }
const local: Scrape = { ...open, isLocal: true }
const secret: Scrape = { ...local, token }

function requestFrom(
  address: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): WireRequest {
  const peer = address === undefined ? {} : { peer: { address } }
  const head = { method: 'GET', url: '/metrics', headers, repeatedHost: false }
  return { ...head, body: emptyBody, ...peer }
}

function check(name: string, scrape: Scrape, request: WireRequest, status: number): void {
  it(`${name}: ${status}`, async () => {
    assert.equal((await scrapeAnswer(request, scrape)).status, status)
  })
}

describe('who may scrape', () => {
  check('anybody in open mode', open, requestFrom('192.0.2.1'), 200)
  check('this machine in IAM mode', local, requestFrom('127.0.0.1'), 200)
  check('this machine by IPv6', local, requestFrom('::1'), 200)
  check('the program itself', local, { ...requestFrom(undefined), isInProcess: true }, 200)
  check('another machine in IAM mode', local, requestFrom('192.0.2.1'), 403)
  check('an unknown address', local, requestFrom(undefined), 403)
  for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']) {
    check(`a proxy with ${header}`, local, requestFrom('127.0.0.1', { [header]: '10.0.0.1' }), 403)
  }

  const withHeader = (authorization: string) => requestFrom('192.0.2.1', { authorization })
  check('the right token', secret, withHeader(`Bearer ${token}`), 200)
  check('the right token, in small letters', secret, withHeader(`bearer ${token}`), 200)
  check('no token from this machine', secret, requestFrom('127.0.0.1'), 401)
  check('another token', secret, withHeader(`Bearer ${token}x`), 401)
  check('a part of the token', secret, withHeader(`Bearer ${token.slice(0, -1)}`), 401)
  check('an empty token', secret, withHeader('Bearer '), 401)
  check('another scheme', secret, withHeader(`Basic ${token}`), 401)
  check('what cannot be shown', { ...open, text: async () => undefined }, requestFrom('::1'), 503)
})

describe('what is a scrape', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['GET', '/metrics', true],
    ['HEAD', '/metrics', true],
    ['GET', '/metrics?name=x', true],
    ['POST', '/metrics', false],
    ['GET', '/metrics/', false],
    ['GET', '/', false],
  ]
  for (const [method, url, expected] of cases) {
    it(`${method} ${url}: ${expected}`, () => {
      assert.equal(isScrape({ ...requestFrom(undefined), method, url }), expected)
    })
  }
})
