/** A point that is being put together from many parts, without a new object for each. */
import type { Aggregate } from './aggregate.js'
import type { Histogram } from './histogram.js'

export class GatheredPoint {
  count = 0
  sum = 0
  min = Infinity
  max = -Infinity
  #bins: Map<number, number> | undefined

  add({ count, sum, min, max, histogram }: Aggregate): void {
    this.addSums(count, sum, min, max)
    if (histogram !== undefined) for (const [bin, n] of histogram) this.addBin(bin, n)
  }

  addSums(count: number, sum: number, min: number, max: number): void {
    this.count += count
    this.sum += sum
    if (min < this.min) this.min = min
    if (max > this.max) this.max = max
  }

  addBin(bin: number, count: number): void {
    this.#bins ??= new Map()
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count)
  }

  get histogram(): Histogram | undefined {
    return this.#bins
  }

  aggregate(): Aggregate {
    const { count, sum, min, max, histogram } = this
    return histogram === undefined ? { count, sum, min, max } : { count, sum, min, max, histogram }
  }
}
