/** Calls a running server as any client would: over HTTP, signed. */
import { requireServiceOperation, type OperationId } from '../api/services.js'
import { signedHeaders, type Endpoint, type SignableCall } from '../links/sign-request.js'
import type { JsonCall } from './json-call.js'

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
    const headers = signedHeaders(endpoint, call, Date.now())
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
