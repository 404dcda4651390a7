/**
 * The minutes that are stored and not merged yet, of all servers, kept for a moment: alarms ask for many
 * series at a time.
 */
import type { Clock } from '../stdx/clock.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { metricMinutes, minuteOfKey } from '../storage/metric-keys.js'
import { walk } from '../storage/walk.js'
import { metricPageBytesMax, metricPageEntriesMax, recentMinutesAgeMs } from './limits.js'
import { MinuteRecord } from './minute-record.js'

export class RecentMinutes {
  readonly #engine: Engine
  readonly #clock: Clock
  #loadedAtMs = -Infinity
  #loading: Promise<readonly MinuteRecord[]> | undefined

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
  }

  /** In the order of time. */
  all(): Promise<readonly MinuteRecord[]> {
    const ageMs = this.#clock.now() - this.#loadedAtMs
    const isFresh = ageMs >= 0 && ageMs < recentMinutesAgeMs
    if (this.#loading !== undefined && isFresh) return this.#loading
    const loading = this.#load()
    this.#loadedAtMs = this.#clock.now()
    this.#loading = loading
    // The next reader tries again.
    loading.catch(() => this.forget())
    return loading
  }

  /** Something was stored or merged. */
  forget(): void {
    this.#loading = undefined
  }

  async #load(): Promise<readonly MinuteRecord[]> {
    const records: MinuteRecord[] = []
    for await (const { key, value } of walk(this.#engine, recentRange)) {
      records.push(new MinuteRecord(minuteOfKey(key), value))
    }
    return records
  }
}

/** The first and the last minute that four bytes can hold. */
const recentRange = {
  space: systemSpace,
  ...metricMinutes(0, 0xffff_ffff),
  entriesMax: metricPageEntriesMax,
  bytesMax: metricPageBytesMax,
}
