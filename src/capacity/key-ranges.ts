/**
 * The ranges of partition hashes that a table or index is spread over. Each serves no more in a second
 * than a partition does, so a single key never gets more, however much the table may use. A range may
 * use all that its table has left, up to that bound, and is split when it stays close to it.
 */
import { partitionNumbers } from '../storage/partition-hash.js'
import { keyRangesMax } from './limits.js'
import { partitionUnitsMax, RangeUse } from './range-use.js'
import type { ThrottledKind } from './throttling-reason.js'

/** From a hash up to another one. */
export interface HashRange {
  readonly from: number
  readonly bound: number
}

/** What was used of a range, as other servers are told. */
export interface ToldRange extends HashRange {
  readonly units: number
}

class KeyRange {
  /** The least hash in it; the next range's is the bound. */
  readonly from: number
  #read: RangeUse | undefined
  #write: RangeUse | undefined

  constructor(from: number) {
    this.from = from
  }

  /** Undefined if there was none lately. */
  foundUse(kind: ThrottledKind): RangeUse | undefined {
    return kind === 'read' ? this.#read : this.#write
  }

  use(kind: ThrottledKind, nowMs: number): RangeUse {
    if (kind === 'read') return (this.#read ??= new RangeUse(kind, nowMs))
    return (this.#write ??= new RangeUse(kind, nowMs))
  }

  isExhausted(kind: ThrottledKind, nowMs: number): boolean {
    const use = this.foundUse(kind)
    return use !== undefined && use.bucket.balanceAt(nowMs) <= 0
  }

  cool(): void {
    this.#read?.cool()
    this.#write?.cool()
  }
}

/** AWS: what was provisioned needs partitions for reads and for writes; on-demand ones serve both. */
const partitionsOf = {
  provisioned: (reads: number, writes: number) => reads + writes,
  'on-demand': Math.max,
}

export class KeyRanges {
  readonly #ranges: KeyRange[] = [new KeyRange(0)]
  /** Until when some range is in debt: before that the range of a request has to be looked up. */
  #readDebtUntilMs = -Infinity
  #writeDebtUntilMs = -Infinity

  #readPartitions = 0
  #writePartitions = 0

  get count(): number {
    return this.#ranges.length
  }

  /** Makes enough ranges for reads or writes that are to be served. They are never joined again. */
  serve(kind: ThrottledKind, unitsPerSecond: number, mode: 'provisioned' | 'on-demand'): void {
    const partitions = unitsPerSecond / partitionUnitsMax(kind)
    if (kind === 'read') this.#readPartitions = partitions
    else this.#writePartitions = partitions
    const { [mode]: together } = partitionsOf
    this.#grow(Math.ceil(together(this.#readPartitions, this.#writePartitions)))
  }

  /** Splits the widest ranges until there are so many. */
  #grow(count: number): void {
    const wanted = Math.min(count, keyRangesMax)
    while (this.#ranges.length < wanted) {
      const widest = this.#widest()
      const from = this.#ranges[widest]!.from
      this.#split(widest, Math.floor((from + this.#boundOf(widest)) / 2))
    }
  }

  /** Whether any range can be exhausted, which is cheap to know. */
  mayBeExhausted(kind: ThrottledKind, nowMs: number): boolean {
    return nowMs < (kind === 'read' ? this.#readDebtUntilMs : this.#writeDebtUntilMs)
  }

  /** Whether a range is exhausted; without a partition, whether all are. */
  isExhausted(kind: ThrottledKind, partition: number | undefined, nowMs: number): boolean {
    if (partition !== undefined) {
      return this.#ranges[this.#indexOf(partition)]!.isExhausted(kind, nowMs)
    }
    return this.#ranges.every((range) => range.isExhausted(kind, nowMs))
  }

  /** What is read in several ranges is not charged to any of them. */
  take(kind: ThrottledKind, units: number, partition: number | undefined, nowMs: number): void {
    if (partition === undefined && this.#ranges.length > 1) return
    const index = partition === undefined ? 0 : this.#indexOf(partition)
    const use = this.#ranges[index]!.use(kind, nowMs)
    use.take(units, partition, nowMs)
    if (use.bucket.balanceAt(nowMs) <= 0) this.#noteDebt(kind, use.bucket.creditAtMs(nowMs))
    if (use.isTooHot) this.#splitForHeat(index, use)
  }

  /**
   * What another server has charged to a range of its own. Both come to have the same ranges: what is
   * split there is split here, and if it is split further here, the other one hears of that.
   */
  takeElsewhere(kind: ThrottledKind, { from, bound, units }: ToldRange, nowMs: number): void {
    this.#splitAt(from)
    this.#splitAt(bound)
    for (let i = this.#indexOf(from); i < this.#ranges.length; i++) {
      if (this.#ranges[i]!.from >= bound) return
      const part = Math.min(this.#widthOf(i) / (bound - from), 1)
      const use = this.#ranges[i]!.use(kind, nowMs)
      use.takeElsewhere(units * part, nowMs)
      if (use.bucket.balanceAt(nowMs) <= 0) this.#noteDebt(kind, use.bucket.creditAtMs(nowMs))
    }
  }

  /** What other servers are to know of the ranges that are busy. */
  tell(kind: ThrottledKind, sinceMs: number, nowMs: number): readonly ToldRange[] {
    return this.#ranges.flatMap((range, i) => {
      const units = range.foundUse(kind)?.tell(sinceMs, nowMs)
      return units === undefined ? [] : [{ from: range.from, bound: this.#boundOf(i), units }]
    })
  }

  #splitAt(hash: number): void {
    if (this.#ranges.length >= keyRangesMax) return
    const index = this.#indexOf(hash)
    if (this.#ranges[index]!.from !== hash) this.#split(index, hash)
  }

  #splitForHeat(index: number, use: RangeUse): void {
    const at = use.splitPoint()
    if (at === undefined || this.#ranges.length >= keyRangesMax) use.cool()
    else this.#split(index, at)
  }

  #split(index: number, at: number): void {
    const range = this.#ranges[index]!
    range.cool()
    if (at <= range.from || at >= this.#boundOf(index)) return
    this.#ranges.splice(index + 1, 0, new KeyRange(at))
  }

  #noteDebt(kind: ThrottledKind, untilMs: number): void {
    if (kind === 'read') this.#readDebtUntilMs = Math.max(this.#readDebtUntilMs, untilMs + 1)
    else this.#writeDebtUntilMs = Math.max(this.#writeDebtUntilMs, untilMs + 1)
  }

  #indexOf(partition: number): number {
    const ranges = this.#ranges
    let low = 0
    let high = ranges.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (ranges[middle]!.from <= partition) low = middle
      else high = middle
    }
    return low
  }

  #boundOf(index: number): number {
    return this.#ranges[index + 1]?.from ?? partitionNumbers
  }

  #widest(): number {
    let widest = 0
    for (let i = 1; i < this.#ranges.length; i++) {
      if (this.#widthOf(i) > this.#widthOf(widest)) widest = i
    }
    return widest
  }

  #widthOf(index: number): number {
    return this.#boundOf(index) - this.#ranges[index]!.from
  }
}
