/** Signature Version 4, for calls that go to `POST /`. */
import type { Credentials } from './connection.js'
import { hexOf, hmacSha256, sha256 } from './sha256.js'

export interface Signable {
  /** As the server sees it. */
  readonly host: string
  readonly region: string
  readonly signingName: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The headers with those of the signature; `Host` is the browser's to send. */
export function signRequest(
  request: Signable,
  credentials: Credentials,
  at: Date,
): Readonly<Record<string, string>> {
  const { host, region, signingName, body } = request
  const date = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const token = credentials.sessionToken
  const sent = {
    ...lowerCased(request.headers),
    'x-amz-date': date,
    ...(token !== undefined && { 'x-amz-security-token': token }),
  }
  const signed = Object.entries({ ...sent, host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, hexOf(sha256(body))].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/${signingName}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, hexOf(sha256(bytesOf(canonical)))].join('\n')
  const key = scope
    .split('/')
    .reduce(
      (made, part) => hmacSha256(made, bytesOf(part)),
      bytesOf(`AWS4${credentials.secretAccessKey}`),
    )
  const signature = hexOf(hmacSha256(key, bytesOf(text)))
  const credential = `${credentials.accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
  return { ...sent, authorization }
}

const encoder = new TextEncoder()

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text)
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
