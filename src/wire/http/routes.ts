/**
 * What is answered without an operation: health, preflight, and requests that cannot be trusted.
 * Anything else that is not a call of a service is not found.
 */
import type { Answer } from './answer.js'
import {
  consoleAnswer,
  isConsole,
  toConsole,
  wantsPage,
  type ConsolePages,
} from './console-page.js'
import { healthAnswer, isHealthCheck, type Health } from './health.js'
import { isScrape, scrapeAnswer, type Scrape } from './metrics-page.js'
import { emptyBody, headerOf, pathOf, queryOf } from './message.js'
import type { RequestHead, WireRequest, WireResponse } from './message.js'
import { answerS3, refuseS3, type S3Call } from './s3/answer-s3.js'
import { isS3 } from './s3/claims.js'

/** What routes show. */
export interface Shown {
  readonly health: Health
  /** Without it, nothing is measured. */
  readonly scrape?: Scrape
  /** Without it, there are no pages for people. */
  readonly console?: ConsolePages
}

export interface Route {
  claims(request: WireRequest): boolean
  answer(request: WireRequest, shown: Shown): Answer | Promise<Answer>
}

/** In the order in which the service checks; the first that claims a request answers it. */
const routes: readonly Route[] = [
  { claims: ({ body }) => body === 'over-limit', answer: () => tooLarge },
  { claims: ({ repeatedHost }) => repeatedHost, answer: () => badRequest },
  { claims: isHealthCheck, answer: (_request, { health }) => health().then(healthAnswer) },
  { claims: isScrape, answer: metrics },
  { claims: isConsole, answer: pages },
  { claims: isRoot, answer: root },
  { claims: isPreflight, answer: preflight },
]

/** A route that gets the body as it comes, because it may be larger than memory. */
export interface StreamRoute {
  claims(head: RequestHead): boolean
  answer(request: WireRequest, call: S3Call): Promise<WireResponse>
  /** For a client that may not ask. */
  refuse(request: WireRequest, message: string, requestId: string): WireResponse
}

const streamRoutes: readonly StreamRoute[] = [{ claims: isS3, answer: answerS3, refuse: refuseS3 }]

/** A transport asks this before it collects a body. */
export function findStreamRoute(head: RequestHead): StreamRoute | undefined {
  for (const route of streamRoutes) if (route.claims(head)) return route
  return undefined
}

export function findRoute(request: WireRequest): Route | undefined {
  for (const route of routes) if (route.claims(request)) return route
  return undefined
}

function metrics(request: WireRequest, { scrape }: Shown): Answer | Promise<Answer> {
  return scrape === undefined ? notFound : scrapeAnswer(request, scrape)
}

function pages(request: WireRequest, { console: site }: Shown): Answer | Promise<Answer> {
  return site === undefined ? notFound : consoleAnswer(request, site)
}

function root(request: WireRequest, { console: site }: Shown): Answer {
  return site !== undefined && wantsPage(request) ? toConsole : healthy(request)
}

/** With an action in its query, `GET /` is a call in the query protocol. */
function isRoot(request: WireRequest): boolean {
  return (
    request.method === 'GET' && pathOf(request) === '/' && !queryOf(request).includes('Action=')
  )
}

function isPreflight({ method, headers }: WireRequest): boolean {
  return method === 'OPTIONS' && headers['origin'] !== undefined
}

/** AWS: sent chunked, but with no chunks. */
export const tooLarge: Answer = {
  status: 413,
  mediaType: 'text/plain',
  body: emptyBody,
  chunked: true,
}

export const badRequest: Answer = { status: 400, mediaType: 'text/plain', body: emptyBody }

/** SDKs of S3 try again after a while. */
export const tooMany: Answer = { status: 503, mediaType: 'text/plain', body: emptyBody }

export const notFound: Answer = {
  status: 404,
  mediaType: 'text/xml',
  body: Buffer.from('<UnknownOperationException/>\n'),
}

const regionalHost = /^(?:search-)?dynamodb\.([a-z0-9-]{1,64})\.amazonaws\.com(?::\d+)?$/

/** AWS: ends with a blank. A local address belongs to no region, so the oldest one is named. */
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
  // Browsers ask for this before a page of a public site reaches an address of a private network.
  if (headerOf(request, 'access-control-request-private-network') === 'true') {
    headers.push('Access-Control-Allow-Private-Network', 'true')
  }
  return { status: 200, mediaType: 'text/plain', body: emptyBody, headers }
}
