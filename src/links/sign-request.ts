/** Signs requests that this program sends, as any client does (AWS Signature Version 4). */
import { createHash, createHmac } from 'node:crypto'

export interface KeyOfCaller {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface Endpoint extends KeyOfCaller {
  /** With the path of the request, which needs no escapes. */
  readonly url: URL
  readonly region: string
}

export interface SignableCall {
  readonly service: string
  /** By lower-case name; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** The headers, with those of a signature. */
export function signedHeaders(
  endpoint: Endpoint,
  { service, headers: given, body }: SignableCall,
  nowMs: number,
): Readonly<Record<string, string>> {
  const { url, region, accessKeyId, secretAccessKey, sessionToken } = endpoint
  const date = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const headers: Record<string, string> = {
    ...given,
    host: url.host,
    'x-amz-date': date,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const sorted = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = sorted.map(([name]) => name).join(';')
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', url.pathname, '', lines.join(''), names, digest(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, digest(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (made, part) => keyed(made, part),
    `AWS4${secretAccessKey}`,
  )
  const signature = keyed(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  // The client of HTTP sends the host itself.
  const { host: _host, ...sent } = headers
  return { ...sent, authorization }
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function keyed(key: Buffer | string, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest()
}
