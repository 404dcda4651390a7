/**
 * Shared by the tests of S3's signatures: the key, the day and the bucket of the examples in S3's
 * documentation, and a door that knows them.
 */
import { createHash } from 'node:crypto'
import { MemoryObjectStore } from '../../../objects/memory-store.js'
import { VirtualClock } from '../../../stdx/clock.js'
import { answerFor, testIdentity } from '../../sigv4/sigv4-suite.js'
import { SignatureVerifier } from '../../sigv4/verify.js'
import { keptLog, requestOf } from '../../wire-suite.js'
import type { WireRequest } from '../message.js'
import { answerS3, type S3Parts } from './answer-s3.js'
import { s3Authentication } from './authenticate-s3.js'

export const exampleKeyId = 'AKIAIOSFODNN7EXAMPLE'
export const exampleSecret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
export const exampleScope = '20130524/us-east-1/s3/aws4_request'
export const emptyBodyHash = createHash('sha256').digest('hex')
export const exampleMs = Date.UTC(2013, 4, 24)

export interface ExampleDoor {
  readonly clock: VirtualClock
  readonly store: MemoryObjectStore
  readonly asked: string[]
  /** The status, and the code and sentence of an error. */
  readonly ask: (request: WireRequest) => Promise<string>
}

export async function openExampleDoor(parts: Partial<S3Parts> = {}): Promise<ExampleDoor> {
  const clock = new VirtualClock(exampleMs)
  const store = new MemoryObjectStore(clock)
  for (const bucket of ['examplebucket', 'otherbucket']) await store.createBucket(bucket)
  const keys = {
    find: (id: string, token: string | undefined) =>
      id === exampleKeyId && token === undefined
        ? { secretAccessKey: exampleSecret, identity: testIdentity }
        : answerFor('x', token),
  }
  const authenticate = s3Authentication(new SignatureVerifier({ keys, clock }), clock)
  const asked: string[] = []
  const authoriseS3: S3Parts['authoriseS3'] = (_caller, { action, resource }) =>
    void asked.push(`${action} ${resource}`)
  const call = { objects: store, baseHosts: ['s3.amazonaws.com'], authenticate, authoriseS3 }
  const log = keptLog()
  const ask = async (request: WireRequest): Promise<string> => {
    const answer = await answerS3(request, { ...call, requestId: 'id', log, ...parts })
    const xml = answer.body.toString()
    const [, code = '', message = ''] = /<Code>(.*)<\/Code><Message>(.*)<\/Message>/.exec(xml) ?? []
    return [answer.status, code, message].filter((part) => part !== '').join(' ')
  }
  return { clock, store, asked, ask }
}

export interface S3Example {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly hash?: string
}

export function signedExample(signature: string, example: S3Example = {}): WireRequest {
  const {
    method = 'GET',
    url = '/',
    headers = {},
    body = Buffer.alloc(0),
    hash = emptyBodyHash,
  } = example
  const all: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    ...headers,
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': hash,
  }
  const names = Object.keys(all).sort().join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${exampleKeyId}/${exampleScope},SignedHeaders=${names},Signature=${signature}`
  return streamedRequest({ method, url, headers: { ...all, authorization } }, body)
}

export function streamedRequest(
  head: Pick<WireRequest, 'method' | 'url' | 'headers'>,
  body: Buffer,
): WireRequest {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += 7_001) yield body.subarray(at, at + 7_001)
  }
  return { ...requestOf(head), stream: { chunks: chunks(), bytes: body.length } }
}
