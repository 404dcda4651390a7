/** Signs requests as boto3 does: content-type, host, x-amz-date and x-amz-target. */
import { createHash, createHmac } from 'node:crypto'

export interface SigningCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface Unsigned {
  /** In lower case; `host` among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly service: string
}

const region = 'us-east-1'

export function signed(
  { headers, body, service }: Unsigned,
  { accessKeyId, secretAccessKey }: SigningCredentials,
): Readonly<Record<string, string>> {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const all: Record<string, string> = { ...headers, 'x-amz-date': date }
  delete all['authorization']
  const names = Object.keys(all).sort()
  const canonical = names.map((name) => `${name}:${all[name]}\n`).join('')
  const request = ['POST', '/', '', canonical, names.join(';'), hash(body)].join('\n')
  const scope = [date.slice(0, 8), region, service, 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash(request)].join('\n')
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, ` +
    `SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`
  return { ...all, authorization }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
