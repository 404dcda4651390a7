/** A server in this process that speaks HTTPS, and the requests that the tests of TLS send to it. */
import {
  connect as connectHttp2,
  type ClientHttp2Session,
  type ClientHttp2Stream,
} from 'node:http2'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { createGramme, type Gramme } from '../../../src/server/gramme.js'
import type { IssuedCertificate, TestAuthority } from '../../support/certificates.js'

export interface TlsServer {
  readonly gramme: Gramme
  readonly url: string
  readonly port: number
}

export async function startTlsServer(
  { cert, key }: IssuedCertificate,
  options: Parameters<typeof createGramme>[0] = {},
): Promise<TlsServer> {
  const gramme = createGramme({
    ...{ port: 0, inMemory: true, logLevel: 'silent', tlsCert: cert, tlsKey: key },
    ...options,
  })
  await gramme.start()
  const { url, port } = gramme.address
  return { gramme, url, port }
}

export const callHeaders = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.ListTables',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=AKID/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=beef',
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Over HTTP/1.1, with `{}` as its body. */
export function postHttp1(port: number, options: RequestOptions): Promise<Received> {
  return new Promise((resolve, reject) => {
    const common = { host: '127.0.0.1', port, method: 'POST', headers: callHeaders }
    const asked = requestHttps({ ...common, ...options }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (body += piece))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body }))
    })
    asked.on('error', reject).end('{}')
  })
}

export function http2Session(port: number, authority: TestAuthority): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.pem })
  return session.on('error', () => undefined)
}

export function http2Post(
  session: ClientHttp2Session,
  body: string | Buffer = '{}',
  headers: Readonly<Record<string, string>> = {},
): Promise<Received> {
  const stream = session.request({ ':method': 'POST', ':path': '/', ...callHeaders, ...headers })
  stream.end(body)
  return receive(stream)
}

export function receive(stream: ClientHttp2Stream): Promise<Received> {
  return new Promise((resolve, reject) => {
    let headers: Record<string, unknown> = {}
    let body = ''
    stream.on('response', (received) => (headers = { ...received }))
    stream.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    stream.on('end', () => resolve({ status: Number(headers[':status']), headers, body }))
    stream.on('error', reject)
  })
}
