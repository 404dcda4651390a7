/**
 * What a table or index may use of one kind (reads or writes), and what is left of it.
 *
 * Until its settings are known everything is admitted and counted; what was used by then is
 * charged when they are.
 */
import { Bucket } from './bucket.js'
import type { Demand, ThrottleEvent } from './demand.js'
import type { KeyRanges, ToldRange } from './key-ranges.js'
import { peakWindowMs } from './limits.js'
import { rateLimitOf, unitsAtOnce, type KindSettings } from './rate-limit.js'
import type { ThrottledKind, ThrottlingCause } from './throttling-reason.js'

export class Allowance {
  readonly kind: ThrottledKind
  /** What this server has charged so far. */
  used = 0
  /** What was told of it, by its cause. */
  readonly events = new Map<ThrottlingCause, ThrottleEvent>()
  readonly #bucket: Bucket
  readonly #ranges: KeyRanges
  #settings: KindSettings | undefined
  #cause: ThrottlingCause | undefined
  #peak = 0
  #windowStartMs: number
  #windowUnits = 0

  /** The ranges are those of both kinds. */
  constructor(kind: ThrottledKind, ranges: KeyRanges, nowMs: number) {
    this.kind = kind
    this.#ranges = ranges
    this.#bucket = new Bucket(nowMs)
    this.#windowStartMs = nowMs
  }

  settle(settings: KindSettings, nowMs: number): void {
    this.#settings = settings
    this.#setRate(settings, nowMs)
  }

  /** Which limit leaves no room for a request; undefined if there is room. */
  refusalOf(demand: Demand, nowMs: number): ThrottlingCause | undefined {
    if (this.#bucket.balanceAt(nowMs) <= (demand.ahead ?? 0)) return this.#cause
    if (!this.#ranges.mayBeExhausted(this.kind, nowMs)) return undefined
    return this.#rangeRefusal(demand.partition(), nowMs)
  }

  /** The same for a partition; without one, for what may be in any of them. */
  exhaustedBy(partition: number | undefined, nowMs: number): ThrottlingCause | undefined {
    if (this.#bucket.balanceAt(nowMs) <= 0) return this.#cause
    if (!this.#ranges.mayBeExhausted(this.kind, nowMs)) return undefined
    return this.#rangeRefusal(partition, nowMs)
  }

  take(units: number, partition: number | undefined, nowMs: number): void {
    this.used += units
    this.takeElsewhere(units, nowMs)
    this.#ranges.take(this.kind, units, partition, nowMs)
  }

  /** What another server has charged. */
  takeElsewhere(units: number, nowMs: number): void {
    this.countElsewhere(units, nowMs)
    this.#bucket.take(units, nowMs)
  }

  /** The same where it takes nothing away, and only makes the peak higher. */
  countElsewhere(units: number, nowMs: number): void {
    if (nowMs - this.#windowStartMs >= peakWindowMs) this.#beginWindow(nowMs)
    this.#windowUnits += units
  }

  /** The same, in one of its key ranges. */
  takeRangeElsewhere(range: ToldRange, nowMs: number): void {
    this.#ranges.takeElsewhere(this.kind, range, nowMs)
  }

  /** What other servers are to know of its key ranges. */
  toldRanges(sinceMs: number, nowMs: number): readonly ToldRange[] {
    return this.#ranges.tell(this.kind, sinceMs, nowMs)
  }

  balanceAt(nowMs: number): number {
    return this.#bucket.balanceAt(nowMs)
  }

  /** What another server has left, of which this one has not told yet what it used. */
  join(balance: number, nowMs: number): void {
    const excess = this.#bucket.balanceAt(nowMs) - (balance - this.used)
    if (excess > 0) this.#bucket.take(excess, nowMs)
  }

  /** What it serves at once, in whole units, if that is more than its settings say; 0 otherwise. */
  get grownUnits(): number {
    if (this.#settings?.mode !== 'on-demand') return 0
    const units = Math.min(unitsAtOnce(this.#settings, this.#peak), this.#settings.quota)
    return units > this.#settings.warmUnits ? Math.floor(units) : 0
  }

  /** Whether it is as if it had never been used. */
  isRested(nowMs: number): boolean {
    return this.#bucket.isFullAt(nowMs)
  }

  #rangeRefusal(partition: number | undefined, nowMs: number): ThrottlingCause | undefined {
    if (!this.#ranges.isExhausted(this.kind, partition, nowMs)) return undefined
    return 'KeyRangeThroughputExceeded'
  }

  #beginWindow(nowMs: number): void {
    const peak = (this.#windowUnits * 1000) / (nowMs - this.#windowStartMs)
    this.#windowStartMs = nowMs
    this.#windowUnits = 0
    if (peak <= this.#peak) return
    this.#peak = peak
    if (this.#settings !== undefined) this.#setRate(this.#settings, nowMs)
  }

  #setRate(settings: KindSettings, nowMs: number): void {
    const { unitsPerSecond, burstSeconds, cause } = rateLimitOf(settings, this.#peak)
    this.#bucket.setRate(unitsPerSecond, burstSeconds, nowMs)
    this.#cause = cause
    this.#ranges.serve(this.kind, unitsAtOnce(settings, this.#peak), settings.mode)
  }
}
