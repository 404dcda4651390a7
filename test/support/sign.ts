/**
 * AWS Signature Version 4 for the requests that tests write by hand, so that the real service and
 * any server that checks signatures accepts them. The caller provides clock and credentials.
 */
import { createHash, createHmac } from 'node:crypto'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface SignableRequest {
  readonly host: string
  /** Undefined for a service that is called by forms. */
  readonly target?: string
  readonly body: string | Buffer
  readonly at: Date
  /** Default: DynamoDB. */
  readonly service?: string
}

/** The headers that sign a POST to `/`. */
export function signedHeaders(credentials: Credentials, request: SignableRequest) {
  const date = request.at.toISOString().replace(/[-:]|\.\d+/g, '')
  const { service = 'dynamodb', target } = request
  const scope = `${date.slice(0, 8)}/${credentials.region}/${service}/aws4_request`
  const names = `host;x-amz-date${target === undefined ? '' : ';x-amz-target'}`
  const targetLine = target === undefined ? '' : `x-amz-target:${target}\n`
  const lines = `host:${request.host}\nx-amz-date:${date}\n${targetLine}`
  const canonical = ['POST', '/', '', lines, names, sha256(request.body)].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = signingKey(credentials, date.slice(0, 8), service)
  const signature = hmac(key, text).toString('hex')
  return {
    'x-amz-date': date,
    ...(target === undefined ? {} : { 'x-amz-target': target }),
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

function signingKey(
  { secretAccessKey, region }: Credentials,
  day: string,
  service: string,
): Buffer {
  return [region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    hmac(`AWS4${secretAccessKey}`, day),
  )
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
