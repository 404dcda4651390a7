/** Calls a running server as any client would: over HTTP, signed. */
import { requireServiceOperation, type OperationId } from '../api/services.js'
import { hmac, sha256 } from '../wire/sigv4/hashes.js'
import type { JsonCall } from './json-call.js'

export interface KeyOfCaller {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface Endpoint extends KeyOfCaller {
  readonly url: URL
  readonly region: string
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
    const headers = {
      'content-type': protocols.includes('aws-json-1.1')
        ? 'application/x-amz-json-1.1'
        : 'application/x-amz-json-1.0',
      'x-amz-target': target,
    }
    const answer = await post(endpoint, { service: signingName, headers, body })
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text) as never
    throw new CallFailed(`${endpoint.url.origin} refused ${name}: ${sentenceOf(text, answer)}`)
  }
}

/** An operation of a service that has forms and XML only. Returns the XML. */
export async function callByForm(
  endpoint: Endpoint,
  id: OperationId,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { name, service } = requireServiceOperation(id)
  const body = new URLSearchParams({ Action: name, Version: service.version, ...fields }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await post(endpoint, { service: service.signingName, headers, body })
  const text = await answer.text()
  if (answer.ok) return text
  const sentence = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? `status ${answer.status}`
  throw new CallFailed(`${endpoint.url.origin} refused ${name}: ${sentence}`)
}

async function post(endpoint: Endpoint, call: SignableCall & { readonly body: string }) {
  const { url } = endpoint
  try {
    const headers = signedHeaders(endpoint, call)
    return await fetch(url, { method: 'POST', headers, body: call.body })
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
): Readonly<Record<string, string>> {
  const { url, region, accessKeyId, secretAccessKey, sessionToken } = endpoint
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
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
