/** All series of a scope that have had points since a moment, wherever these are. */
import type { Scope } from '../model/arn.js'
import { nextTurn, Steps } from '../stdx/turns.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { metricSeriesRange, seriesOfKey } from '../storage/metric-keys.js'
import { walk } from '../storage/walk.js'
import { lastShownMs } from './level-points.js'
import { allLevels } from './levels.js'
import { metricPageBytesMax, metricPageEntriesMax, minuteMs } from './limits.js'
import type { SeriesFilter } from './metric-reader.js'
import type { SeriesSources } from './read-series.js'
import { matchesFilter } from './series-filter.js'
import { decodeSeries } from './series-codec.js'
import { decodeSeriesRecord } from './series-record.js'
import { seriesKey, type SeriesId } from './series.js'

export async function listSeries(
  sources: SeriesSources,
  scope: Scope,
  filter: SeriesFilter,
  sinceMs: number,
): Promise<readonly SeriesId[]> {
  const listing = new Listing(scope, filter, sinceMs)
  listing.addMeters(sources)
  await listing.addRecent(sources)
  await listing.addStored(sources.engine)
  await listing.addLevels(sources)
  return listing.found()
}

class Listing {
  readonly #scope: Scope
  readonly #filter: SeriesFilter
  readonly #sinceMs: number
  readonly #found = new Map<string, SeriesId>()

  constructor(scope: Scope, filter: SeriesFilter, sinceMs: number) {
    this.#scope = scope
    this.#filter = filter
    this.#sinceMs = sinceMs
  }

  found(): readonly SeriesId[] {
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, id]) => id)
  }

  addMeters({ inMemory }: SeriesSources): void {
    for (const minute of inMemory) {
      if (!this.#isRecent(minute.minute)) continue
      for (const { id, meter } of minute.all()) if (meter.hasValues) this.#add(id)
    }
  }

  /** Most series are in every minute, so each is read once. */
  async addRecent({ recent }: SeriesSources): Promise<void> {
    const seen = new Set<string>()
    const steps = new Steps()
    for (const record of recent) {
      if (!this.#isRecent(record.minute)) continue
      for (let i = 0; i < record.count; i++) {
        const { series } = record.entry(i)
        const name = series.toString('latin1')
        if (!seen.has(name)) this.#add(decodeSeries(series))
        seen.add(name)
        if (steps.take(series.length)) await nextTurn()
      }
    }
  }

  async addStored(engine: Engine): Promise<void> {
    const { namespace, metric } = this.#filter
    const names = namespace === undefined || metric === undefined ? [] : [metric]
    const range = metricSeriesRange({ scope: this.#scope, namespace, names })
    const page = { entriesMax: metricPageEntriesMax, bytesMax: metricPageBytesMax }
    for await (const { key, value } of walk(engine, { space: systemSpace, ...range, ...page })) {
      if (this.#isRecent(decodeSeriesRecord(value))) this.#add(decodeSeries(seriesOfKey(key)))
    }
  }

  async addLevels({ engine, nowMs }: SeriesSources): Promise<void> {
    for await (const { scope, levels } of allLevels(engine, this.#scope)) {
      for (const level of levels) {
        if (lastShownMs(level, nowMs) >= this.#sinceMs) this.#add({ scope, ...level })
      }
    }
  }

  #isRecent(minute: number): boolean {
    return (minute + 1) * minuteMs > this.#sinceMs
  }

  #add({ scope, namespace, metric, dimensions }: SeriesId): void {
    const id = { scope, namespace, metric, dimensions }
    if (scope.account !== this.#scope.account || scope.region !== this.#scope.region) return
    if (matchesFilter(id, this.#filter)) this.#found.set(seriesKey(id), id)
  }
}
