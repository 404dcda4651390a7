/**
 * Reads the requests that SDKs send, and only those: bytes that are exactly one request in a
 * grammar so narrow that it can be understood in only one way. Everything else is not refused here
 * but left to node:http, so nothing has to be tolerated.
 *
 * Request smuggling needs two readers of one stream that disagree about where a request ends or
 * what its headers say. Here the length appears once, in its shortest form, without
 * Transfer-Encoding, and equals the number of bytes received; lines end with CR LF and contain
 * neither control characters nor blanks that some reader would trim. Requests with a repeated
 * header, for which the rules differ by name and by reader, are left to node:http, and so are those
 * with a header that changes how the connection is used. What is read here, node:http and any proxy
 * in front read the same way, and all of them agree on where the next request begins.
 */
import { plainRequestBytesMax, requestHeadBytesMax } from '../../limits.js'
import type { Peer, WireRequest } from '../message.js'
import { HeaderNames, type Headers } from './header-names.js'

export type Reading =
  | { readonly kind: 'request'; readonly request: WireRequest }
  /** Nothing is unusual so far. The request has at least this many bytes. */
  | { readonly kind: 'part'; readonly of: 'head' | 'body'; readonly bytesMin: number }
  | { readonly kind: 'unusual' }

/** `names` are those of the connection. */
export type RequestReader = (bytes: Buffer, peer?: Peer, names?: HeaderNames) => Reading

const requestLine = 'POST / HTTP/1.1\r\n'
const headEnd = Buffer.from('\r\n\r\n')
const unusual: Reading = { kind: 'unusual' }

/** Each part ends with a character that it cannot hold itself, so a match takes linear time. */
const plainHead =
  /^POST \/ HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+: [\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?\r\n)+$/

const plainLength = /^(?:0|[1-9][0-9]{0,8})$/

export function readRequest(bytes: Buffer, peer?: Peer, names = new HeaderNames()): Reading {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return readPartOfHead(bytes)
  const bodyStart = end + headEnd.length
  if (bodyStart >= requestHeadBytesMax) return unusual
  const head = bytes.toString('latin1', 0, end + 2)
  const headers = plainHead.test(head) ? names.read(head, requestLine.length) : undefined
  if (headers === undefined || !isPlain(headers)) return unusual
  return readBody(bytes, bodyStart, headers, peer)
}

function readPartOfHead(bytes: Buffer): Reading {
  const begun = bytes.toString('latin1', 0, requestLine.length)
  if (begun !== requestLine || bytes.length >= requestHeadBytesMax) return unusual
  return { kind: 'part', of: 'head', bytesMin: bytes.length + 1 }
}

function readBody(
  bytes: Buffer,
  bodyStart: number,
  headers: Headers,
  peer: Peer | undefined,
): Reading {
  const bytesMin = bodyStart + Number(headers['content-length'])
  if (bytesMin > plainRequestBytesMax || bytes.length > bytesMin) return unusual
  if (bytes.length < bytesMin) return { kind: 'part', of: 'body', bytesMin }
  const body = bytes.subarray(bodyStart)
  return {
    kind: 'request',
    request: { method: 'POST', url: '/', headers, repeatedHost: false, body, peer },
  }
}

function isPlain({ host, connection, 'content-length': length }: Headers): boolean {
  if (host === undefined || length === undefined || !plainLength.test(length)) return false
  return connection === undefined || connection.toLowerCase() === 'keep-alive'
}
