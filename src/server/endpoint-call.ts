/** Calls a running server as any client would: over HTTP, signed. */
import { requireServiceOperation } from '../api/services.js'
import { hmac, sha256 } from '../wire/sigv4/hashes.js'
import type { JsonCall } from './json-call.js'

export interface Endpoint {
  readonly url: URL
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/** What a server answered instead of a result, or why it did not answer. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
}

export function callTo(endpoint: Endpoint): JsonCall {
  return async (id, input) => {
    const { name, service } = requireServiceOperation(id)
    const { targetPrefix, signingName, protocols } = service
    const body = JSON.stringify(input)
    const target = `${targetPrefix}.${name}`
    const signed = signedHeaders(endpoint, { service: signingName, target, body })
    const headers = {
      ...signed,
      'content-type': protocols.includes('aws-json-1.1')
        ? 'application/x-amz-json-1.1'
        : 'application/x-amz-json-1.0',
    }
    const answer = await post(endpoint.url, headers, body)
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text) as never
    throw new CallFailed(`${endpoint.url.origin} refused ${name}: ${sentenceOf(text, answer)}`)
  }
}

async function post(url: URL, headers: Readonly<Record<string, string>>, body: string) {
  try {
    return await fetch(url, { method: 'POST', headers, body })
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    throw new CallFailed(`${url.origin} does not answer: ${cause?.code ?? String(error)}.`)
  }
}

function sentenceOf(text: string, { status }: Response): string {
  try {
    const { message, Message } = JSON.parse(text) as { message?: string; Message?: string }
    return message ?? Message ?? `status ${status}`
  } catch {
    return `status ${status}`
  }
}

interface Signable {
  readonly service: string
  readonly target: string
  readonly body: string
}

function signedHeaders(endpoint: Endpoint, { service, target, body }: Signable) {
  const { url, region, accessKeyId, secretAccessKey, sessionToken } = endpoint
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-date': date,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': target,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (made, part) => hmac(made, part),
    `AWS4${secretAccessKey}`,
  )
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  // The client of HTTP sends the host itself.
  const { host: _host, ...sent } = headers
  return { ...sent, authorization }
}
