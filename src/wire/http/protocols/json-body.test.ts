import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wholeJsonBytesMax } from '../../limits.js'
import { parseInput } from './json-body.js'

function parses(name: string, text: string): void {
  it(name, () => assert.deepEqual(parseInput(Buffer.from(text)), JSON.parse(text)))
}

function refuses(name: string, body: Buffer): void {
  it(`refuses ${name}`, () =>
    assert.throws(() => parseInput(body), { type: 'SerializationException' }))
}

describe('parseInput', () => {
  parses('ASCII', '{"a":"b\\u0000c"}')
  parses('the last of ASCII and the first beyond', '"\u007f\u0080"')
  parses('Latin', '{"Liège":"ß"}')
  parses('two and three bytes a character', '{"ü":"漢字"}')
  parses('four bytes a character', '["😀","\\ud83d\\uDE00\\ud83d\\ude01"]')
  parses('a backslash before what is no escape', '"\\\\ud83d \\\\\\\\udc00"')
  parses('U+FFFD, which may also be meant', '"\ufffd"')
  it('nothing', () => assert.equal(parseInput(Buffer.alloc(0)), undefined))
  it('a part of a larger buffer', () =>
    assert.equal(parseInput(Buffer.from('x"é"x').subarray(1, 5)), 'é'))
  it('a body of the largest size that is parsed at once', () => {
    const text = JSON.stringify(['x'.repeat(wholeJsonBytesMax - 4)])
    assert.deepEqual(parseInput(Buffer.from(text)), JSON.parse(text))
  })
  it('a longer one, in turns', async () => {
    const text = JSON.stringify(['x'.repeat(wholeJsonBytesMax - 4), { ü: ['漢字', '😀'] }])
    const parsed = parseInput(Buffer.from(text))
    assert.ok(parsed instanceof Promise)
    assert.deepEqual(await parsed, JSON.parse(text))
  })
  for (const end of ['"\\ud83d"]', '"é"', ']]']) {
    it(`refuses a long one that ends with ${end}`, async () => {
      const body = Buffer.from(`[${'1,'.repeat(wholeJsonBytesMax / 2)}${end}`)
      await assert.rejects(async () => parseInput(body), { type: 'SerializationException' })
    })
  }
  refuses('a byte order mark', Buffer.from('\ufeff{}'))
  refuses('half a character', Buffer.from('"é"').subarray(0, 2))
  refuses('a character in more bytes than it needs', Buffer.from([0x22, 0xc0, 0xaf, 0x22]))
  refuses('a surrogate as three bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))
  refuses('the first half of a character', Buffer.from('{"pk":"\\ud83d"}'))
  refuses('the second half of a character', Buffer.from('{"pk":"\\uDC00"}'))
  refuses('two first halves', Buffer.from('"\\ud83d\\ud83e\\ude00"'))
  refuses('halves in the wrong order', Buffer.from('"\\ude00\\ud83d"'))
  refuses('halves that are apart', Buffer.from('"\\ud83d \\ude00"'))
  refuses('half a character in a name', Buffer.from('{"\\\\\\ud83d":1}'))
  refuses('no JSON', Buffer.from('{é}'))
})
