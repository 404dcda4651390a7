/** A request of node:http, as far as it is known before its body. */
import type { IncomingMessage } from 'node:http'
import type { WireHeaders, WireRequest } from './message.js'
import { peerOf } from './peer.js'
import { namesSameHost, readTarget } from './request-target.js'

export function readHead(request: IncomingMessage): Omit<WireRequest, 'body'> {
  const { url, authority } = readTarget(request.url ?? '')
  const headers = firstEncodingOnly(request.headers, request.rawHeaders)
  return {
    method: request.method ?? '',
    url,
    headers: authority === undefined ? headers : { ...headers, host: authority },
    repeatedHost: hasRepeatedHost(request.rawHeaders) || differs(authority, request.headers.host),
    rawHeaders: request.rawHeaders,
    peer: peerOf(request.socket),
  }
}

function differs(authority: string | undefined, host: string | undefined): boolean {
  return authority !== undefined && host !== undefined && !namesSameHost(authority, host)
}

/** AWS: of several Accept-Encoding headers the first counts, and node:http joins them. */
export function firstEncodingOnly(
  headers: WireHeaders,
  rawHeaders: readonly string[],
): WireHeaders {
  const joined = headers['accept-encoding']
  if (joined === undefined) return headers
  const at = rawHeaders.findIndex((name, i) => i % 2 === 0 && /^accept-encoding$/i.test(name))
  const first = rawHeaders[at + 1]
  return first === joined ? headers : { ...headers, 'accept-encoding': first }
}

export function hasRepeatedHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/**
 * node:http pauses a socket whose body nobody reads, but it is wrong about one that came with bytes
 * from the express lane: it holds it to be paused while it is still being read, and then never stops.
 * Once resumed, it is paused at the next piece.
 */
export function letNodePause({ socket }: IncomingMessage): void {
  setImmediate(() => {
    if (socket.isPaused()) socket.resume()
  })
}
