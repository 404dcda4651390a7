/**
 * The values of one series in one minute, added up as they come. Everything here runs with every
 * request, so adding allocates nothing.
 */
import type { Aggregate } from './aggregate.js'
import { binOf } from './histogram.js'

/** The bins that are counted apart: 100 ns to some hours, if values are milliseconds. */
const firstBin = -97
const binCount = 256

export class Meter {
  #count = 0
  #sum = 0
  #min = Infinity
  #max = -Infinity
  /** The part of a value that is still being put together. */
  #part = 0
  #hasPart = false
  readonly #bins: Uint32Array | undefined

  constructor(countsBins: boolean) {
    this.#bins = countsBins ? new Uint32Array(binCount) : undefined
  }

  add(value: number): void {
    this.#count++
    this.#sum += value
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
    if (this.#bins !== undefined) this.#bins[slotOf(value)]!++
  }

  /** Everything that was added to another one, which counts bins if this one does. */
  addAll(other: Meter): void {
    this.#count += other.#count
    this.#sum += other.#sum
    this.#min = Math.min(this.#min, other.#min)
    this.#max = Math.max(this.#max, other.#max)
    if (this.#bins === undefined || other.#bins === undefined) return
    for (const [slot, count] of other.#bins.entries()) this.#bins[slot]! += count
  }

  /** A part of a value: what one request used may be the sum of many. */
  addPart(value: number): void {
    this.#part += value
    this.#hasPart = true
  }

  /** Adds the value of the parts since the last time, if there were any. */
  endParts(): void {
    if (!this.#hasPart) return
    this.add(this.#part)
    this.#part = 0
    this.#hasPart = false
  }

  get hasValues(): boolean {
    return this.#count > 0
  }

  /** Undefined if there were no values. */
  aggregate(): Aggregate | undefined {
    if (this.#count === 0) return undefined
    const sums = { count: this.#count, sum: this.#sum, min: this.#min, max: this.#max }
    return this.#bins === undefined ? sums : { ...sums, histogram: histogramOf(this.#bins) }
  }
}

function slotOf(value: number): number {
  const slot = binOf(value) - firstBin
  return slot < 0 ? 0 : slot >= binCount ? binCount - 1 : slot
}

function histogramOf(bins: Uint32Array): ReadonlyMap<number, number> {
  const histogram = new Map<number, number>()
  for (const [slot, count] of bins.entries()) if (count > 0) histogram.set(firstBin + slot, count)
  return histogram
}
