/**
 * Random pieces of signed requests, put together: each is refused with an error of authentication, and soon.
 * A failure prints its seed and request.
 */
import { seededRandom, type SeededRandom } from '../../../test/support/seeded-random.js'
import type { WireRequest } from '../http/message.js'
import { AuthenticationError } from './faults.js'
import { testKey } from './sigv4-suite.js'
import type { SignatureVerifier } from './verify.js'

const zeros = '0'.repeat(64)
const date = '20260101T000000Z'
const credential = `${testKey.accessKeyId}/20260101/us-east-1/dynamodb/aws4_request`

const pieces = [
  ...['AWS4-HMAC-SHA256', 'AWS4-', 'AWS4-X', 'Basic', 'Credential', 'SignedHeaders', 'Signature'],
  ...[
    '=',
    ',',
    ', ',
    ' ',
    ';',
    '/',
    '//',
    '&',
    '?',
    '%',
    '%2',
    '%2F',
    '%00',
    '%ff',
    '+',
    '"',
    '\t',
  ],
  ...[credential, testKey.accessKeyId, date, '20260101', 'us-east-1', 'dynamodb', 'aws4_request'],
  ...['host', ':authority', 'x-amz-date', '__proto__', 'constructor', zeros, 'é', '\u00ff', ''],
  ...['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Signature', 'X-Amz-SignedHeaders'],
  ...['X-Amz-Date', 'X-Amz-Security-Token', 'x'.repeat(2_000), ';'.repeat(500), '/'.repeat(500)],
]

const whole = {
  header: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=${zeros}`,
  query: `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=${date}&X-Amz-SignedHeaders=host&X-Amz-Signature=${zeros}`,
}

export async function fuzzSignatures(
  seed: number,
  rounds: number,
  verifier: SignatureVerifier,
): Promise<void> {
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const request = anyRequest(random)
    try {
      await tryRequest(verifier, request)
    } catch (error) {
      const shown = JSON.stringify(request)
      throw new Error(`seed ${seed}, round ${round}, ${shown}`, { cause: error })
    }
  }
}

async function tryRequest(verifier: SignatureVerifier, request: WireRequest): Promise<void> {
  const start = performance.now()
  try {
    await verifier.authenticate(request, 'dynamodb')
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error
    if (performance.now() - start > 1000) throw new Error('took too long', { cause: error })
    return
  }
  throw new Error('was accepted')
}

function anyRequest(random: SeededRandom): WireRequest {
  const headers: Record<string, string> = { host: random.pick(['a', '', soup(random)]) }
  if (random.below(4) > 0) headers['x-amz-date'] = random.pick([date, soup(random)])
  if (random.below(2) === 0) headers['authorization'] = damaged(random, whole.header)
  if (random.below(6) === 0) headers['x-amz-security-token'] = random.pick(['good', soup(random)])
  const query = random.below(2) === 0 ? damaged(random, whole.query) : ''
  const rawHeaders = Object.entries(headers).flat()
  return {
    method: random.pick(['POST', 'GET', soup(random)]),
    url: `/${random.below(3) === 0 ? soup(random) : ''}${query === '' ? '' : '?'}${query}`,
    headers,
    ...(random.below(2) === 0 ? { rawHeaders: [...rawHeaders, ...rawHeaders.slice(0, 2)] } : {}),
    repeatedHost: false,
    body: Buffer.from(random.pick(['', '{}'])),
  }
}

/** Some pieces are put into it, or instead of something. */
function damaged(random: SeededRandom, text: string): string {
  if (random.below(5) === 0) return soup(random)
  let result = text
  for (let left = random.below(4); left > 0; left--) {
    const at = random.below(result.length + 1)
    result = result.slice(0, at) + random.pick(pieces) + result.slice(at + random.below(9))
  }
  return result
}

function soup(random: SeededRandom): string {
  return Array.from({ length: random.below(8) }, () => random.pick(pieces)).join('')
}
