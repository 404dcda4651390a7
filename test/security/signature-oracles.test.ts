/**
 * Random requests, signed by two programs that nobody here wrote, aws4 and the signer of the AWS SDK: what they
 * sign is accepted, however it is spelled on the wire, and refused as soon as anything that counts is changed.
 * A failure prints its seed and request.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SignatureV4 } from '@smithy/signature-v4'
import aws4 from 'aws4'
import { VirtualClock } from '../../src/stdx/clock.js'
import type { WireRequest } from '../../src/wire/http/message.js'
import { s3Authentication } from '../../src/wire/http/s3/authenticate-s3.js'
import { testIdentity, testKey, testVerifier } from '../../src/wire/sigv4/sigv4-suite.js'
import { Sha256 } from '../support/sha256.js'
import { seededRandom, type SeededRandom } from '../support/seeded-random.js'

const at = new Date('2026-03-04T05:06:07Z')
const date = '20260304T050607Z'
const verifier = testVerifier(new VirtualClock(at.getTime()))
const verifyS3 = s3Authentication(verifier, new VirtualClock(at.getTime()))

/** What a client wants to send. */
interface Wanted {
  readonly service: string
  readonly region: string
  readonly method: string
  readonly host: string
  /** Percent-encoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isPresigned: boolean
  readonly sessionToken: string | undefined
}

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

type Signer = (wanted: Wanted) => Sent | Promise<Sent>

const signers: Readonly<Record<string, Signer>> = { aws4: signByAws4, smithy: signBySmithy }

function signByAws4(wanted: Wanted): Sent {
  const { service, region, method, host, path, query, headers, body, isPresigned } = wanted
  const options: aws4.Request = {
    service,
    region,
    method,
    host,
    path: withQuery(path, isPresigned ? { ...query, 'X-Amz-Date': date } : query),
    headers: { host, ...headers, ...(isPresigned ? {} : { 'X-Amz-Date': date }) },
    body,
    signQuery: isPresigned,
  }
  const credentials = { ...testKey, sessionToken: wanted.sessionToken }
  const signed = aws4.sign(options, credentials)
  const sent = Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)])
  return { url: signed.path ?? '', headers: Object.fromEntries(sent) as Sent['headers'] }
}

async function signBySmithy(wanted: Wanted): Promise<Sent> {
  const { service, region, method, host, path, query, headers, body, isPresigned } = wanted
  const signer = new SignatureV4({
    service,
    region,
    credentials: { ...testKey, sessionToken: wanted.sessionToken },
    sha256: Sha256,
    uriEscapePath: service !== 's3',
  })
  const payload: Readonly<Record<string, string>> =
    isPresigned && service === 's3' ? { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } : {}
  const request = {
    method,
    protocol: 'http:',
    hostname: host,
    path,
    query: { ...query },
    headers: { host, ...headers, ...payload },
    body,
  }
  const signed = isPresigned
    ? await signer.presign(request, { signingDate: at, expiresIn: 600 })
    : await signer.sign(request, { signingDate: at })
  return { url: withQuery(signed.path, signed.query as Wanted['query']), headers: signed.headers }
}

function withQuery(path: string, query: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

const letters = [
  ...'abcXYZ019-._~',
  '%',
  ' ',
  '+',
  '/',
  '&',
  '=',
  '?',
  '#',
  "'",
  '(',
  '*',
  '!',
  'é',
  'ሴ',
  '😀',
]

function anyText(random: SeededRandom, lengthMax: number): string {
  return Array.from({ length: 1 + random.below(lengthMax) }, () => random.pick(letters)).join('')
}

function anyPath(random: SeededRandom, service: string): string {
  if (service !== 's3' && random.below(2) === 0) return '/'
  const odd = service === 's3' ? [] : ['.', '..', '']
  // Slashes within a segment of S3 are those between segments, and the two programs do not agree on it.
  const text = (): string => anyText(random, 6).replaceAll('/', service === 's3' ? '' : '/')
  const segments = Array.from({ length: 1 + random.below(3) }, () =>
    odd.length > 0 && random.below(4) === 0
      ? random.pick(odd)
      : encodeURIComponent(text()).replace(/[!'()*]/g, escaped),
  )
  return `/${segments.join('/')}`
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function anyWanted(random: SeededRandom, service: string): Wanted {
  const entries = Array.from({ length: random.below(4) }, (_, i) => [
    `${anyText(random, 3)}${i}`,
    anyText(random, 5),
  ])
  const headers = Array.from({ length: random.below(4) }, (_, i) => [
    `x-amz-meta-${i}`,
    random.pick(['a', 'a b', 'a   b', 'a, b', '"q  q"', 'x:y', ': z', 'ua/2.1 os/linux#6']),
  ])
  const isPresigned = random.below(3) === 0
  return {
    service,
    region: random.pick(['us-east-1', 'eu-central-1', 'local', 'a_b']),
    method: random.pick(service === 's3' ? ['GET', 'PUT', 'DELETE'] : ['POST', 'GET', 'PUT']),
    host: random.pick(['localhost:8000', '127.0.0.1', 'db.example.com', '[::1]:99']),
    path: anyPath(random, service),
    query: Object.fromEntries(entries) as Wanted['query'],
    // A presigned address has its headers in the query, where the two programs differ in what they move.
    headers: isPresigned ? {} : (Object.fromEntries(headers) as Wanted['headers']),
    body: isPresigned && service === 's3' ? '' : random.pick(['', '{}', anyText(random, 40)]),
    isPresigned,
    sessionToken: random.below(3) === 0 ? 'good' : undefined,
  }
}

/** The same request in another spelling. */
function spelled(random: SeededRandom, { url, headers }: Sent, wanted: Wanted): WireRequest {
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  const parameters = query === undefined ? [] : query.split('&')
  const shuffled = random.below(2) === 0 ? parameters : parameters.reverse()
  const respelled = shuffled.map((each) => (random.below(3) === 0 ? otherSpelling(each) : each))
  const lines = Object.entries(headers)
  const ordered = random.below(2) === 0 ? lines : lines.reverse()
  const rawHeaders = ordered.flatMap(([name, value]) => [
    random.below(2) === 0 ? name.toLowerCase() : name.toUpperCase(),
    random.below(3) === 0 ? ` ${value}  ` : value,
  ])
  const plain = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method: wanted.method,
    url: query === undefined ? path : `${path}?${respelled.join('&')}`,
    headers: plain,
    // As from node:http, or as from the express lane.
    ...(random.below(2) === 0 ? { rawHeaders } : {}),
    repeatedHost: false,
    body: Buffer.from(wanted.body),
  }
}

function otherSpelling(parameter: string): string {
  const respelled = parameter
    .replaceAll('%20', '+')
    .replaceAll('~', '%7E')
    .replaceAll('-', '%2d')
    .replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())
  // The names of parameters that sign are looked for as they are.
  return parameter.startsWith('X-Amz-') ? parameter : respelled
}

type Change = (request: WireRequest, wanted: Wanted) => WireRequest | undefined

const changes: Readonly<Record<string, Change>> = {
  body: (request, { service }) =>
    service === 's3'
      ? undefined
      : { ...request, body: Buffer.concat([request.body as Buffer, Buffer.from(' ')]) },
  method: (request) => ({ ...request, method: request.method === 'GET' ? 'POST' : 'GET' }),
  path: (request) => ({ ...request, url: request.url.replace(/^[^?]*/, '$&x') }),
  query: (request) => ({
    ...request,
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}zz=1`,
  }),
  parameter: (request, { query }) => {
    const [name] = Object.keys(query)
    return name === undefined ? undefined : { ...request, url: request.url.replace('=', '=x') }
  },
  host: (request) => withHeader(request, 'host', (host) => `${host}0`),
  date: (request, { isPresigned }) =>
    isPresigned
      ? { ...request, url: request.url.replace(date, '20260304T050608Z') }
      : withHeader(request, 'x-amz-date', () => '20260304T050608Z'),
  header: (request, { headers }) => {
    const [name] = Object.keys(headers)
    return name === undefined ? undefined : withHeader(request, name, (value) => `${value}x`)
  },
  repetition: (request, { headers }) => {
    const [name] = Object.keys(headers)
    if (name === undefined || request.rawHeaders === undefined) return undefined
    return { ...request, rawHeaders: [...request.rawHeaders, name, 'again'] }
  },
}

function withHeader(
  request: WireRequest,
  name: string,
  change: (value: string) => string,
): WireRequest {
  const headers = { ...request.headers, [name]: change(String(request.headers[name])) }
  const rawHeaders = request.rawHeaders?.map((each, i, all) =>
    i % 2 === 1 && all[i - 1]!.toLowerCase() === name ? change(each.trim()) : each,
  )
  return { ...request, headers, ...(rawHeaders === undefined ? {} : { rawHeaders }) }
}

async function isAccepted(request: WireRequest, { service }: Wanted): Promise<boolean> {
  try {
    const caller =
      service === 's3'
        ? (await verifyS3(request)).caller
        : await verifier.authenticate(request, service)
    return caller.identity === testIdentity
  } catch {
    return false
  }
}

async function compare(
  seed: number,
  rounds: number,
  signer: Signer,
  service: string,
): Promise<number> {
  const random = seededRandom(seed)
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const wanted = anyWanted(random, service)
    const request = spelled(random, await signer(wanted), wanted)
    const shown = `seed ${seed}, round ${round}, ${JSON.stringify({ wanted, request })}`
    assert(await isAccepted(request, wanted), shown)
    for (const [name, change] of Object.entries(changes)) {
      const changed = change(request, wanted)
      if (changed === undefined) continue
      assert(!(await isAccepted(changed, wanted)), `another ${name}: ${shown}`)
      refused++
    }
  }
  return refused
}

describe('what others sign', () => {
  const seed = Number(process.env['GRAMME_SEED'] ?? 1)
  for (const [name, signer] of Object.entries(signers)) {
    for (const service of ['dynamodb', 'sts', 's3']) {
      it(`${name} for ${service} is accepted, and what is changed then is refused`, async () => {
        assert((await compare(seed, 150, signer, service)) > 500)
      })
    }
  }
})
