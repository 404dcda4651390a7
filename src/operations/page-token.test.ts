import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { systemRandom } from '../stdx/random.js'
import { PageTokens } from './page-token.js'

const secret = randomBytes(32)
const digest = randomBytes(32)
const tokens = new PageTokens(secret, systemRandom)
const position = Buffer.from('somewhere')

describe('a page token', () => {
  it('returns its position on any server with the secret', () => {
    const other = new PageTokens(secret, systemRandom)
    assert.deepEqual(other.open(tokens.seal(digest, position), digest), position)
    const start = Buffer.alloc(0)
    assert.deepEqual(other.open(tokens.seal(digest, start), digest), start)
  })

  it('can hold the longest key within the 32768 characters of a request', () => {
    const longest = randomBytes(2100)
    const token = tokens.seal(digest, longest)
    assert.ok(token.length < 32768)
    assert.deepEqual(tokens.open(token, digest), longest)
  })

  it('does not show its content, and is never the same', () => {
    const token = tokens.seal(digest, position)
    assert.ok(!Buffer.from(token, 'base64').includes('somewhere'))
    assert.notEqual(tokens.seal(digest, position), token)
  })

  it('of another request does not match', () => {
    const token = tokens.seal(digest, position)
    assert.throws(
      () => tokens.open(token, randomBytes(32)),
      /^\S+: NextToken does not match request$/,
    )
  })

  const refused = (token: string) =>
    assert.throws(() => tokens.open(token, digest), /^\S+: Invalid NextToken$/)

  it('is invalid if any bit of it is changed', () => {
    const bytes = Buffer.from(tokens.seal(digest, position), 'base64')
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      refused(changed.toString('base64'))
    }
  })

  it('is invalid if it is cut short, extended, spelled differently or made up', () => {
    const token = tokens.seal(digest, position)
    for (const end of [0, 1, 4, 40, token.length - 4]) refused(token.slice(0, end))
    for (const text of [`${token}AAAA`, `${token} `, ` ${token}`, 'garbage', 'é', '='.repeat(40)]) {
      refused(text)
    }
    refused(randomBytes(100).toString('base64'))
  })

  it('is invalid in a database with another secret', () => {
    refused(new PageTokens(randomBytes(32), systemRandom).seal(digest, position))
  })
})
