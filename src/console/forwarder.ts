/**
 * The console of an endpoint that has none: serves the pages on a loopback address, and passes their calls on, so that
 * the endpoint needs to know nothing of browsers. Calls are passed as the page signed them, or signed anew.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConsoleSite } from './console-site.js'
import { ForwardGuard, type GuardedRequest } from './forward-guard.js'
import { forwardedBytesMax } from './limits.js'

/** A call on its way to the endpoint. */
export interface ForwardedCall {
  /** As the page has signed it, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface ForwarderParts {
  /** Zero picks a free one. */
  readonly port: number
  /** What the browser has to show. */
  readonly secret: string
  readonly site: ConsoleSite
  /** Where to send a call, and with which headers. */
  readonly route: (call: ForwardedCall) => RoutedCall
}

export interface RoutedCall {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export interface Forwarder {
  /** What to open; it contains the secret. */
  readonly address: string
  stop(): Promise<void>
}

export async function startForwarder(parts: ForwarderParts): Promise<Forwarder> {
  const server = createServer()
  await listening(server, parts.port)
  const { port } = server.address() as AddressInfo
  const guard = new ForwardGuard(port, parts.secret)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer({ ...parts, guard }, request, response).catch(() => response.destroy())
  })
  return {
    address: `http://127.0.0.1:${port}/console/?secret=${parts.secret}`,
    stop: () => closed(server),
  }
}

interface Forwarding extends ForwarderParts {
  readonly guard: ForwardGuard
}

async function answer(
  forwarding: Forwarding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { guard } = forwarding
  const { method = '', url = '' } = request
  if (!guard.isOwnHost(guarded(request))) return refuse(response, 'This is no name of this server.')
  if (method === 'POST' && url === '/') return forward(forwarding, request, response)
  if (method === 'GET' || method === 'HEAD') return servePage(forwarding, request, response)
  refuse(response, 'There is nothing here.')
}

function guarded({ headers: { host, origin, cookie } }: IncomingMessage): GuardedRequest {
  return { host, origin, cookie }
}

async function servePage(
  { guard, site }: Forwarding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const secret = searchParams.get('secret')
  if (secret !== null && guard.isSecret(secret)) {
    // The secret leaves the address, and with it the history of the browser.
    const headers = { Location: '/console/', 'Set-Cookie': guard.cookie }
    response.writeHead(302, { ...headers, 'Cache-Control': 'no-store' }).end()
    return
  }
  if (pathname === '/') {
    response.writeHead(302, { Location: '/console/' }).end()
    return
  }
  const { status, mediaType, headers, body } = await site({
    path: pathname,
    host: request.headers.host ?? '',
    acceptEncoding: request.headers['accept-encoding'],
    ifNoneMatch: request.headers['if-none-match'],
  })
  response.writeHead(status, ['Content-Type', mediaType, ...headers])
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** What a call needs of its headers; the rest is between the browser and this program. */
const passedHeaders = [
  'authorization',
  'content-type',
  'x-amz-date',
  'x-amz-security-token',
  'x-amz-target',
]
/** What the page reads of an answer; its time is compared with the browser's. */
const returnedHeaders = ['content-type', 'date', 'x-amzn-requestid']

async function forward(
  { guard, route }: Forwarding,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!guard.mayCall(guarded(request))) {
    return refuse(response, 'Open the address that gramme console has printed.')
  }
  const body = await collect(request)
  if (body === undefined) return refuse(response, 'The request is too large.', 413)
  const headers = Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const routed = route({ headers, body })
  const left = new AbortController()
  response.once('close', () => left.abort())
  const init = { method: 'POST', headers: routed.headers, body: new Uint8Array(body) }
  const answered = await fetch(routed.url, { ...init, signal: left.signal }).catch(() => undefined)
  if (answered === undefined) {
    return refuse(response, `${routed.url.origin} does not answer.`, 503, 'ServiceUnavailable')
  }
  const bytes = Buffer.from(await answered.arrayBuffer())
  const returned = returnedHeaders.flatMap((name) => {
    const value = answered.headers.get(name)
    return value === null ? [] : [name, value]
  })
  response.writeHead(answered.status, [...returned, 'cache-control', 'no-store']).end(bytes)
}

async function collect(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > forwardedBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** In the form of a service, which the page can show. */
function refuse(
  response: ServerResponse,
  message: string,
  status = 403,
  type = 'AccessDeniedException',
): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify({ __type: type, message }))
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
