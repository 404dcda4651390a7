/** One POST to another deployment and its whole answer, within a time and a size. */
import { request as requestHttp, type Agent, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { linkAnswerBytesMax } from './limits.js'

export interface LinkPost {
  readonly url: URL
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly timeoutMs: number
}

export interface LinkAnswer {
  readonly status: number
  readonly body: Buffer
}

export function post({ url, agent, headers, body, timeoutMs }: LinkPost): Promise<LinkAnswer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': body.length },
      signal: AbortSignal.timeout(timeoutMs),
    })
    request.once('error', reject)
    request.once('response', (response) => void bodyOf(response).then(resolve, reject))
    request.end(body)
  })
}

async function bodyOf(response: IncomingMessage): Promise<LinkAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > linkAnswerBytesMax) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) }
}
