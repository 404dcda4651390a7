/**
 * What this server measures: the meters of the present minute, and the minutes that are over and not
 * stored yet. Both are bounded; what is too much is counted and dropped.
 *
 * The meters of a minute are found by their series, and kept by whoever uses them for as long as
 * the minute lasts (`at` says which one that is).
 */
import type { Random } from '../stdx/random.js'
import { liveSeriesMax, minuteMs, seriesBytesMax, unstoredMinutesMax } from './limits.js'
import { Meter } from './meter.js'
import { encodeSeries } from './series-codec.js'
import { seriesKey, type SeriesId, type Unit } from './series.js'

export interface MeteredSeries {
  readonly id: SeriesId
  /** The id as it is stored. */
  readonly bytes: Buffer
  readonly unit: Unit
  readonly meter: Meter
}

export class MinuteMeters {
  readonly minute: number
  /** Tells apart what several servers have measured in the same minute. */
  readonly tag: number
  readonly #series = new Map<string, MeteredSeries>()
  #dropped = 0

  constructor(minute: number, tag: number) {
    this.minute = minute
    this.tag = tag
  }

  get isEmpty(): boolean {
    return this.#series.size === 0
  }

  /** How often a meter was asked for that there was no room for. */
  get dropped(): number {
    return this.#dropped
  }

  /** With `percentiles`, values are also counted by their size. */
  meter(id: SeriesId, unit: Unit, percentiles = false): Meter {
    const key = seriesKey(id)
    const known = this.#series.get(key)
    if (known !== undefined) return known.meter
    const meter = new Meter(percentiles)
    this.#keep(key, id, unit, meter)
    return meter
  }

  /** Shows a meter as one more series. */
  show(id: SeriesId, unit: Unit, meter: Meter): void {
    this.#keep(seriesKey(id), id, unit, meter)
  }

  find(id: SeriesId): MeteredSeries | undefined {
    return this.#series.get(seriesKey(id))
  }

  all(): Iterable<MeteredSeries> {
    return this.#series.values()
  }

  #keep(key: string, id: SeriesId, unit: Unit, meter: Meter): void {
    const bytes = encodeSeries(id)
    const fits = bytes.length <= seriesBytesMax && this.#series.size < liveSeriesMax
    if (fits) this.#series.set(key, { id, bytes, unit, meter })
    else this.#dropped++
  }
}

export class Meters {
  readonly #random: Random
  readonly #finished: MinuteMeters[] = []
  #current: MinuteMeters
  #dropped = 0

  constructor(random: Random) {
    this.#random = random
    this.#current = this.#begin(0)
  }

  /** The meters of the minute of this moment; of the one that has just begun, if it is known only now. */
  at(nowMs: number): MinuteMeters {
    const minute = Math.floor(nowMs / minuteMs)
    const { minute: current } = this.#current
    if (minute !== current && minute !== current - 1) this.#roll(minute)
    return this.#current
  }

  /** What was dropped since the start: series, or minutes that could not be stored in time. */
  get dropped(): number {
    return this.#dropped + this.#current.dropped
  }

  /** Minutes that are over, oldest first; all of them if the present one is to end too. */
  finished(nowMs: number, endsNow = false): readonly MinuteMeters[] {
    this.at(nowMs)
    if (endsNow) this.#roll(this.#current.minute)
    return [...this.#finished]
  }

  /** A finished minute is in the store. */
  stored(minute: MinuteMeters): void {
    const at = this.#finished.indexOf(minute)
    if (at !== -1) this.#finished.splice(at, 1)
  }

  /** Everything that is not in the store yet. */
  inMemory(): readonly MinuteMeters[] {
    return [...this.#finished, this.#current]
  }

  #roll(minute: number): void {
    this.#dropped += this.#current.dropped
    if (!this.#current.isEmpty) this.#finished.push(this.#current)
    if (this.#finished.length > unstoredMinutesMax) {
      this.#finished.shift()
      this.#dropped++
    }
    this.#current = this.#begin(minute)
  }

  #begin(minute: number): MinuteMeters {
    return new MinuteMeters(minute, Buffer.from(this.#random.bytes(4)).readUInt32BE())
  }
}
