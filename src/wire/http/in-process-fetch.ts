/** `fetch` without a network: the same rules, called as a function. */
import type { Handle, WireRequest } from './message.js'
import { requestBodyBytesMax } from '../../model/limits.js'

/** The base of a path without a host. */
const nowhere = 'http://gramme.invalid/'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export function inProcessFetch(handle: Handle): Fetch {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, nowhere) : input, init)
    const { status, headers, body, room } = await handle(await wireRequest(request))
    room?.leave()
    return new Response(new Uint8Array(body), { status, headers: pairs(headers) })
  }
}

async function wireRequest(request: Request): Promise<WireRequest> {
  const { pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const headers = Object.fromEntries(request.headers)
  // `fetch` returns uncompressed bodies, and nothing is sent that compression could make shorter.
  delete headers['accept-encoding']
  return {
    method: request.method,
    url: pathname + search,
    headers,
    repeatedHost: false,
    body: body.length > requestBodyBytesMax ? 'over-limit' : body,
    isInProcess: true,
  }
}

function pairs(flat: readonly string[]): [string, string][] {
  const entries: [string, string][] = []
  for (let i = 0; i < flat.length; i += 2) entries.push([flat[i]!, flat[i + 1]!])
  return entries
}
