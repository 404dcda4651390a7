/**
 * `GET /metrics`: what the server has measured, for Prometheus.
 *
 * Names of tables are nobody's business, so where signatures are verified only those who have the token get it, or
 * programs of this machine if there is no token. A token, if there is one, is needed everywhere.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../address.js'
import type { Answer } from './answer.js'
import { emptyBody, headerOf, pathOf, type WireRequest } from './message.js'

export interface Scrape {
  /** Without it, anybody may read, or any program of this machine. */
  readonly token?: string | undefined
  /** Whether only this machine may read without a token. */
  readonly isLocal: boolean
  /** Never rejects; undefined if something went wrong. */
  text(): Promise<string | undefined>
}

export function isScrape(request: WireRequest): boolean {
  const { method } = request
  return (method === 'GET' || method === 'HEAD') && pathOf(request) === '/metrics'
}

export async function scrapeAnswer(request: WireRequest, scrape: Scrape): Promise<Answer> {
  const refusal = refusalOf(request, scrape)
  if (refusal !== undefined) return refusal
  const text = await scrape.text()
  if (text === undefined) return failed
  return {
    status: 200,
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
    body: Buffer.from(text),
    headers: ['Cache-Control', 'no-store'],
  }
}

function refusalOf(request: WireRequest, { token, isLocal }: Scrape): Answer | undefined {
  if (token !== undefined) return hasToken(request, token) ? undefined : needsToken
  return !isLocal || isFromHere(request) ? undefined : onlyLocal
}

function hasToken(request: WireRequest, token: string): boolean {
  const [, sent] = /^bearer +(\S+) *$/i.exec(headerOf(request, 'authorization') ?? '') ?? []
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A proxy on this machine speaks for others. */
function isFromHere(request: WireRequest): boolean {
  if (request.isInProcess === true) return true
  const { address } = request.peer ?? {}
  return address !== undefined && isLoopback(address) && !proxyHeaders.some(isIn(request))
}

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

function isIn({ headers }: WireRequest): (name: string) => boolean {
  return (name) => headers[name] !== undefined
}

const failed: Answer = { status: 503, mediaType: 'text/plain', body: emptyBody }

const needsToken: Answer = {
  status: 401,
  mediaType: 'text/plain',
  body: Buffer.from(
    'This needs the header "Authorization: Bearer" with the token of --metrics-token.\n',
  ),
  headers: ['WWW-Authenticate', 'Bearer'],
}

const onlyLocal: Answer = {
  status: 403,
  mediaType: 'text/plain',
  body: Buffer.from(
    'Only programs of this machine may read metrics. --metrics-token lets others in.\n',
  ),
}
