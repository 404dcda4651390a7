/**
 * `GET /console` and what is below it: pages for people. They are the same for everybody and call the public API, so
 * who may see them is not asked.
 */
import type { Answer } from './answer.js'
import { headerOf, pathOf, type WireRequest } from './message.js'

/** Whoever has the pages. */
export type ConsolePages = (request: ConsoleRequest) => Promise<Answer>

export interface ConsoleRequest {
  readonly path: string
  readonly host: string
  readonly acceptEncoding?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

export function isConsole(request: WireRequest): boolean {
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = pathOf(request)
  return path === '/console' || path.startsWith('/console/')
}

export async function consoleAnswer(request: WireRequest, pages: ConsolePages): Promise<Answer> {
  const answer = await pages({
    path: pathOf(request),
    host: headerOf(request, 'host') ?? '',
    acceptEncoding: headerOf(request, 'accept-encoding'),
    ifNoneMatch: headerOf(request, 'if-none-match'),
  })
  return { ...answer, isPage: true }
}

/** Programs take anything, or JSON; a browser that is given an address asks for a page. */
export function wantsPage(request: WireRequest): boolean {
  return headerOf(request, 'accept')?.startsWith('text/html') === true
}

export const toConsole: Answer = {
  status: 302,
  mediaType: 'text/plain',
  body: Buffer.from('The console is at /console/.\n'),
  headers: ['Location', '/console/', 'Cache-Control', 'no-store', 'Vary', 'Accept'],
  isPage: true,
}
