/**
 * What one key range has used of one kind lately: whether anything is left of what a partition serves
 * in a second, whether the range is hot, and where in it requests go.
 */
import { Bucket } from './bucket.js'
import {
  briefBurstSeconds,
  hotKeyRangePart,
  hotMinutesBeforeSplit,
  keyRangeReadUnitsMax,
  keyRangeSamplesMax,
  keyRangeSamplesPerSecond,
  keyRangeWriteUnitsMax,
  sharedRangeMs,
  sharedRangePart,
} from './limits.js'
import type { ThrottledKind } from './throttling-reason.js'

/** What one partition serves in a second. */
export function partitionUnitsMax(kind: ThrottledKind): number {
  return kind === 'read' ? keyRangeReadUnitsMax : keyRangeWriteUnitsMax
}

const minuteMs = 60_000

export class RangeUse {
  readonly bucket: Bucket
  readonly #unitsMax: number
  #minuteStartMs: number
  #minuteUnits = 0
  #hotMinutes = 0
  /** A sample is taken when this much more was used. */
  #unitsToSample: number
  #samples: number[] = []
  #sampled = 0
  /** What this server has charged since it was last asked what to tell. */
  #untold = 0
  #told = 0
  #toldAtMs = -Infinity

  constructor(kind: ThrottledKind, nowMs: number) {
    this.#unitsMax = partitionUnitsMax(kind)
    this.bucket = new Bucket(nowMs)
    this.bucket.setRate(this.#unitsMax, briefBurstSeconds, nowMs)
    this.#minuteStartMs = nowMs
    this.#unitsToSample = this.#unitsMax / keyRangeSamplesPerSecond
  }

  take(units: number, partition: number | undefined, nowMs: number): void {
    this.#untold += units
    this.takeElsewhere(units, nowMs)
    this.#unitsToSample -= units
    if (this.#unitsToSample <= 0 && partition !== undefined) this.#sample(partition)
  }

  /** What another server has charged. */
  takeElsewhere(units: number, nowMs: number): void {
    if (nowMs - this.#minuteStartMs >= minuteMs) this.#beginMinute(nowMs)
    this.#minuteUnits += units
    this.bucket.take(units, nowMs)
  }

  /**
   * What other servers are to know, a number that only grows: the units of those times between two
   * questions in which the range was busy. Undefined if there was none lately.
   */
  tell(sinceMs: number, nowMs: number): number | undefined {
    const busyUnits = (this.#unitsMax * sharedRangePart * (nowMs - sinceMs)) / 1000
    if (this.#untold > 0 && this.#untold >= busyUnits) {
      this.#told += this.#untold
      this.#toldAtMs = nowMs
    }
    this.#untold = 0
    return nowMs - this.#toldAtMs <= sharedRangeMs ? this.#told : undefined
  }

  /** Whether it has been hot for so long that the range is to be split. */
  get isTooHot(): boolean {
    return this.#hotMinutes >= hotMinutesBeforeSplit
  }

  /**
   * The place at which to split the range, so that half of the requests go to either side; undefined
   * if they all go to one key. A key that gets most of them ends up alone in its range.
   */
  splitPoint(): number | undefined {
    const sorted = this.#samples.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    if (median === undefined) return undefined
    if (median > sorted[0]!) return median
    return median < sorted.at(-1)! ? median + 1 : undefined
  }

  /** After a split, or when none was possible. */
  cool(): void {
    this.#hotMinutes = 0
    this.#samples = []
    this.#sampled = 0
  }

  #beginMinute(nowMs: number): void {
    const passedMs = nowMs - this.#minuteStartMs
    const isHot = this.#minuteUnits * 1000 >= this.#unitsMax * hotKeyRangePart * passedMs
    this.#hotMinutes = isHot ? this.#hotMinutes + 1 : 0
    this.#minuteStartMs = nowMs
    this.#minuteUnits = 0
  }

  #sample(partition: number): void {
    this.#unitsToSample = this.#unitsMax / keyRangeSamplesPerSecond
    this.#samples[this.#sampled % keyRangeSamplesMax] = partition
    this.#sampled++
  }
}
