/**
 * Malformed requests, sent to a server with the express lane and to one without it: whatever the
 * bytes and however they are split, both send the same and close alike. A failure prints its seed
 * and bytes.
 */
import assert from 'node:assert/strict'
import aws4 from 'aws4'
import { seededRandom, type SeededRandom } from '../../../../test/support/seeded-random.js'
import { callHeaders, service } from '../../wire-suite.js'
import { comparable, exchange, rawCall, rawRequest } from './lanes-suite.js'

export interface Ports {
  readonly express: number
  readonly node: number
}

type Change = (random: SeededRandom, text: string) => string

const crumbs = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    ' ',
    '\t',
    '\0',
    ':',
    ': ',
    ',',
    ';',
    '\x7f',
    '\xe9',
    '0',
    '-',
  ],
  ...['+', '?', 'GET', 'HTTP/1.0', 'HTTP/1.1', '3\r\nabc\r\n0\r\n\r\n'],
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n',
]

const lines = [
  ...[
    'Transfer-Encoding: chunked',
    'transfer-encoding: x',
    'Content-Length: 3',
    'content-length: 0',
  ],
  ...[
    'Host: b',
    'Connection: close',
    'connection: keep-alive',
    'Connection: Upgrade\r\nUpgrade: x',
  ],
  ...[
    'Expect: 100-continue',
    'TE: trailers',
    'Keep-Alive: 5',
    'Proxy-Connection: close',
    'X:',
    ' folded',
  ],
  ...['__proto__: a', 'constructor: b', 'X: \x80', 'X: a\tb', 'X-Y: z'],
]

const changes: readonly Change[] = [
  (random, text) => spliced(text, random.below(text.length + 1), 0, random.pick(crumbs)),
  (random, text) => spliced(text, lineStart(random, text), 0, `${random.pick(lines)}\r\n`),
  (random, text) => spliced(text, random.below(text.length), 1 + random.below(4), ''),
  (random, text) => spliced(text, random.below(text.length), 1, anyByte(random)),
  (random, text) => spliced(text, random.below(text.length), 1, random.pick(crumbs)),
  repeatedLine,
  (random, text) => (random.below(2) === 0 ? otherCase(text) : text.toLowerCase()),
  (random, text) =>
    text.replace(/length: \d+/, `length: ${random.pick(['0', '1', '7', '07', '+7', '-1', '7 '])}`),
  (_, text) => text + text,
]

/** A request before it is damaged, as text. */
type Call = (random: SeededRandom) => string

/** Returns how many of the answers were a success. */
export async function fuzzLanes(
  seed: number,
  rounds: number,
  ports: Ports,
  call: Call = plainCall,
): Promise<number> {
  const random = seededRandom(seed)
  let successes = 0
  for (let round = 0; round < rounds; round++) {
    const pieces = cut(random, Buffer.from(damaged(random, call(random)), 'latin1'))
    const [mine, theirs] = await Promise.all([
      exchange(ports.express, pieces),
      exchange(ports.node, pieces),
    ])
    const bytes = JSON.stringify(pieces.map((piece) => piece.toString('latin1')))
    assert.equal(comparable(mine), comparable(theirs), `seed ${seed}, round ${round}, ${bytes}`)
    if (mine.startsWith('HTTP/1.1 200 ')) successes++
  }
  return successes
}

function plainCall(random: SeededRandom): string {
  return rawCall('Echo', `{"a":${random.below(1000)}}`).toString('latin1')
}

export interface SigningPair {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A call that is signed well, with headers that are signed too, some of them repeated. */
export function signedCall(key: SigningPair): Call {
  return (random) => {
    const body = `{"a":${random.below(1000)}}`
    const { 'x-amz-date': _date, authorization: _any, ...usual } = callHeaders
    const values = Array.from({ length: random.below(3) }, () => random.pick(signedValues))
    const signed = aws4.sign(
      {
        service: 'dynamodb',
        region: 'eu-west-1',
        method: 'POST',
        path: '/',
        headers: {
          ...usual,
          'x-amz-target': `${service}.Echo`,
          'content-length': String(body.length),
          ...(values.length === 0 ? {} : { 'x-signed': values.join(',') }),
        },
        body,
      },
      key,
    )
    const { 'x-signed': _joined, ...headers } = signed.headers as Record<string, string>
    const text = rawRequest(headers, body).toString('latin1')
    const lines = values.map((value) => `${random.pick(['x-signed', 'X-Signed'])}: ${value}\r\n`)
    return text.replace('\r\n', `\r\n${lines.join('')}`)
  }
}

const signedValues = ['a', 'b c', 'd  e', 'f, g', '"h"', 'i:j', 'k;l']

function damaged(random: SeededRandom, whole: string): string {
  let text = whole
  for (let left = random.below(4); left > 0; left--) text = random.pick(changes)(random, text)
  return text
}

function cut(random: SeededRandom, bytes: Buffer): Buffer[] {
  const ends = Array.from({ length: random.below(4) }, () => random.below(bytes.length + 1))
  const cuts = [0, ...ends.sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end))
}

function spliced(text: string, at: number, removed: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at + removed)
}

function lineStart(random: SeededRandom, text: string): number {
  const at = text.indexOf('\r\n', random.below(text.length))
  return at === -1 ? text.length : at + 2
}

function repeatedLine(random: SeededRandom, text: string): string {
  const all = text.split('\r\n')
  all.splice(random.below(all.length), 0, random.pick(all))
  return all.join('\r\n')
}

function otherCase(text: string): string {
  return text.replace(/^[a-z-]+(?=: )/gm, (name) => name.toUpperCase())
}

function anyByte(random: SeededRandom): string {
  return String.fromCharCode(random.below(256))
}
