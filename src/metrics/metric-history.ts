/**
 * The metrics of a database: what this server measures, and what all its servers have measured so far.
 *
 * A minute that is over is stored as one record of this server (`storeMinutes`), so a crash loses at most the
 * minute before it. Background work merges these records into stretches of one series each
 * (`merge-minutes.ts`), and thins them out as they age (`roll-up.ts`).
 */
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { metricMinuteKey } from '../storage/metric-keys.js'
import { listSeries } from './list-series.js'
import type { Datapoint, MetricReader, SeriesFilter, TimeRange } from './metric-reader.js'
import { Meters } from './meters.js'
import { encodeMinute } from './minute-record.js'
import { readSeries, type SeriesSources } from './read-series.js'
import { RecentMinutes } from './recent-minutes.js'
import type { SeriesId } from './series.js'

export interface MetricHistoryDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
}

export class MetricHistory implements MetricReader {
  readonly meters: Meters
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #recent: RecentMinutes

  constructor({ engine, clock, random }: MetricHistoryDependencies) {
    this.meters = new Meters(random)
    this.#engine = engine
    this.#clock = clock
    this.#recent = new RecentMinutes(engine, clock)
  }

  async read(id: SeriesId, range: TimeRange, periodMs: number): Promise<readonly Datapoint[]> {
    return readSeries(await this.#sources(), id, range, periodMs)
  }

  async list(scope: Scope, filter: SeriesFilter, sinceMs: number): Promise<readonly SeriesId[]> {
    return listSeries(await this.#sources(), scope, filter, sinceMs)
  }

  /** Stores the minutes that are over; also the present one, if the server stops. */
  async storeMinutes({ endsNow = false } = {}): Promise<void> {
    for (const minute of this.meters.finished(this.#clock.now(), endsNow)) {
      const value = await encodeMinute(minute)
      const key = metricMinuteKey(minute.minute, minute.tag)
      const put = { kind: 'put', space: systemSpace, key } as const
      if (value !== undefined) await writeFenced(this.#engine, unfenced, [{ ...put, value }])
      this.meters.stored(minute)
      this.#recent.forget()
    }
  }

  /** What this server has in memory comes first: it may be stored while the rest is read. */
  async #sources(): Promise<SeriesSources> {
    const inMemory = this.meters.inMemory()
    const recent = await this.#recent.all()
    return { engine: this.#engine, nowMs: this.#clock.now(), inMemory, recent }
  }
}
