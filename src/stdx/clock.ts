/** Time as an argument, so that a week passes in a test without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** For measuring durations: never goes back, and its origin is arbitrary. */
export const monotonicClock: Clock = { now: () => performance.now() }

/** A clock that moves only when a test moves it. */
export class VirtualClock implements Clock {
  #now: number

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  advance(durationMs: number): void {
    this.#now += durationMs
  }
}
