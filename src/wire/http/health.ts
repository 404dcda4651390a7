/**
 * `GET /health`, which tells a load balancer whether to send requests here: 200 when they would be
 * served, 503 when not. `GET /`, as AWS has it, tells no more than that the process is alive.
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
  const { method, body } = request
  return (
    (method === 'GET' || method === 'HEAD') &&
    pathOf(request) === '/health' &&
    body !== 'over-limit'
  )
}

export function healthAnswer({ ready, status }: HealthReport): Answer {
  return {
    status: ready ? 200 : 503,
    mediaType: 'application/json',
    body: Buffer.from(`${JSON.stringify({ status })}\n`),
    // A proxy that remembered the answer would defeat the question.
    headers: ['Cache-Control', 'no-store'],
  }
}
