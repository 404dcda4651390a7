/** A request that is among the most expensive that its operation allows. */
import { Agent, request } from 'node:http'
import { headersOf } from '../load/request.js'

export interface HeavyRequest {
  readonly name: string
  readonly operation: string
  /** Built when it is needed: some are megabytes. */
  body(): string
  /** What the service answers; 200 by default. */
  readonly status?: number
  /** How many clients send it at once; one by default. */
  readonly clients?: number
}

const agent = new Agent({ keepAlive: true })

/** Sends a request and discards its answer, which may be large. */
export function send(url: string, operation: string, body: string, status = 200): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(operation), 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.on('error', reject)
      if (answer.statusCode === status) return void answer.on('end', resolve).resume()
      answer.setEncoding('utf8').once('data', (text: string) => {
        reject(new Error(`${operation}: ${answer.statusCode} ${text.slice(0, 500)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export function closeConnections(): void {
  agent.destroy()
}
