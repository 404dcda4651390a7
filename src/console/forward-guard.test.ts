import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ForwardGuard, type GuardedRequest } from './forward-guard.js'

const guard = new ForwardGuard(8010, 'abcdef')
const cookie = 'other=1; gramme-console-8010=abcdef'

function check(what: string, request: GuardedRequest, expected: boolean): void {
  it(`${expected ? 'lets in' : 'refuses'} ${what}`, () => {
    assert.equal(guard.mayCall(request), expected)
  })
}

describe('calls that are forwarded', () => {
  const host = '127.0.0.1:8010'
  check('the page', { host, origin: 'http://127.0.0.1:8010', cookie }, true)
  check(
    'the page by name',
    { host: 'localhost:8010', origin: 'http://localhost:8010', cookie },
    true,
  )
  check('a program that has the secret', { host, cookie }, true)
  check('nobody without the secret', { host, origin: 'http://127.0.0.1:8010' }, false)
  check('another secret', { host, cookie: 'gramme-console-8010=abcdeg' }, false)
  check('the secret of another program', { host, cookie: 'gramme-console-8011=abcdef' }, false)
  check('pages of another port', { host, origin: 'http://127.0.0.1:3000', cookie }, false)
  check('pages of elsewhere', { host, origin: 'https://evil.example', cookie }, false)
  check('pages without an origin', { host, origin: 'null', cookie }, false)
  check(
    'a name that means this machine by a trick',
    { host: 'evil.example:8010', origin: 'http://evil.example:8010', cookie },
    false,
  )
  check('another port', { host: '127.0.0.1:8011', cookie }, false)
  check('no name', { cookie }, false)
})
