/**
 * Whether the server would serve a request now, for `GET /health`.
 *
 * While it serves, the store is pinged: one ping at a time however many ask, its answer is reused for a
 * moment, and a ping that takes too long counts as failed.
 */
import { healthAnswerMsMax, healthFreshMs } from './limits.js'
import type { Clock } from '../stdx/clock.js'
import type { HealthReport } from '../wire/http/health.js'

type Phase = 'starting' | 'waiting for the database' | 'serving' | 'draining'

interface Finding {
  readonly atMs: number
  readonly reachable: boolean
}

export class ServerHealth {
  readonly #clock: Clock
  readonly #answerMsMax: number
  #phase: Phase = 'starting'
  #ping: () => Promise<void> = async () => undefined
  #asking: Promise<boolean> | undefined
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
    const ready = await this.#reachable()
    return { ready, status: ready ? 'ready' : 'database unreachable' }
  }

  async #reachable(): Promise<boolean> {
    const found = this.#found
    if (found !== undefined && this.#clock.now() - found.atMs < healthFreshMs)
      return found.reachable
    this.#asking ??= this.#ask()
    return Promise.race([this.#asking, elapsed(this.#answerMsMax)])
  }

  async #ask(): Promise<boolean> {
    const reachable = await this.#ping().then(
      () => true,
      () => false,
    )
    this.#found = { atMs: this.#clock.now(), reachable }
    this.#asking = undefined
    return reachable
  }
}

function elapsed(durationMs: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), durationMs).unref()
  })
}
