/**
 * Whether the server would serve a request now, for `GET /health`.
 *
 * While it serves, the store is pinged: one ping at a time however many ask, its answer is reused for a
 * moment, and a ping that takes too long counts as failed.
 */
import { healthAnswerMsMax, healthFreshMs } from './limits.js'
import type { Clock } from '../stdx/clock.js'
import { WritesRefused } from '../storage/errors.js'
import type { HealthReport } from '../wire/http/health.js'

type Phase = 'starting' | 'waiting for the database' | 'serving' | 'draining'

interface Finding {
  readonly atMs: number
  readonly report: HealthReport
}

const ready: HealthReport = { ready: true, status: 'ready' }
const unreachable: HealthReport = { ready: false, status: 'database unreachable' }

export class ServerHealth {
  readonly #clock: Clock
  readonly #answerMsMax: number
  #phase: Phase = 'starting'
  #ping: () => Promise<void> = async () => undefined
  #asking: Promise<HealthReport> | undefined
  #found: Finding | undefined

  /** The clock must be monotonic. */
  constructor(clock: Clock, answerMsMax = healthAnswerMsMax) {
    this.#clock = clock
    this.#answerMsMax = answerMsMax
  }

  waiting(): void {
    this.#phase = 'waiting for the database'
  }

  serving(ping: () => Promise<void>): void {
    this.#phase = 'serving'
    this.#ping = ping
  }

  draining(): void {
    this.#phase = 'draining'
  }

  async report(): Promise<HealthReport> {
    if (this.#phase !== 'serving') return { ready: false, status: this.#phase }
    const found = this.#found
    if (found !== undefined && this.#clock.now() - found.atMs < healthFreshMs) return found.report
    this.#asking ??= this.#ask()
    return Promise.race([this.#asking, elapsed(this.#answerMsMax)])
  }

  async #ask(): Promise<HealthReport> {
    const report = await this.#ping().then(
      () => ready,
      (error: unknown) =>
        error instanceof WritesRefused ? { ready: false, status: error.reason } : unreachable,
    )
    this.#found = { atMs: this.#clock.now(), report }
    this.#asking = undefined
    return report
  }
}

function elapsed(durationMs: number): Promise<HealthReport> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(unreachable), durationMs).unref()
  })
}
