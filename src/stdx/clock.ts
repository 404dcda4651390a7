import { uptime } from 'node:os'

/** Time as an argument, so that a week passes in a test without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** A clock, or time that has to be asked for. */
export interface TimeSource {
  /** Milliseconds since 1970. */
  now(): number | Promise<number>
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * A clock that does not go back when the one below it is set back a little: it waits for it. If that is
 * set back further, it was wrong before, and is followed.
 */
export class SteadyClock implements Clock {
  readonly #clock: Clock
  #last = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    const now = this.#clock.now()
    if (now < this.#last && now >= this.#last - heldBackMsMax) return this.#last
    this.#last = now
    return now
  }

  /** A moment that is later than all times told before, and not later than those told from now on. */
  between(): number {
    const told = this.#last
    const now = this.now()
    this.#last = now > told || now < told - heldBackMsMax ? now : told + 1
    return this.#last
  }
}

/** How far a clock may be set back without its having been wrong. */
export const heldBackMsMax = 5 * 60 * 1000

/** For measuring durations: never goes back, and its origin is arbitrary. */
export const monotonicClock: Clock = { now: () => performance.now() }

/**
 * The time since the machine was started. It is not set, and unlike the monotonic clock it also counts
 * the time during which the machine slept. Where the system does not tell it, the monotonic clock has
 * to do.
 */
export const uptimeClock: Clock = { now: () => uptimeMs() ?? monotonicClock.now() }

function uptimeMs(): number | undefined {
  try {
    return uptime() * 1000
  } catch {
    return undefined
  }
}

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
