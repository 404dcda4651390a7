/**
 * `GET /health` lets a load balancer decide whether to send requests here: 200 if they would be
 * served, 503 if not. `GET /`, which AWS has too, only shows that the process is alive.
 */
import type { Answer } from './answer.js'
import { pathOf, type WireRequest } from './message.js'

export interface HealthReport {
  readonly ready: boolean
  /** In a few words, for people. */
  readonly status: string
}

/** Answers within a bounded time, and never rejects. */
export type Health = () => Promise<HealthReport>

export function isHealthCheck(request: WireRequest): boolean {
  const { method } = request
  return (method === 'GET' || method === 'HEAD') && pathOf(request) === '/health'
}

export function healthAnswer({ ready, status }: HealthReport): Answer {
  return {
    status: ready ? 200 : 503,
    mediaType: 'application/json',
    body: Buffer.from(`${JSON.stringify({ status })}\n`),
    // A cached answer would be useless.
    headers: ['Cache-Control', 'no-store'],
  }
}
