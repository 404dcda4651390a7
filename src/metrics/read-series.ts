/**
 * The points of one series, put together from everywhere they may be: what this server has not stored yet,
 * minutes that are not merged yet, hours, days, and levels.
 *
 * Points move from the first of these to the last. They are looked for in that order, so none is missed,
 * and those that were seen already are known by their minute and tag.
 */
import { nextTurn, Steps } from '../stdx/turns.js'
import { ByteReader } from '../stdx/byte-writer.js'
import { systemSpace, type Engine, type Range } from '../storage/engine.js'
import { metricBlocks, startOfBlock, type MetricTier } from '../storage/metric-keys.js'
import { decodeAggregate } from './aggregate-codec.js'
import type { GatheredPoint } from './gathered-point.js'
import { eachLevelPoint, levelOf } from './level-points.js'
import { decodeLevels, getLevels, ownerOf } from './levels.js'
import { blocksReadMax, coarseMs, minuteMs, minutesKeptMs } from './limits.js'
import type { Datapoint, TimeRange } from './metric-reader.js'
import type { MinuteMeters } from './meters.js'
import type { MinuteRecord } from './minute-record.js'
import { coarseLength, dayLength, hourLength, pointAt, readDay, readHour } from './series-block.js'
import { decodeUnit, encodeSeries } from './series-codec.js'
import type { SeriesId, Unit } from './series.js'

export interface SeriesSources {
  readonly engine: Engine
  readonly nowMs: number
  readonly inMemory: readonly MinuteMeters[]
  readonly recent: readonly MinuteRecord[]
}

export async function readSeries(
  sources: SeriesSources,
  id: SeriesId,
  range: TimeRange,
  periodMs: number,
): Promise<readonly Datapoint[]> {
  const reading = new SeriesReading(id, range, periodMs)
  for (const minute of sources.inMemory) reading.addMeters(minute)
  for (const record of sources.recent) reading.addRecord(record)
  await reading.addStored(sources)
  return reading.points()
}

class SeriesReading {
  readonly #id: SeriesId
  readonly #series: Buffer
  readonly #range: TimeRange
  readonly #periodMs: number
  readonly #points = new Map<number, GatheredPoint>()
  readonly #seen = new Set<string>()
  /** The minutes that have measured values, for levels that fill gaps. */
  readonly #measured = new Set<number>()
  #unit: Unit = 'Count'

  constructor(id: SeriesId, range: TimeRange, periodMs: number) {
    this.#id = id
    this.#series = encodeSeries(id)
    this.#range = range
    this.#periodMs = periodMs
  }

  addMeters(meters: MinuteMeters): void {
    const found = meters.find(this.#id)
    const aggregate = found?.meter.aggregate()
    if (found === undefined || aggregate === undefined) return
    this.#unit = found.unit
    this.#newPoint(meters.minute, meters.tag)?.add(aggregate)
  }

  addRecord(record: MinuteRecord): void {
    const bytes = record.find(this.#series)
    if (bytes === undefined) return
    const reader = new ByteReader(bytes)
    this.#unit = decodeUnit(reader.byte())
    decodeAggregate(reader, this.#newPoint(record.minute, record.tag))
  }

  async addStored({ engine, nowMs }: SeriesSources): Promise<void> {
    const { scope, dimensions } = this.#id
    const [hours, days, levels] = await engine.read([
      this.#blocks('hour', hourLength),
      this.#blocks('day', dayLength),
      getLevels(scope, ownerOf(dimensions)),
    ])
    const steps = new Steps()
    for (const { key, value } of hours.entries) {
      this.#addHour(startOfBlock(key), value)
      if (steps.take(value.length)) await nextTurn()
    }
    if (this.#periodMs % coarseMs === 0) {
      for (const { key, value } of days.entries) {
        this.#addDay(startOfBlock(key), value)
        if (steps.take(value.length)) await nextTurn()
      }
    }
    this.#addLevel(levels, nowMs)
  }

  points(): readonly Datapoint[] {
    const unit = this.#unit
    return [...this.#points]
      .sort(([a], [b]) => a - b)
      .map(([atMs, point]) => ({ atMs, unit, ...point.aggregate() }))
  }

  /** What starts in the range, or so early that it reaches into it. */
  #blocks(tier: MetricTier, length: number): Range {
    const { fromMs, toMs } = this.#range
    const from = Math.max(0, Math.floor(fromMs / minuteMs) - length + 1)
    const to = Math.max(from, Math.ceil((toMs + this.#periodMs) / minuteMs))
    const range = metricBlocks(tier, this.#series, from, Math.min(to, lastMinute))
    return { kind: 'range', space: systemSpace, ...range, entriesMax: blocksReadMax }
  }

  #addHour(startMinute: number, block: Buffer): void {
    this.#unit = readHour(block, (slot, tag) => this.#newPoint(startMinute + slot, tag))
  }

  #addDay(startMinute: number, block: Buffer): void {
    this.#unit = readDay(block, (slot) => {
      const minute = startMinute + slot * coarseLength
      for (let i = 0; i < coarseLength; i++) this.#measured.add(minute + i)
      return this.#pointAt(minute * minuteMs)
    })
  }

  /** Undefined if it was there before, or is not asked for. */
  #newPoint(minute: number, tag: number): GatheredPoint | undefined {
    const name = `${minute} ${tag}`
    if (this.#seen.has(name)) return undefined
    this.#seen.add(name)
    this.#measured.add(minute)
    return this.#pointAt(minute * minuteMs)
  }

  #pointAt(timeMs: number): GatheredPoint | undefined {
    const atMs = Math.floor(timeMs / this.#periodMs) * this.#periodMs
    const { fromMs, toMs } = this.#range
    return atMs < fromMs || atMs >= toMs ? undefined : pointAt(this.#points, atMs)
  }

  #addLevel(stored: Buffer | undefined, nowMs: number): void {
    const level = levelOf(decodeLevels(stored), this.#id)
    if (level === undefined) return
    this.#unit = level.unit
    const { fromMs, toMs } = this.#range
    // AWS: what is older has no points that are finer than five minutes.
    const fineFromMs = this.#periodMs % coarseMs === 0 ? fromMs : nowMs - minutesKeptMs
    const endMs = Math.min(toMs + this.#periodMs, nowMs + 1)
    eachLevelPoint(level, { fromMs: Math.max(fromMs, fineFromMs), toMs: endMs }, (atMs, value) => {
      if (level.fillsGaps && this.#measured.has(Math.floor(atMs / minuteMs))) return
      this.#pointAt(atMs)?.addSums(1, value, value, value)
    })
  }
}

/** As four bytes can hold it. */
const lastMinute = 0xffff_ffff
