/**
 * The time by which background work deletes: the clock, as far as it is believed (`clock-belief.ts`).
 *
 * Which clock: servers that share a store go by the store's, so they agree whatever their own clocks
 * say. A server that has its store to itself goes by its own clock and stores what it believes, since a
 * restart would otherwise forget what time it was. If the machine was not restarted in between, its
 * uptime tells how much time has passed; if it was, a clock that is far ahead of what was stored may be
 * right or wrong, and is believed once it has lasted.
 */
import { hostname } from 'node:os'
import { bootId } from '../stdx/boot-id.js'
import { type Clock, type TimeSource, uptimeClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import {
  believedTime,
  doubtedMs,
  firstBelief,
  nextBelief,
  type ClockBelief,
  type ClockReading,
} from './clock-belief.js'
import { readBelief, storeBelief } from './clock-belief-record.js'
import { clockBeliefIntervalMs, clockDoubtMs, storeTimeIntervalMs } from './limits.js'

export interface TrustedTimeDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Log
  /** One that only goes forward, and its name: it means nothing on another machine. */
  readonly steady?: Clock
  readonly machine?: string
}

export class TrustedTime implements TimeSource {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #steady: Clock
  readonly #machine: string
  readonly #log: Log
  #belief: ClockBelief | undefined
  #isDoubted = false
  #storedAtMs = -Infinity
  /** The last answer of a shared store. */
  #asked: ClockReading | undefined

  constructor({ engine, clock, log, steady, machine }: TrustedTimeDependencies) {
    this.#engine = engine
    this.#clock = clock
    this.#log = log
    this.#steady = steady ?? uptimeClock
    this.#machine = machine ?? bootId() ?? hostname()
  }

  async now(): Promise<number> {
    const reading = await this.#read()
    const before = this.#belief ?? (await this.#first(reading))
    const belief = (this.#belief = nextBelief(before, reading))
    this.#tell(doubtedMs(belief, reading))
    const nowMs = believedTime(belief, reading)
    if (this.#engine.storeTime === undefined) await this.#store(belief, nowMs, reading.steadyMs)
    return nowMs
  }

  async #read(): Promise<ClockReading> {
    if (this.#engine.storeTime === undefined) {
      return { wallMs: this.#clock.now(), steadyMs: this.#steady.now() }
    }
    const asked = await this.#askStore()
    const steadyMs = this.#steady.now()
    return { wallMs: asked.wallMs + steadyMs - asked.steadyMs, steadyMs }
  }

  /** If it does not answer, its clock has gone on since the last time. */
  async #askStore(): Promise<ClockReading> {
    const last = this.#asked
    const startedAtMs = this.#steady.now()
    if (last !== undefined && startedAtMs < last.steadyMs + storeTimeIntervalMs) return last
    try {
      const wallMs = await this.#engine.storeTime!()
      return (this.#asked = { wallMs, steadyMs: this.#steady.now() })
    } catch (error) {
      if (last === undefined) throw error
      return last
    }
  }

  /** Two clocks that agree are right; of two that do not, the slower one deletes less. */
  async #first(reading: ClockReading): Promise<ClockBelief> {
    if (this.#engine.storeTime !== undefined) {
      return firstBelief(reading, Math.min(reading.wallMs, this.#clock.now()))
    }
    const stored = await readBelief(this.#engine)
    if (stored === undefined) return firstBelief(reading, reading.wallMs)
    const isSameClock = stored.machine === this.#machine && stored.steadyMs <= reading.steadyMs
    return isSameClock ? stored : firstBelief(reading, stored.atMs)
  }

  #tell(aheadMs: number): void {
    const isDoubted = aheadMs > 0
    if (isDoubted === this.#isDoubted) return
    this.#isDoubted = isDoubted
    const facts = { aheadMs: Math.round(aheadMs), believedAfterMs: clockDoubtMs }
    if (isDoubted) this.#log.warn('the clock is ahead: expiry and trimming wait', facts)
    else this.#log.info('the clock is believed again')
  }

  async #store(belief: ClockBelief, atMs: number, steadyMs: number): Promise<void> {
    if (steadyMs < this.#storedAtMs + clockBeliefIntervalMs) return
    this.#storedAtMs = steadyMs
    const { believedMs, shownMs, shownSinceMs } = belief
    const record = { believedMs, shownMs, shownSinceMs, atMs, steadyMs, machine: this.#machine }
    // On a full disk the deletions that free it must still go on.
    await storeBelief(this.#engine, record).catch((error: unknown) => {
      this.#log.debug('what is believed of the clock was not stored', { error })
    })
  }
}
