/** `fetch` without a network: the same rules, called as a function. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { emptyBody, type Handle, type RequestStream, type WireRequest } from './message.js'
import { findStreamRoute } from './routes.js'
import { requestBodyBytesMax } from '../../model/limits.js'

/** The base of a path without a host. */
const nowhere = 'http://gramme.invalid'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export function inProcessFetch(handle: Handle): Fetch {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, nowhere) : input, init)
    const { status, headers, body, stream, room } = await handle(await wireRequest(request))
    room?.leave()
    const described = { status, headers: pairs(headers) }
    if (status === 204 || status === 304) return new Response(null, described)
    return new Response(stream === undefined ? new Uint8Array(body) : asWeb(stream), described)
  }
}

async function wireRequest(request: Request): Promise<WireRequest> {
  const { pathname, search, host, origin } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  // As `fetch` sends it, and as it is signed.
  if (origin !== nowhere) headers['host'] ??= host
  // `fetch` returns uncompressed bodies, and nothing is sent that compression could make shorter.
  delete headers['accept-encoding']
  const head = { method: request.method, url: pathname + search, headers }
  const known = { ...head, repeatedHost: false, isInProcess: true }
  if (findStreamRoute(head) !== undefined) {
    return { ...known, body: emptyBody, stream: streamOf(request) }
  }
  const body = Buffer.from(await request.arrayBuffer())
  return { ...known, body: body.length > requestBodyBytesMax ? 'over-limit' : body }
}

function streamOf({ body, headers }: Request): RequestStream {
  const length = headers.get('content-length')
  const bytes = body === null ? 0 : length === null ? undefined : Number(length)
  return { chunks: body ?? noChunks(), bytes }
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

function asWeb(stream: AsyncIterable<Uint8Array>): ReadableStream {
  return Readable.toWeb(Readable.from(stream))
}

function pairs(flat: readonly string[]): [string, string][] {
  const entries: [string, string][] = []
  for (let i = 0; i < flat.length; i += 2) entries.push([flat[i]!, flat[i + 1]!])
  return entries
}
