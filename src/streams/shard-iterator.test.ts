/** Iterators as clients hold them: they are accepted unchanged or not at all. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeIterator, encodeIterator } from './shard-iterator.js'

const arn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/things/stream/2026-05-11T21:21:33.291'
const iterator = {
  arn,
  space: 7,
  shard: 4_294_967_295,
  lane: 3,
  position: Number.MAX_SAFE_INTEGER,
  issuedAtMs: Date.UTC(2026, 4, 12),
}

describe('a shard iterator', () => {
  it('comes back as it was', () => {
    const text = encodeIterator(iterator)
    const stream = {
      account: '000000000000',
      region: 'eu-west-1',
      tableName: 'things',
      label: '2026-05-11T21:21:33.291',
    }
    assert.deepEqual(decodeIterator(text), { ...iterator, stream })
  })

  it('fits the length that the service allows, for the longest names', () => {
    const longest = `arn:aws:dynamodb:${'r'.repeat(64)}:000000000000:table/${'t'.repeat(255)}/stream/2026-05-11T21:21:33.291`
    assert.ok(encodeIterator({ ...iterator, arn: longest }).length <= 2048)
  })

  const text = encodeIterator(iterator)
  const body = text.slice(text.lastIndexOf('|') + 1)
  const altered = Buffer.from(body, 'base64')
  altered[20]! ^= 1
  const rows: readonly (readonly [name: string, text: string])[] = [
    ['garbage', 'sdfsdfsgagaddafgagasgasgasdfasdf'],
    ['nothing', ''],
    ['one that was cut', text.slice(0, -4)],
    ['one with another position', text.replace(body, altered.toString('base64'))],
    ['one of another stream', text.replace('things', 'others')],
    ['one of another form', text.replace('|1|', '|2|')],
    ['one with something behind it', `${text}|x`],
    ['a body without a stream', `|1|${body}`],
  ]
  for (const [name, broken] of rows) {
    it(`refuses ${name}`, () => assert.equal(decodeIterator(broken), undefined))
  }
})
