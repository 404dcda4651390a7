/**
 * How soon a worker that died is replaced: the first at once, then later and later, so that one that dies of its start
 * does not keep the machine busy. After too many within a while there is no hope, and whoever supervises this program
 * has to decide.
 */
import type { Clock } from '../../stdx/clock.js'
import { deathsMax, deathsWindowMs, respawnDelayMsMax, respawnDelayMsMin } from './limits.js'

export class RespawnPace {
  readonly #clock: Clock
  #deaths: number[] = []

  /** The clock must be monotonic. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** To be asked once for each death: the milliseconds to wait; undefined if there were too many. */
  next(): number | undefined {
    const now = this.#clock.now()
    this.#deaths = [...this.#deaths.filter((at) => now - at < deathsWindowMs), now]
    const again = this.#deaths.length - 2
    if (this.#deaths.length > deathsMax) return undefined
    return again < 0 ? 0 : Math.min(respawnDelayMsMin * 2 ** again, respawnDelayMsMax)
  }
}
