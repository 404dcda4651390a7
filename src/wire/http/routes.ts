/**
 * Answers that are given before anybody asks which operation is meant: health, preflight, and what is
 * not even a call of the service.
 */
import type { Answer } from './answer.js'
import { isAcceptedMediaType } from './protocols/json-media-type.js'
import { emptyBody, headerOf, pathOf, type WireRequest } from './message.js'

/** In the order the service looks; undefined when the request is a call. */
export function plainAnswer(request: WireRequest): Answer | undefined {
  if (request.body === 'over-limit') return tooLarge
  if (request.repeatedHost) return badRequest
  const { method } = request
  if (method === 'GET' && pathOf(request) === '/') return healthy(request)
  if (method === 'OPTIONS' && request.headers['origin'] !== undefined) return preflight(request)
  return isCall(request, request.body.length > 0) ? undefined : notFound
}

function isCall(request: WireRequest, hasBody: boolean): boolean {
  if (request.method !== 'POST' || pathOf(request) !== '/') return false
  return !hasBody || isAcceptedMediaType(headerOf(request, 'content-type'))
}

/** AWS: the one answer sent in chunks, of which it has none. */
export const tooLarge: Answer = {
  status: 413,
  mediaType: 'text/plain',
  body: emptyBody,
  chunked: true,
}

const badRequest: Answer = { status: 400, mediaType: 'text/plain', body: emptyBody }

const notFound: Answer = {
  status: 404,
  mediaType: 'text/xml',
  body: Buffer.from('<UnknownOperationException/>\n'),
}

const regionalHost = /^dynamodb\.([a-z0-9-]{1,64})\.amazonaws\.com(?::\d+)?$/

/** AWS: ends with a blank. A local address belongs to no region and names the eldest. */
function healthy(request: WireRequest): Answer {
  const region = regionalHost.exec(headerOf(request, 'host') ?? '')?.[1] ?? 'us-east-1'
  const body = Buffer.from(`healthy: dynamodb.${region}.amazonaws.com `)
  return { status: 200, mediaType: 'text/plain', body }
}

function preflight(request: WireRequest): Answer {
  const headers = ['Access-Control-Max-Age', '172800']
  const wantedHeaders = headerOf(request, 'access-control-request-headers')
  if (wantedHeaders !== undefined) headers.push('Access-Control-Allow-Headers', wantedHeaders)
  const wantedMethod = headerOf(request, 'access-control-request-method')
  if (wantedMethod !== undefined) headers.push('Access-Control-Allow-Methods', wantedMethod)
  return { status: 200, mediaType: 'text/plain', body: emptyBody, headers }
}
