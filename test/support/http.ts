/**
 * One HTTP exchange exactly as given: no header is added or changed except those that node:http
 * must send, and the answer's body is returned as the bytes on the wire. Knows nothing of AWS.
 */
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { request as secureRequest } from 'node:https'

export interface Exchange {
  readonly method?: string
  readonly path?: string
  /** Several values are sent as several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
  readonly agent?: Agent
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Shared by ordinary calls, so that a file of a thousand rows does not open a thousand sockets. */
export const keepAlive = new Agent({ keepAlive: true, maxSockets: 32 })

export function exchange(url: string, details: Exchange): Promise<Answer> {
  const { method = 'POST', path = '/', headers = {}, body, agent } = details
  const secure = url.startsWith('https:')
  const target = new URL(path, url)
  return new Promise((resolve, reject) => {
    const sent = (secure ? secureRequest : request)(target, {
      method,
      headers: { ...headers, ...lengthOf(body) } as OutgoingHttpHeaders,
      ...(secure ? {} : { agent: agent ?? keepAlive }),
    })
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    // After an early answer (413) the rest of the body may hit a closed socket; the promise is
    // resolved before that.
    sent.on('error', reject)
    sent.end(body)
  })
}

function lengthOf(body: string | Buffer | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}
