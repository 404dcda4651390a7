/** Calls a running server as any client would: over HTTP, signed. */
import { requireServiceOperation, type OperationId } from '../api/services.js'
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
    const type = protocols.includes('aws-json-1.1')
      ? 'application/x-amz-json-1.1'
      : 'application/x-amz-json-1.0'
    const answer = await post(endpoint, { service: signingName, target, body, type })
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
  const type = 'application/x-www-form-urlencoded'
  const answer = await post(endpoint, { service: service.signingName, body, type })
  const text = await answer.text()
  if (answer.ok) return text
  const sentence = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? `status ${answer.status}`
  throw new CallFailed(`${endpoint.url.origin} refused ${name}: ${sentence}`)
}

async function post(endpoint: Endpoint, request: Signable) {
  const { url } = endpoint
  const { body, type } = request
  const headers = { ...signedHeaders(endpoint, request), 'content-type': type }
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
  /** Of protocols that name the operation in a header. */
  readonly target?: string
  readonly body: string
  /** The media type. */
  readonly type: string
}

function signedHeaders(endpoint: Endpoint, { service, target, body }: Signable) {
  const { url, region, accessKeyId, secretAccessKey, sessionToken } = endpoint
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-date': date,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    ...(target !== undefined && { 'x-amz-target': target }),
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
