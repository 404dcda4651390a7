import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chunkHeadBytesMax, chunkTrailersMax } from '../../limits.js'
import { AwsChunkedBody } from './aws-chunked.js'

async function* pieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function decode(text: string, length: number): Promise<string> {
  const body = new AwsChunkedBody(pieces(text, length))
  const read: Uint8Array[] = []
  for await (const chunk of body) read.push(Uint8Array.from(chunk))
  const trailers = [...body.trailers].map(([name, value]) => ` ${name}=${value}`)
  return Buffer.concat(read).toString() + trailers.join('')
}

const check = (what: string, text: string, expected: string | RegExp): void => {
  it(what, async () => {
    for (const length of [1, 2, 3, 7, 10_000]) {
      if (typeof expected === 'string') assert.equal(await decode(text, length), expected)
      else await assert.rejects(decode(text, length), expected)
    }
  })
}

describe('aws-chunked', () => {
  check('chunks and a trailer', '3\r\nabc\r\n2\r\nde\r\n0\r\nX-A: 1\r\n\r\n', 'abcde x-a=1')
  check('signatures', '3;chunk-signature=ab\r\nabc\r\n0;chunk-signature=cd\r\n\r\n', 'abc')
  check('no trailers, and no last line', '1\r\na\r\n0\r\n', 'a')
  check('nothing', '0\r\n\r\n', '')
  check('no last chunk', '3\r\nabc\r\n', /terminated unexpectedly/)
  check('a chunk that is too short', '9\r\nabc', /terminated unexpectedly/)
  check('a chunk that is too long', '2\r\nabc\r\n0\r\n\r\n', /terminated unexpectedly/)
  check('a length that is none', 'x\r\nabc\r\n0\r\n\r\n', /terminated unexpectedly/)
  check('a trailer that is none', '0\r\nabc\r\n\r\n', /terminated unexpectedly/)
  const trailers = (count: number): string =>
    Array.from({ length: count }, (_, i) => `${i}:x\r\n`).join('')
  const all = Array.from({ length: chunkTrailersMax }, (_, i) => ` ${i}=x`).join('')
  check('as many trailers as may be', `0\r\n${trailers(chunkTrailersMax)}\r\n`, all)
  check('more', `0\r\n${trailers(chunkTrailersMax + 1)}\r\n`, /terminated unexpectedly/)
  check('a line without end', `1;${'x'.repeat(2 * chunkHeadBytesMax)}`, /terminated unexpectedly/)
})
